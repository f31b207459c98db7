import type { ContainerRow } from '../../server/contract/pod.ts';
import { StateLink } from '../data/state-link.tsx';
import { StateIcon } from '../ui/state-icon.tsx';

interface ContainerChipsProps {
  readonly containers: readonly ContainerRow[];
  readonly selected: ContainerRow | null;
}

/** Which container the views below are of; a pod with one has no choice. */
export function ContainerChips({ containers, selected }: ContainerChipsProps) {
  if (containers.length < 2) return null;
  return (
    <nav className="chips container-chips" aria-label="Container">
      {containers.map(({ name, type, state }) => (
        <StateLink
          key={name}
          className="chip"
          // What was asked of one container's log is not asked of another's.
          change={{ container: name, stage: null, at: null, attempt: null }}
          aria-current={name === selected?.name ? 'true' : undefined}
        >
          <StateIcon state={state} /> {name}
          {type !== 'app' && <span className="faint">{type}</span>}
        </StateLink>
      ))}
    </nav>
  );
}
