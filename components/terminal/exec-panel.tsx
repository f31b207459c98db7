'use client';
import { usePodFocus } from '../data/pod-focus.tsx';
import { StateLink } from '../data/state-link.tsx';
import { useUrlState } from '../data/url-state.ts';
import { CheckPort } from './check-port.tsx';
import { OneCommand } from './one-command.tsx';
import { Terminals } from './terminals.tsx';

const WAYS = [
  { id: 'shell', label: 'Shell' },
  { id: 'attach', label: 'Attach' },
  { id: 'command', label: 'One command' },
  { id: 'port', label: 'Check a port' },
] as const;
const TERMINAL_OF = { shell: 'exec', attach: 'attach', command: null, port: null } as const;

/** Into the selected container: a shell, its own input and output, one command, or one of its ports. */
export function ExecPanel() {
  const focus = usePodFocus();
  const asked = useUrlState().get('do');
  const way = WAYS.find(({ id }) => id === asked) ?? WAYS[0];
  return (
    <div className="exec">
      <nav className="segments" aria-label="Into the container">
        {WAYS.map(({ id, label }) => (
          <StateLink
            key={id}
            change={{ do: id === 'shell' ? null : id }}
            aria-current={id === way.id ? 'true' : undefined}
          >
            {label}
          </StateLink>
        ))}
      </nav>
      <Terminals focus={focus} kind={TERMINAL_OF[way.id]} />
      {way.id === 'command' && <OneCommand key={focus.container?.id} focus={focus} />}
      {way.id === 'port' && <CheckPort key={focus.pod.uid} pod={focus.pod} />}
    </div>
  );
}
