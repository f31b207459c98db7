import type { NextCheck } from '../../contract/evidence.ts';
import { imageOf, registryOfStop, shellWord, stoppedContainer } from '../next-checks.ts';
import type { StoppedPodView } from '../pod-view.ts';

type Place =
  | 'namespace'
  | 'pod'
  | 'container'
  | 'containerId'
  | 'sandboxId'
  | 'image'
  | 'registry'
  | 'node'
  | 'uid'
  | 'unit';

/** Words to replace by hand, where no pod gives the names. */
const UNKNOWN: Readonly<Record<Place, string>> = {
  namespace: 'NAMESPACE',
  pod: 'POD',
  container: 'CONTAINER',
  containerId: 'CONTAINER_ID',
  sandboxId: 'SANDBOX_ID',
  image: 'IMAGE',
  registry: 'REGISTRY',
  node: 'NODE',
  uid: 'POD_UID',
  unit: 'containerd',
};

/** 13 digits are what crictl prints, and enough for it. */
const ID_LENGTH = 13;

function namesOf(view: StoppedPodView): Readonly<Record<Place, string>> {
  const container = stoppedContainer(view);
  return {
    namespace: view.namespace,
    pod: view.name,
    container: view.stop?.container ?? UNKNOWN.container,
    containerId: container?.record?.id.slice(0, ID_LENGTH) ?? UNKNOWN.containerId,
    sandboxId: view.sandboxes[0]?.id.slice(0, ID_LENGTH) ?? UNKNOWN.sandboxId,
    image: imageOf(view),
    registry: registryOfStop(view),
    node: view.node.nodeName,
    uid: view.uid ?? UNKNOWN.uid,
    unit: unitOf(view.node.runtimeName),
  };
}

/** What is known where no pod is: the node's own names. */
export interface NodeNames {
  readonly nodeName: string;
  readonly runtimeName: string | null;
}

function unitOf(runtimeName: string | null): string {
  return runtimeName === 'cri-o' ? 'crio' : UNKNOWN.unit;
}

/** A name that begins with a dash would be read as an option. */
function asWord(name: string, place: Place): string {
  return name === '' || name.startsWith('-') ? UNKNOWN[place] : name;
}

function namesFrom(of: StoppedPodView | NodeNames | null): Readonly<Record<Place, string>> {
  if (of === null) return UNKNOWN;
  if ('containers' in of) return namesOf(of);
  return { ...UNKNOWN, node: of.nodeName, unit: unitOf(of.runtimeName) };
}

/** Every {place} of the command as one quoted word of the shell; words to replace where no pod gives the name. */
export function fillPlaces(command: string, of: StoppedPodView | NodeNames | null): string {
  const names = namesFrom(of);
  return command.replace(/\{(\w+)\}/g, (whole, place: string) =>
    Object.hasOwn(names, place) ? shellWord(asWord(names[place as Place], place as Place)) : whole,
  );
}

/** The words to replace, as tables write them, by the place they stand for. */
const PLACE_OF: ReadonlyMap<string, Place> = new Map(
  (Object.keys(UNKNOWN) as Place[])
    .filter((place) => place !== 'unit')
    .map((place) => [UNKNOWN[place], place]),
);

/** The checks with the pod's names where tables write words to replace (NAMESPACE, POD, IMAGE …). */
export function withNames(checks: readonly NextCheck[], view: StoppedPodView): NextCheck[] {
  const names = namesOf(view);
  const nameOf = (word: string): string => {
    const place = PLACE_OF.get(word);
    return place === undefined ? word : shellWord(asWord(names[place], place));
  };
  return checks.map((check) => ({
    ...check,
    command: check.command?.replace(/\b[A-Z][A-Z_]+\b/g, nameOf) ?? null,
  }));
}
