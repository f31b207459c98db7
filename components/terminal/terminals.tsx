'use client';
import { Plug, SquareTerminal } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { PodFocus } from '../data/pod-focus.tsx';
import { useRefusal } from '../data/session.tsx';
import { Command } from '../ui/command.tsx';
import { Picture } from '../ui/picture.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { TerminalView } from './terminal-view.tsx';
import { hasSession } from './use-terminal.ts';

type Kind = 'exec' | 'attach';

interface Opened {
  readonly kind: Kind;
  /** As it was when the terminal was opened: a container that starts again is another one. */
  readonly containerId: string;
  readonly name: string;
  /** How often it was opened anew. */
  readonly run: number;
}

const isSame = (a: Opened, b: Opened) => a.kind === b.kind && a.name === b.name;

/** The terminals that were opened on this page: each lives on while another one, or another view, is looked at. */
export function Terminals({ focus, kind }: { focus: PodFocus; kind: Kind | null }) {
  const { container } = focus;
  const [opened, setOpened] = useState<readonly Opened[]>([]);
  const wanted: Opened | null =
    kind === null || container === null || container.id === null
      ? null
      : { kind, containerId: container.id, name: container.name, run: 0 };
  const isOpen = opened.some((one) => one.kind === kind && one.name === container?.name);
  const open = () => {
    if (wanted !== null && !isOpen) setOpened([...opened, wanted]);
  };
  const openAgain = (old: Opened) => {
    const now = focus.pod.containers.find(({ name }) => name === old.name)?.id;
    const next = { ...old, containerId: now ?? old.containerId, run: old.run + 1 };
    setOpened(opened.map((one) => (isSame(one, old) ? next : one)));
  };
  return (
    <>
      {opened.map((one) => (
        <div
          key={`${one.kind} ${one.name} ${one.run}`}
          hidden={one.kind !== kind || one.name !== container?.name}
        >
          <TerminalView
            request={{ kind: one.kind, containerId: one.containerId }}
            label={`${one.kind === 'exec' ? 'Shell in' : 'Attached to'} ${one.name}`}
            isFirst={one.run === 0}
            onAgain={() => openAgain(one)}
          />
        </div>
      ))}
      {kind !== null && !isOpen && <Open kind={kind} focus={focus} wanted={wanted} onOpen={open} />}
    </>
  );
}

interface OpenProps {
  readonly kind: Kind;
  readonly focus: PodFocus;
  readonly wanted: Opened | null;
  readonly onOpen: () => void;
}

const subscribeNever = () => () => undefined;

function Open({ kind, focus, wanted, onOpen }: OpenProps) {
  const refusal = useRefusal(kind);
  const { pod, container } = focus;
  const hasOwn = useSyncExternalStore(
    subscribeNever,
    () => wanted !== null && hasSession(wanted),
    () => false,
  );
  const isReady = useHydrated();
  const reason = refusal ?? notRunning(focus);
  // Before the page was loaded anew there was a session: it is taken up without a click.
  if (hasOwn && reason === null && wanted !== null) return <TakeUp onOpen={onOpen} />;
  const name = container?.name ?? pod.name;
  return (
    <Picture
      icon={kind === 'exec' ? SquareTerminal : Plug}
      tone="idle"
      title={kind === 'exec' ? `A shell in ${name}` : `${name}’s own input and output`}
    >
      <p>
        {kind === 'exec'
          ? 'bash where the image has it, else sh. Who opens it, when, and how it ends goes to the audit log.'
          : 'What it writes is shown from now on; what you type is its input. Ctrl-C and the like reach the container’s own process.'}
      </p>
      <p>
        <button
          type="button"
          className="button"
          // A click before scripts run would be lost: then it says so.
          disabled={reason !== null || !isReady}
          title={reason ?? undefined}
          onClick={onOpen}
        >
          {kind === 'exec' ? 'Open a shell' : 'Attach'}
        </button>
      </p>
      {reason !== null && <p>{reason}</p>}
      {wanted !== null && (
        <>
          <p>The same on the node itself:</p>
          <Command
            text={`crictl ${kind === 'exec' ? 'exec' : 'attach'} -it ${wanted.containerId}${kind === 'exec' ? ' sh' : ''}`}
          />
        </>
      )}
    </Picture>
  );
}

function TakeUp({ onOpen }: { onOpen: () => void }) {
  const open = useEffectEvent(onOpen);
  useEffect(() => open(), []);
  return <p className="muted">The session of before is taken up …</p>;
}

function notRunning({ pod, container }: PodFocus): string | null {
  if (pod.source === 'history') return 'The pod is not on this node any more.';
  if (container === null || container.id === null)
    return 'The runtime has not created the container.';
  const isRunning = container.stage === 'run' && container.state !== 'not-reached';
  return isRunning ? null : `${container.name} does not run: there is nothing to open a shell in.`;
}
