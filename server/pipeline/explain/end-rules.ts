import type { TextRule } from './text-rule.ts';

/** The probe could not enter its container: that tells of the container's end, not of the probe. */
const NOT_A_PROBE =
  /setns|exec in a (?:stopped|deleted)|CONTAINER_EXITED|container (?:is )?not running|task \S+ not found/i;

/** Hooks, probes, the kernel's kills and what kubelet refuses or ends: words that decide at once. */
export const END_RULES: readonly TextRule[] = [
  {
    cause: 'prestop-poststart-hook-failed',
    patterns: [
      /(?:lifecycle )?hook\b.{0,200}\bfor Container\b.*failed/i,
      /\bP(?:ostStart|reStop) ?Hook\b.*(?:fail|error)|Failed(?:PostStart|PreStop)Hook|P(?:ostStart|reStop|reStart)HookError/i,
      /(?:postStart|preStop)(?: \w+)? hook\b.*(?:fail|error)/i,
    ],
  },
  {
    cause: 'liveness-probe-errored',
    patterns: [
      /Liveness probe (?:for .{1,300} )?failed: (?:OCI runtime|rpc error|failed to exec|command error)/i,
    ],
    except: [NOT_A_PROBE],
  },
  {
    cause: 'liveness-probe-failed',
    patterns: [/Liveness probe (?:for .{1,300} )?failed|failed liveness probe, will be restarted/i],
    fullPatterns: [/"Probe failed" probeType="Liveness"/i],
    except: [NOT_A_PROBE, /OOMKilled|will be restarted.*137|137.*will be restarted/i],
  },
  {
    cause: 'readiness-probe-failed',
    patterns: [/Readiness probe (?:for .{1,300} )?failed/i],
    fullPatterns: [/"Probe failed" probeType="Readiness"/i],
    except: [NOT_A_PROBE],
  },
  {
    cause: 'startup-probe-failed',
    patterns: [/Startup probe (?:for .{1,300} )?failed/i],
    fullPatterns: [/"Probe failed" probeType="Startup"/i],
    except: [NOT_A_PROBE],
  },
  {
    cause: 'oom-flag-stale-real-end-sigterm',
    patterns: [],
    fullPatterns: [
      /\bOOMKilled\b(?!"?: ?false).{0,80}exit ?code\W{0,4}(?:143|0)\b/i,
      /exit ?code\W{0,4}(?:143|0)\b.{0,80}\bOOMKilled\b(?!"?: ?false)/i,
    ],
  },
  {
    cause: 'oom-killed',
    patterns: [],
    fullPatterns: [
      /Memory cgroup out of memory|CONSTRAINT_MEMCG/i,
      /reason\W{1,4}OOMKilled|\bOOMKilled\b(?!"?: ?false)/i,
      /\bTaskOOM\b|OOM event|"?OOMKilled"?: ?true|memory cgroup .*(?:oom|out of memory)/i,
    ],
    except: [/init was OOM-killed|container init/i],
  },
  { cause: 'container-pids-limit', patterns: [/fork rejected by pids controller/i] },
  {
    cause: 'container-record-lost',
    patterns: [],
    fullPatterns: [
      /ContainerStatusUnknown/i,
      /container could not be located when the pod was (?:terminated|deleted)/i,
    ],
  },
  {
    cause: 'runtime-lost-exit-status',
    patterns: [],
    fullPatterns: [
      /reason\W{1,5}Unknown\b.*exit ?code\W{0,4}255\b/i,
      /exit ?code\W{0,4}255\b.*reason\W{1,5}Unknown\b/i,
    ],
  },
  {
    cause: 'pod-deadline-exceeded',
    patterns: [
      /active on the node longer than (?:the )?specified deadline/i,
      /activeDeadlineSeconds.*(?:exceeded|expired)/i,
    ],
  },
  {
    cause: 'sysctl-forbidden',
    patterns: [/SysctlForbidden|forbidden sysctl/i, /sysctl\b.*not (?:allowlisted|whitelisted)/i],
  },
  {
    cause: 'disk-pressure-admission',
    patterns: [/node had conditions?: \[?[^\]]*DiskPressure/i],
  },
  {
    cause: 'device-unhealthy-at-admission',
    patterns: [
      /Allocate failed due to/i,
      /cannot allocate unhealthy device|no healthy devices present|allocate unregistered device/i,
      /requested number of devices unavailable/i,
      /device plugin .*rpc failed|GetPreferredAllocation/i,
    ],
  },
];
