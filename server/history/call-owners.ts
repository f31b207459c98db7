import type { CallRecord } from '../contract/journal.ts';

/** 5,000: every container of a full node for hours; the oldest are forgotten first. */
const MAX_KNOWN = 5_000;

type Pod = NonNullable<CallRecord['pod']>;

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= MAX_KNOWN) return;
    map.delete(oldest);
  }
}

/**
 * Finds the pod and container of calls that name ids only, from the calls that made these ids. Later the runtime knows
 * neither any more, so it is told now or never.
 */
export class CallOwners {
  readonly #podOf = new Map<string, Pod>();
  readonly #containerOf = new Map<
    string,
    { readonly sandboxId: string | null; readonly container: CallRecord['container'] }
  >();

  /** The record with the pod and container it works for, as far as they are known. */
  own(record: CallRecord): CallRecord {
    const made =
      record.containerId === null ? undefined : this.#containerOf.get(record.containerId);
    const sandboxId = record.sandboxId ?? made?.sandboxId ?? null;
    // A CreateContainer is named by its sandbox where its line tells it: what is found out must not rename it.
    const told = record.call === 'CreateContainer' ? record.sandboxId : sandboxId;
    const known = sandboxId === null ? undefined : this.#podOf.get(sandboxId);
    const pod = record.pod === null || record.pod.uid === '' ? (known ?? record.pod) : record.pod;
    const container = record.container ?? made?.container ?? null;
    this.#learn({ ...record, sandboxId, pod, container });
    return { ...record, sandboxId: told, pod, container };
  }

  #learn({ sandboxId, containerId, pod, container }: CallRecord): void {
    if (sandboxId !== null && pod !== null) remember(this.#podOf, sandboxId, pod);
    if (containerId !== null && (sandboxId !== null || container !== null)) {
      remember(this.#containerOf, containerId, { sandboxId, container });
    }
  }
}
