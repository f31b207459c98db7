import type { TextRule } from './text-rule.ts';

/** Ends that are told by a number alone, and follow-ups whose cause stands in an earlier line; asked last. */
export const LAST_RULES: readonly TextRule[] = [
  {
    cause: 'sigkill-after-grace',
    patterns: [],
    fullPatterns: [
      /\b137\b.*(?:liveness probe|will be restarted|grace|SIGTERM|Killing|Stopping container)/i,
      /(?:liveness probe|will be restarted|grace|SIGTERM|Killing|Stopping container).*\b137\b/i,
      /did(?:n't| not) (?:exit|stop|terminate|shut ?down) (?:with)?in .*(?:grace|second|\ds\b|SIGKILL|force)/i,
    ],
    confidence: 0.75,
  },
  {
    cause: 'sigabrt-illegal-cpu-or-assert',
    patterns: [],
    fullPatterns: [
      /exit(?:ed)?(?: with)?(?: status)?(?: ?code)?\W{0,4}134\b|\bSIGABRT\b|core dumped.*abort|\baborted \(core dumped/i,
    ],
    except: [/command terminated|runc|pthread_create/i],
  },
  {
    cause: 'sigill-cpu-feature',
    patterns: [],
    fullPatterns: [
      /exit(?:ed)?(?: with)?(?: status)?(?: ?code)?\W{0,4}132\b|\bSIGILL\b|illegal instruction|invalid opcode/i,
    ],
    except: [/command terminated/i],
  },
  {
    cause: 'sigterm-reported-as-error',
    patterns: [],
    fullPatterns: [/exit(?:ed)?(?: with)?(?: status)?(?: ?code)?\W{0,4}143\b/i],
    except: [/command terminated/i],
  },
  {
    // What ended well and was not started again is no loop.
    cause: 'hard-reboot-recorded-as-success',
    patterns: [],
    fullPatterns: [
      /(?:phase|status)\W{1,4}Succeeded\b.*Completed\b.*exit ?code\W{0,5}0\b/i,
      /(?<!last )state: +terminated +reason: +completed +exit code: +0\b/i,
    ],
    except: [/CrashLoopBackOff|back-off/i],
    confidence: 0.4,
  },
  {
    cause: 'exit-zero-loop',
    patterns: [],
    fullPatterns: [
      /(?:CrashLoopBackOff|restarting failed container).*(?:Completed|exit ?code\W{0,4}0\b)/i,
      /(?:Completed|exit ?code\W{0,4}0\b).*(?:CrashLoopBackOff|restarting failed container)/i,
      /reason\W{1,5}Completed\b.*exit ?code\W{0,4}0\b/i,
    ],
    confidence: 0.8,
  },
  {
    cause: 'node-level-oom',
    patterns: [],
    fullPatterns: [
      /exit ?code\W{0,4}137\b.{0,60}reason\W{1,5}Error\b/i,
      /reason\W{1,5}Error\b.{0,60}exit ?code\W{0,4}137\b/i,
    ],
    confidence: 0.5,
  },
  {
    cause: 'sigkill-after-grace',
    patterns: [],
    fullPatterns: [/exit(?:ed)?(?: with)?(?: status)?(?: ?code)?\W{0,4}137\b/i],
    except: [/command terminated/i],
    confidence: 0.4,
  },
  {
    cause: 'app-exit-nonzero',
    patterns: [],
    fullPatterns: [
      /reason\W{1,5}Error\b.*exit ?code\W{0,4}[1-9]\d{0,2}\b/i,
      /exit ?code\W{0,4}[1-9]\d{0,2}\b.*reason\W{1,5}Error\b/i,
      /back-off .*restarting failed container|CrashLoopBackOff/i,
    ],
    confidence: 0.35,
  },
  {
    cause: 'pull-request-deadline',
    patterns: [],
    fullPatterns: [/^(?:Error: |rpc error: code = \w+ desc = )*context deadline exceeded$/i],
    confidence: 0.2,
  },
];
