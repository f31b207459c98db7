import type { StreamCheck } from '../../server/contract/ticket.ts';
import { Command } from '../ui/command.tsx';

/** What can be looked at next, each with a command to copy where one helps. */
export function StreamChecks({ checks }: { checks: readonly StreamCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <ol className="next">
      {checks.map(({ text, command }) => (
        <li key={text}>
          {text}
          {command !== null && <Command text={command} />}
        </li>
      ))}
    </ol>
  );
}
