import type { NextCheck } from '../contract/evidence.ts';
import { shellWord } from '../contract/shell-word.ts';
import { registryOf } from './image-ref.ts';
import type { ContainerView, PodView, StoppedPodView } from './pod-view.ts';

export { shellWord };

/** A step with a command to copy. */
export function run(text: string, command: string): NextCheck {
  return { text, command, href: null };
}

/** A step that is a page of this tool. */
export function open(text: string, href: string): NextCheck {
  return { text, command: null, href };
}

/** A step in words only. */
export function say(text: string): NextCheck {
  return { text, command: null, href: null };
}

/** The container that decides, where one does. */
export function stoppedContainer(view: StoppedPodView): ContainerView | null {
  const name = view.stop?.container ?? null;
  return name === null ? null : (view.containers.find((item) => item.name === name) ?? null);
}

/** The image of the container that decides, or a word to replace. */
export function imageOf(view: StoppedPodView): string {
  return stoppedContainer(view)?.image ?? 'IMAGE';
}

/** The registry that the deciding container's image comes from. */
export function registryOfStop(view: StoppedPodView): string {
  const image = stoppedContainer(view)?.image ?? null;
  const registry = image === null ? '' : registryOf(image);
  // It becomes part of commands that people copy: nothing but a host and a port may pass.
  return /^[A-Za-z0-9][\w.:-]*$/.test(registry) ? registry : 'REGISTRY';
}

/** The unit whose log tells of the runtime. */
export function runtimeUnit(view: PodView): string {
  return view.node.runtimeName === 'cri-o' ? 'crio' : 'containerd';
}

export function describePod(view: PodView): NextCheck {
  const target = `-n ${shellWord(view.namespace)} ${shellWord(view.name)}`;
  return run('Read the events of the pod', `kubectl describe pod ${target}`);
}

export function pullByHand(view: StoppedPodView): NextCheck {
  return run('Try the pull from this node', `crictl pull ${shellWord(imageOf(view))}`);
}

export function samePods(causeId: string): NextCheck {
  return open('See every pod here with the same cause', `/pods?q=cause:${causeId}`);
}

export function runtimeLogOf(view: PodView, word: string): NextCheck {
  const command = `journalctl -u ${runtimeUnit(view)} --since -1h | grep ${shellWord(word)} | tail -20`;
  return run("Read the runtime's log about it", command);
}

export function kubeletLogOf(view: PodView, word: string = view.name): NextCheck {
  return run(
    "Read kubelet's log about it",
    `journalctl -u kubelet --since -1h | grep ${shellWord(word)} | tail -20`,
  );
}

export function previousLog(view: StoppedPodView): NextCheck {
  const container = stoppedContainer(view);
  const id = container?.record?.id.slice(0, 13);
  if (id === undefined) {
    const target = `-n ${shellWord(view.namespace)} ${shellWord(view.name)} -c ${shellWord(container?.name ?? 'CONTAINER')}`;
    return run('Read what it wrote before it ended', `kubectl logs ${target} --previous`);
  }
  return run('Read what it wrote before it ended', `crictl logs --tail 50 ${id}`);
}

export function inspectContainer(view: StoppedPodView): NextCheck {
  const id = stoppedContainer(view)?.record?.id.slice(0, 13);
  return id === undefined
    ? run(
        'List all attempts of the container',
        `crictl ps -a --name ${shellWord(view.stop?.container ?? '')}`,
      )
    : run(
        "Read the runtime's record of it",
        `crictl inspect ${id} | grep -E '"(state|reason|message|exitCode|startedAt|finishedAt)":'`,
      );
}

/** Shows the part of the pod's spec that a check is about. */
export function podSpec(view: PodView, text: string, jsonPath: string): NextCheck {
  const target = `-n ${shellWord(view.namespace)} ${shellWord(view.name)}`;
  return run(text, `kubectl get pod ${target} -o jsonpath='${jsonPath}'`);
}

/** A list shows name and tag in columns of their own, so the runtime is asked for the one. */
export function storedImage(view: StoppedPodView): NextCheck {
  return run('See whether it is here', `crictl inspecti ${shellWord(imageOf(view))} | head -20`);
}

/** The last part of the image's name, without tag and digest: "app" of registry.example/shop/app:1. */
export function baseNameOfImage(view: StoppedPodView): string {
  const name = imageOf(view).split('@')[0]?.split('/').at(-1)?.split(':')[0] ?? '';
  return name === '' ? 'IMAGE' : name;
}
