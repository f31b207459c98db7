import type { PortCheck } from '../../server/contract/ticket.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatDuration, utcStamp } from '../ui/format.ts';
import { StateIcon } from '../ui/state-icon.tsx';
import { StreamChecks } from './stream-checks.tsx';

/** What came of it, step by step: connection, TLS, HTTP. */
export function PortAnswer({ answer }: { answer: PortCheck }) {
  const { connected, sentence, error, timings, banner, nextChecks } = answer;
  return (
    <>
      <p className="port-sentence">
        <StateIcon state={connected ? 'ok' : 'failed'} /> <b>{sentence}</b>
      </p>
      {error !== null && <pre className="port-text">{error}</pre>}
      <dl className="port-steps">
        <Step name="Way into the pod" ms={timings.openMs} />
        {timings.tlsMs !== null && <Step name="TLS" ms={timings.tlsMs} />}
        {timings.firstByteMs !== null && <Step name="First byte" ms={timings.firstByteMs} />}
        <Step name="All" ms={timings.totalMs} />
      </dl>
      {answer.tls !== null && <Tls tls={answer.tls} />}
      {answer.http !== null && <Http http={answer.http} />}
      {banner !== null && (
        <>
          <h3>It speaks no HTTP; it said</h3>
          <pre className="port-text">{banner}</pre>
        </>
      )}
      <StreamChecks checks={nextChecks} />
    </>
  );
}

function Step({ name, ms }: { name: string; ms: number }) {
  return (
    <div>
      <dt className="muted">{name}</dt>
      <dd className="num">{formatDuration(ms)}</dd>
    </div>
  );
}

function Tls({ tls }: { tls: NonNullable<PortCheck['tls']> }) {
  return (
    <>
      <h3>
        {tls.version}{' '}
        <span className={tls.verified ? 'tone-ok' : 'tone-run'}>
          {tls.verified
            ? 'the certificate is good'
            : `the certificate is not trusted: ${tls.verifyError ?? 'unknown why'}`}
        </span>
      </h3>
      <pre className="port-text">
        {[
          `subject   ${tls.subject}`,
          `issuer    ${tls.issuer}`,
          `names     ${tls.altNames.join(', ')}`,
          `expires   ${tls.expiresAt === null ? 'unknown' : utcStamp(tls.expiresAt)}`,
          `cipher    ${tls.cipher}`,
        ].join('\n')}
      </pre>
    </>
  );
}

function Http({ http }: { http: NonNullable<PortCheck['http']> }) {
  const isGood = http.status < 400;
  return (
    <>
      <h3>
        HTTP <span className={isGood ? 'tone-ok' : 'tone-fail'}>{http.status}</span> {http.reason}
      </h3>
      <pre className="port-text">
        {http.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
      </pre>
      {http.body !== '' && (
        <figure className="output">
          <figcaption className="muted">
            Body{http.truncated && ', its first 64 KiB'}{' '}
            <CopyButton text={http.body} label="Copy body" />
          </figcaption>
          <pre>{http.body}</pre>
        </figure>
      )}
    </>
  );
}
