import { ArrowUpRight } from 'lucide-react';
import Link from 'next/link';
import { Command } from './command.tsx';

export interface NextStep {
  readonly text: string;
  readonly command: string | null;
  readonly href: string | null;
}

/** What a person can do, in order: words, and a command to copy or a page to open. */
export function NextSteps({ steps }: { steps: readonly NextStep[] }) {
  return (
    <ol className="next">
      {steps.map((step) => (
        <li key={step.text}>
          {step.href === null ? (
            step.text
          ) : (
            <Link className="link" href={step.href} prefetch={false}>
              {step.text} <ArrowUpRight className="inline-icon" aria-hidden />
            </Link>
          )}
          {step.command !== null && <Command text={step.command} />}
        </li>
      ))}
    </ol>
  );
}
