import { Box, DatabaseZap, type LucideIcon, Server, ShieldCheck } from 'lucide-react';
import { Command } from './command.tsx';

type Harm = 'none' | 'pod' | 'node' | 'data';

export interface FixRung {
  readonly text: string;
  readonly command: string | null;
  readonly cost: string;
  readonly harm: Harm;
}

const HARM: Readonly<Record<Harm, { icon: LucideIcon; word: string; tone: string }>> = {
  none: { icon: ShieldCheck, word: 'harms nothing', tone: 'tone-ok' },
  pod: { icon: Box, word: 'touches the pod', tone: 'tone-info' },
  node: { icon: Server, word: 'touches the whole node', tone: 'tone-run' },
  data: { icon: DatabaseZap, word: 'data can be lost', tone: 'tone-fail' },
};

/** What mends it, least harm first: each rung says what it costs before anybody runs it. */
export function FixLadder({ steps }: { steps: readonly FixRung[] }) {
  return (
    <ol className="next ladder">
      {steps.map(({ text, command, cost, harm }) => {
        const { icon: Icon, word, tone } = HARM[harm];
        return (
          <li key={text} data-harm={harm}>
            {text}
            <span className="ladder-cost">
              <span className={tone}>
                <Icon className="inline-icon" aria-hidden /> {word}
              </span>
              <span className="muted">cost: {cost}</span>
            </span>
            {command !== null && <Command text={command} />}
          </li>
        );
      })}
    </ol>
  );
}
