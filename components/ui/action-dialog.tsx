'use client';
import { Check, LoaderCircle, ShieldAlert, TriangleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { NextSteps } from './next-steps.tsx';

/** What may be done, in words; null parts are not known yet. */
export interface ShownAction {
  readonly preview: {
    readonly allowed: boolean;
    readonly refusal: string | null;
    readonly instead: readonly { readonly text: string; readonly command: string | null }[];
    readonly kubelet: { readonly state: string; readonly reason: string };
    readonly lost: readonly string[];
    readonly confirm: string;
  } | null;
  readonly problem: string | null;
  readonly askAgain: () => void;
  readonly act: (confirm: string) => void;
  readonly isActing: boolean;
  readonly result: { readonly sentence: string } | null;
  readonly failure: string | null;
}

interface ActionDialogProps {
  readonly title: string;
  /** The word on the button: "Stop", "Remove". */
  readonly verb: string;
  readonly action: ShownAction;
  readonly onClose: () => void;
  /** What should be saved before it is gone. */
  readonly saveFirst?: ReactNode;
}

/** Something that cannot be undone: why it is refused and what works instead, or what it costs and a word to type. */
export function ActionDialog({ title, verb, action, onClose, saveFirst }: ActionDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} label={title} className="action-dialog">
      <h2>{title}</h2>
      <div aria-live="polite">
        <ActionBody verb={verb} action={action} saveFirst={saveFirst} />
      </div>
    </Dialog>
  );
}

type BodyProps = Omit<ActionDialogProps, 'title' | 'onClose'>;

function ActionBody(props: BodyProps) {
  const { action } = props;
  if (action.result !== null) {
    return (
      <>
        <p className="say">
          <Check className="inline-icon tone-ok" aria-hidden /> {action.result.sentence}
        </p>
        <Buttons word="Close" />
      </>
    );
  }
  if (action.preview === null) return <NotKnown {...props} />;
  return action.preview.allowed ? (
    <Confirm {...props} preview={action.preview} />
  ) : (
    <Refused {...props} preview={action.preview} />
  );
}

/** Room is kept for what comes. */
function NotKnown({ action }: BodyProps) {
  return (
    <>
      {action.problem === null ? (
        <p className="muted action-wait">
          <LoaderCircle className="inline-icon" aria-hidden /> Looking whether kubelet is alive, and
          what it would cost …
        </p>
      ) : (
        <p className="say tone-fail">{action.problem}</p>
      )}
      <Buttons word="Close">
        {action.problem !== null && (
          <button type="button" className="button" onClick={action.askAgain}>
            Ask again
          </button>
        )}
      </Buttons>
    </>
  );
}

type Preview = NonNullable<ShownAction['preview']>;

function Refused({ action, preview }: BodyProps & { readonly preview: Preview }) {
  const steps = preview.instead.map((step) => ({ ...step, href: null }));
  return (
    <>
      <p className="say">
        <ShieldAlert className="inline-icon tone-run" aria-hidden /> <b>Not done.</b>{' '}
        {preview.refusal}
      </p>
      {steps.length > 0 && (
        <>
          <h3>What works instead</h3>
          <NextSteps steps={steps} />
        </>
      )}
      <Buttons word="Close">
        <button type="button" className="button" onClick={action.askAgain}>
          Look again
        </button>
      </Buttons>
    </>
  );
}

function Confirm(props: BodyProps & { readonly preview: Preview }) {
  const { verb, action, preview, saveFirst } = props;
  const [typed, setTyped] = useState('');
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  // It comes a moment after the dialog, whose first focus is elsewhere by then.
  useEffect(() => input.current?.focus(), []);
  const isRight = typed === preview.confirm;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight && !action.isActing) action.act(typed);
  };
  return (
    <form onSubmit={onSubmit}>
      <p className="muted">{preview.kubelet.reason}</p>
      {preview.lost.length > 0 && (
        <>
          <h3>What is lost, and what follows</h3>
          <ul className="action-lost">
            {preview.lost.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {saveFirst !== undefined && (
        <div className="action-save">
          <span>It cannot be undone. Save the evidence first:</span>
          {saveFirst}
        </div>
      )}
      <label htmlFor={inputId} className="action-type">
        Type <code className="action-word">{preview.confirm}</code> to confirm
      </label>
      <input
        ref={input}
        id={inputId}
        className="field mono"
        value={typed}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        disabled={action.isActing}
        onChange={(event) => setTyped(event.target.value)}
      />
      {action.failure !== null && (
        <p className="tone-fail action-failure">
          <TriangleAlert className="inline-icon" aria-hidden /> {action.failure}
        </p>
      )}
      <Buttons word={action.isActing ? 'Close' : 'Cancel'}>
        {action.failure !== null && (
          <button type="button" className="button" onClick={action.askAgain}>
            Look again
          </button>
        )}
        <button
          type="submit"
          className="button button-danger"
          disabled={!isRight || action.isActing}
        >
          {action.isActing ? `${verb} … it goes on when you close this` : verb}
        </button>
      </Buttons>
    </form>
  );
}

/** The last of every picture: closing gives the focus back to what was clicked. */
function Buttons({ word, children }: { readonly word: string; readonly children?: ReactNode }) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // What had the focus went with the picture before.
    if (document.activeElement === document.body) close.current?.focus();
  }, []);
  return (
    <div className="action-buttons">
      <button
        ref={close}
        type="button"
        className="button"
        onClick={(event) => event.currentTarget.closest('dialog')?.close()}
      >
        {word}
      </button>
      {children}
    </div>
  );
}
