'use client';
import { useState } from 'react';
import type { ActionKind } from '../../server/contract/action.ts';
import type { PodDetail } from '../../server/contract/pod.ts';
import { useIsCapture, useRefusal } from '../data/session.tsx';
import { useAction } from '../data/use-action.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { ShortId } from '../ui/cut.tsx';
import { StateIcon } from '../ui/state-icon.tsx';
import { SaveEvidence } from './save-evidence.tsx';

/** An object of the runtime, as its row names it. */
interface RuntimeObject {
  readonly kind: 'container' | 'sandbox';
  readonly id: string;
  /** "web", or the sandbox's short id. */
  readonly name: string;
  readonly attempt: number;
  readonly icon: Parameters<typeof StateIcon>[0]['state'];
}

interface Asked {
  readonly verb: 'Stop' | 'Remove';
  readonly object: RuntimeObject;
}

/** What the runtime has of this pod, and the way to take it away where kubelet does not. Folded: it is seldom needed. */
export function RuntimeObjects({ pod }: { pod: PodDetail }) {
  const refusal = useRefusal('remove');
  const isCapture = useIsCapture();
  const [asked, setAsked] = useState<Asked | null>(null);
  const objects = objectsOf(pod);
  if (isCapture || objects.length === 0) return null;
  return (
    <details className="fold card needs-script">
      <summary>
        Stop or remove{' '}
        <span className="muted">
          · {objects.length === 1 ? 'one object' : `${objects.length} objects`} at the runtime
        </span>
      </summary>
      <p className="muted">
        {refusal ??
          'For when kubelet is dead. While it lives it is the owner: then this says what to do instead.'}
      </p>
      <ul className="runtime-objects">
        {objects.map((object) => (
          <ObjectRow key={object.id} object={object} refusal={refusal} onAsk={setAsked} />
        ))}
      </ul>
      {asked !== null && <ObjectDialog pod={pod} asked={asked} onClose={() => setAsked(null)} />}
    </details>
  );
}

interface ObjectRowProps {
  readonly object: RuntimeObject;
  readonly refusal: string | null;
  readonly onAsk: (asked: Asked) => void;
}

function ObjectRow({ object, refusal, onAsk }: ObjectRowProps) {
  const { kind, id, name, attempt, icon } = object;
  return (
    <li>
      <StateIcon state={icon} />
      <span className="runtime-object-name">
        {kind} {kind === 'container' && <b>{name}</b>}
      </span>
      <span className="muted">attempt {attempt}</span>
      <ShortId id={id} />
      <span className="runtime-object-verbs">
        {(['Stop', 'Remove'] as const).map((verb) => (
          <button
            key={verb}
            type="button"
            className="button"
            aria-label={`${verb} ${kind} ${name}…`}
            title={refusal ?? `${verb} ${kind} ${name}`}
            disabled={refusal !== null}
            onClick={() => onAsk({ verb, object })}
          >
            {verb}…
          </button>
        ))}
      </span>
    </li>
  );
}

function ObjectDialog(props: {
  readonly pod: PodDetail;
  readonly asked: Asked;
  readonly onClose: () => void;
}) {
  const { verb, object } = props.asked;
  const kind = `${verb.toLowerCase()}-${object.kind}` as ActionKind;
  const action = useAction({ kind, id: object.id });
  return (
    <ActionDialog
      title={`${verb} ${object.kind} ${object.name}`}
      verb={verb}
      action={action}
      onClose={props.onClose}
      saveFirst={<SaveEvidence pod={props.pod} />}
    />
  );
}

function objectsOf({ containers, sandboxes }: PodDetail): readonly RuntimeObject[] {
  return [
    ...containers.flatMap(({ id, name, attempt, state }) =>
      id === null
        ? []
        : [{ kind: 'container', id, name, attempt: attempt ?? 0, icon: state } as const],
    ),
    ...sandboxes.map(
      ({ id, attempt, state }) =>
        ({
          kind: 'sandbox',
          id,
          name: id.slice(0, 12),
          attempt,
          icon: state === 'ready' ? 'ok' : 'skipped',
        }) as const,
    ),
  ];
}
