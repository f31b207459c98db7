import { CopyButton } from './copy-button.tsx';
import { FixLadder, type FixRung } from './fix-ladder.tsx';
import { type NextStep, NextSteps } from './next-steps.tsx';

interface AdviceProps {
  readonly nextChecks: readonly NextStep[];
  readonly fix?: readonly FixRung[] | undefined;
  readonly confusedWith: readonly string[];
  /** The checks as one text to take away; absent where none of them is a command. */
  readonly script?: (() => string) | undefined;
}

/** What to look at, what mends it, and what it is easily taken for. */
export function Advice({ nextChecks, fix = [], confusedWith, script }: AdviceProps) {
  return (
    <>
      {nextChecks.length > 0 && (
        <>
          <div className="check-head">
            <h2>Check next</h2>
            {script !== undefined && (
              <CopyButton text={script} label="Copy the next checks as commands">
                Copy as commands
              </CopyButton>
            )}
          </div>
          <NextSteps steps={nextChecks} />
        </>
      )}
      {fix.length > 0 && (
        <>
          <h2>What mends it, least harm first</h2>
          <FixLadder steps={fix} />
        </>
      )}
      {confusedWith.length > 0 && (
        <p className="confused muted">
          Easily confused with{' '}
          {confusedWith.map((id) => (
            <span key={id} className="slug">
              {id}
            </span>
          ))}
        </p>
      )}
    </>
  );
}
