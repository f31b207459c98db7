'use client';
import { useState } from 'react';
import type { PodDetail } from '../../server/contract/pod.ts';
import { useRefusal } from '../data/session.tsx';
import { usePortCheck } from '../data/use-asked.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { PortAnswer } from './port-answer.tsx';

const MAX_PORT = 65_535;

/** Connect, TLS and an HTTP request from inside the pod's network, shown as text. */
export function CheckPort({ pod }: { pod: PodDetail }) {
  const isReady = useHydrated();
  const refusal = useRefusal('port-forward');
  const [port, setPort] = useState('');
  const [tls, setTls] = useState(false);
  const [path, setPath] = useState('/');
  const [host, setHost] = useState('');
  const { mutate, data, error, isPending } = usePortCheck(pod);
  const number = Number(port);
  const isValid = Number.isInteger(number) && number >= 1 && number <= MAX_PORT;
  const ask = () =>
    mutate({
      port: number,
      tls,
      path: path === '' ? null : path,
      host: host === '' ? null : host,
      uid: pod.uid,
    });
  return (
    <section className="card ask" aria-label="Check a port">
      <form
        className="ask-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (refusal === null && isValid) ask();
        }}
      >
        {/* What is typed before scripts run would be lost. */}
        <fieldset disabled={!isReady}>
          <Field
            label="Port"
            value={port}
            onValue={setPort}
            placeholder="8080"
            inputMode="numeric"
          />
          <Field
            label="Path (empty: only connect)"
            value={path}
            onValue={setPath}
            placeholder="/healthz"
          />
          <Field label="Host header" value={host} onValue={setHost} placeholder="localhost" />
          <label className="ask-check">
            <input
              type="checkbox"
              checked={tls}
              onChange={({ target }) => setTls(target.checked)}
            />{' '}
            TLS
          </label>
          <button
            type="submit"
            className="button"
            disabled={refusal !== null || isPending || !isValid}
            title={refusal ?? undefined}
          >
            {isPending ? 'Asking …' : 'Check'}
          </button>
        </fieldset>
      </form>
      <p className="ask-note muted">
        {refusal ??
          'Asked through the runtime, from inside the pod’s network: no Service, no policy and no proxy stands between. The answer is shown as text.'}
      </p>
      <div className="ask-answer" role="status">
        {error !== null && <p className="tone-fail">{error.message}</p>}
        {data !== undefined && !isPending && <PortAnswer answer={data} />}
      </div>
    </section>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (text: string) => void;
  readonly placeholder: string;
  readonly inputMode?: 'numeric';
}

function Field({ label, value, onValue, placeholder, inputMode }: FieldProps) {
  return (
    <label>
      <span className="muted">{label}</span>
      <input
        type="text"
        className="field mono"
        placeholder={placeholder}
        inputMode={inputMode}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onValue(target.value)}
      />
    </label>
  );
}
