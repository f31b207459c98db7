import type { Explanation } from '../../server/contract/explain.ts';
import { EXPLAIN_STAGE_LABEL, UNKNOWN_CAUSE } from '../../server/contract/explain-stage.ts';
import { Advice } from '../ui/advice.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { MarkedText } from '../ui/marked-text.tsx';

/** Below 0.5 an answer is a guess, and is called one. */
const GUESS_BELOW = 0.5;
/** From 0.8 on the words leave little doubt. */
const SURE_FROM = 0.8;

function certainty(confidence: number): string {
  if (confidence < GUESS_BELOW) return 'a guess';
  return confidence < SURE_FROM ? 'likely' : 'sure';
}

/** What the text tells: stage and cause in words, what to do, and the text unwrapped. */
export function Answer({ answer }: { answer: Explanation }) {
  return (
    <div className="explain-answer">
      <section className="card cause-card" aria-labelledby="explain-title">
        <Verdict answer={answer} />
        <Advice {...answer} />
      </section>
      <Unwrapped answer={answer} />
    </div>
  );
}

function Verdict({ answer }: { answer: Explanation }) {
  const isKnown = answer.cause !== UNKNOWN_CAUSE;
  return (
    <>
      <p className="card-head">
        <span className="slug">{EXPLAIN_STAGE_LABEL[answer.stage]}</span>
        {isKnown && <span className="slug">{answer.cause}</span>}
        {isKnown && <span className="slug">{answer.group}</span>}
        {isKnown && (
          <span className="muted">
            {certainty(answer.confidence)} ({Math.round(answer.confidence * 100)} %)
          </span>
        )}
      </p>
      <h3 id="explain-title">{answer.title ?? 'No known cause fits'}</h3>
      <p className="cause-text">
        {answer.explanation ??
          'The words are those of no cause that is known here. The innermost message is marked; the stage is the best guess.'}
      </p>
    </>
  );
}

function Unwrapped({ answer }: { answer: Explanation }) {
  return (
    <section className="card explain-unwrapped" aria-labelledby="unwrapped-title">
      <h2 id="unwrapped-title">Unwrapped</h2>
      <div className="raw-error">
        <pre>
          <MarkedText text={answer.text} mark={answer.innermost} />
        </pre>
        <CopyButton text={answer.message} label="Copy innermost message" />
      </div>
      <ol className="frames muted">
        {answer.frames.map((frame, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal frames may follow each other
          <li key={index}>
            <code>{frame}</code>
          </li>
        ))}
        <li className="innermost">
          <code>{answer.message}</code>
        </li>
      </ol>
    </section>
  );
}
