import type { Container, Sandbox } from '../contract/runtime-objects.ts';

const POD_UID = 'io.kubernetes.pod.uid';

function isNewer(
  one: { readonly attempt: number; readonly createdAtMs: number | null },
  other: { readonly attempt: number; readonly createdAtMs: number | null },
): boolean {
  if (one.attempt !== other.attempt) return one.attempt > other.attempt;
  return (one.createdAtMs ?? 0) > (other.createdAtMs ?? 0);
}

function newestBy<T extends { readonly attempt: number; readonly createdAtMs: number | null }>(
  items: readonly T[],
  keyOf: (item: T) => string,
): T[] {
  const newest = new Map<string, T>();
  for (const item of items) {
    const key = keyOf(item);
    const known = newest.get(key);
    if (known === undefined || isNewer(item, known)) newest.set(key, item);
  }
  return [...newest.values()];
}

/** The newest sandbox of each pod: older ones are its history. */
export function newestSandboxes(sandboxes: readonly Sandbox[]): Sandbox[] {
  return newestBy(sandboxes, (sandbox) => sandbox.uid);
}

/** The newest ended attempt of each container of each pod. */
export function newestEnded(
  containers: readonly Container[],
  sandboxes: readonly Sandbox[],
): Container[] {
  const uidOf = new Map(sandboxes.map((sandbox) => [sandbox.id, sandbox.uid]));
  return newestBy(
    containers.filter((container) => container.state === 'exited'),
    (container) => {
      const pod =
        uidOf.get(container.sandboxId) ?? container.labels[POD_UID] ?? container.sandboxId;
      return `${pod}/${container.name}`;
    },
  );
}

/** Containers whose list row does not decide: the newest ended attempts, and those that neither run nor ended. */
export function undecided(
  containers: readonly Container[],
  sandboxes: readonly Sandbox[],
): Container[] {
  const between = containers.filter(
    (container) => container.state === 'created' || container.state === 'unknown',
  );
  return [...newestEnded(containers, sandboxes), ...between];
}
