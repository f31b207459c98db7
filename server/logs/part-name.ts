/** A file of a container's log: the one being written, or an older part of it. */
export interface PartName {
  readonly name: string;
  readonly attempt: number;
  /** Null for the file being written. */
  readonly rotation: string | null;
  readonly isPacked: boolean;
}

/** kubelet: 0.log.20260101-000000 and .gz of it; logrotate: 0.log.1, 0.log-20260101. */
const CRI_NAME = /^(\d{1,9})\.log(?:[.-]([0-9][0-9A-Za-z-]{0,40}))?(\.gz)?$/;
/** docker: ID-json.log, then .1 (newest) to .9, packed ones with .gz. */
const DOCKER_NAME = /^[0-9a-f]{12,64}-json\.log(?:\.(\d{1,4}))?(\.gz)?$/;

/** What a file name says; null for files that are no log (kubelet's .tmp while it packs, for one). */
export function parsePartName(name: string): PartName | null {
  const [, attempt, rotation, gz] = CRI_NAME.exec(name) ?? [];
  if (attempt === undefined || (gz !== undefined && rotation === undefined)) return null;
  return {
    name,
    attempt: Number(attempt),
    rotation: rotation ?? null,
    isPacked: gz !== undefined,
  };
}

/** As parsePartName, of a file in docker's container folder. */
export function parseDockerPartName(name: string, attempt: number): PartName | null {
  const found = DOCKER_NAME.exec(name);
  if (found === null || (found[2] !== undefined && found[1] === undefined)) return null;
  return { name, attempt, rotation: found[1] ?? null, isPacked: found[2] !== undefined };
}

/** Numbers count up with age, stamps with time. */
const isAge = (rotation: string): boolean => rotation.length <= 4 && /^\d+$/.test(rotation);

function compareRotation(a: string, b: string): number {
  const [isAgeA, isAgeB] = [isAge(a), isAge(b)];
  if (isAgeA && isAgeB) return Number(b) - Number(a);
  if (isAgeA !== isAgeB) return isAgeA ? 1 : -1;
  return a < b ? -1 : Number(a > b);
}

/** Oldest first: by attempt, then by age, the file being written last. */
export function comparePartNames(a: PartName, b: PartName): number {
  if (a.attempt !== b.attempt) return a.attempt - b.attempt;
  if (a.rotation === null || b.rotation === null) {
    return Number(a.rotation === null) - Number(b.rotation === null);
  }
  return compareRotation(a.rotation, b.rotation);
}

/** The parts in order. A part that is being packed is there twice for a moment: the plain one counts. */
export function sortParts(parts: readonly PartName[]): readonly PartName[] {
  const plain = new Set(parts.filter((part) => !part.isPacked).map((part) => part.name));
  return parts
    .filter((part) => !part.isPacked || !plain.has(part.name.slice(0, -'.gz'.length)))
    .sort(comparePartNames);
}
