'use client';
import { useState } from 'react';
import { MAX_COMMAND_SECONDS } from '../../server/contract/stream-words.ts';
import type { CommandResult } from '../../server/contract/ticket.ts';
import type { PodFocus } from '../data/pod-focus.tsx';
import { useRefusal } from '../data/session.tsx';
import { splitCommand } from '../data/split-command.ts';
import { useCommand } from '../data/use-asked.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatDuration } from '../ui/format.ts';
import { useHydrated } from '../ui/use-hydrated.ts';

const SECONDS = [5, 10, 30, MAX_COMMAND_SECONDS] as const;

/** One command without a terminal, run to its end: both outputs and the exit code. */
export function OneCommand({ focus }: { focus: PodFocus }) {
  const { container } = focus;
  const isReady = useHydrated();
  const refusal = useRefusal('exec');
  const [line, setLine] = useState('');
  const [seconds, setSeconds] = useState<number>(SECONDS[1]);
  const { mutate, data, error, isPending } = useCommand(container?.id ?? '');
  const reason =
    refusal ?? (container?.id == null ? 'The runtime has not created the container.' : null);
  const words = splitCommand(line);
  return (
    <section className="card ask" aria-label="One command">
      <form
        className="ask-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === null && words.length > 0) {
            mutate({ command: [...words], timeoutSeconds: seconds });
          }
        }}
      >
        {/* What is typed before scripts run would be lost. */}
        <fieldset disabled={!isReady}>
          <label className="ask-wide">
            <span className="muted">Command in {container?.name ?? 'the container'}</span>
            <input
              type="text"
              className="field mono"
              placeholder="cat /etc/resolv.conf"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              value={line}
              onChange={({ target }) => setLine(target.value)}
            />
          </label>
          <label>
            <span className="muted">At most</span>
            <select
              className="select"
              value={seconds}
              onChange={({ target }) => setSeconds(Number(target.value))}
            >
              {SECONDS.map((value) => (
                <option key={value} value={value}>
                  {value} s
                </option>
              ))}
            </select>
          </label>
          <button
            type="submit"
            className="button"
            disabled={reason !== null || isPending || words.length === 0}
            title={reason ?? undefined}
          >
            {isPending ? 'Running …' : 'Run'}
          </button>
        </fieldset>
      </form>
      <p className="ask-note muted">
        {reason ??
          'No shell looks at it: quotes hold words together, and that is all. It is recorded in the audit log.'}
      </p>
      <div className="ask-answer" role="status">
        {error !== null && <p className="tone-fail">{error.message}</p>}
        {data !== undefined && !isPending && <Result result={data} />}
      </div>
    </section>
  );
}

function Result({ result }: { result: CommandResult }) {
  const { exitCode, timedOut, truncated, durationMs, stdout, stderr } = result;
  return (
    <>
      <p>
        <b className={exitCode === 0 ? 'tone-ok' : 'tone-fail'}>
          {timedOut ? 'It did not end in time and was ended' : `Exit code ${exitCode ?? 'unknown'}`}
        </b>{' '}
        <span className="muted">
          after {formatDuration(durationMs)}
          {truncated && '; more was written than is shown'}
        </span>
      </p>
      <Output name="stdout" text={stdout} />
      <Output name="stderr" text={stderr} />
    </>
  );
}

function Output({ name, text }: { name: string; text: string }) {
  return (
    <figure className="output">
      <figcaption className="muted">
        {name} {text === '' ? 'is empty' : <CopyButton text={text} label={`Copy ${name}`} />}
      </figcaption>
      {text !== '' && <pre>{text}</pre>}
    </figure>
  );
}
