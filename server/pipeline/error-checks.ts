import type { NextCheck } from '../contract/evidence.ts';
import { imageOf, run, shellWord } from './next-checks.ts';
import type { PodView, StoppedPodView } from './pod-view.ts';

/** What stands in the error of the failing call, foreign text: every word taken from it is quoted. */
function found(view: StoppedPodView, pattern: RegExp): RegExpExecArray | null {
  for (const clue of view.stop?.clues ?? []) {
    const match = pattern.exec(clue.text);
    if (match !== null) return match;
  }
  return null;
}

/** The very address of the error, tried again: often a mirror's or a redirect's and not the registry's own. */
export function dialAgain(view: StoppedPodView): readonly NextCheck[] {
  const match = found(view, /dial tcp[46]? \[?([\d.]+|[\da-f:]{2,39})\]?:(\d{1,5})\b/i);
  if (match === null) return [];
  const [, host = '', port = ''] = match;
  return [
    run(
      'Try the very address of the error',
      `timeout 5 bash -c '</dev/tcp/${host}/${port}' && echo open`,
    ),
  ];
}

/** Where the runtime's own file leads for this registry. */
export function mirrorsOf(registry: string): NextCheck {
  return run(
    'See whether a mirror is asked in its place',
    `cat /etc/containerd/certs.d/${registry}/hosts.toml /etc/containerd/certs.d/_default/hosts.toml 2>/dev/null; grep -n -A3 mirror /etc/containers/registries.conf 2>/dev/null`,
  );
}

/** The file that the start of the container names in its error; a word to replace where it names none. */
export function startedFile(view: StoppedPodView): string {
  return found(view, /exec:? \\*"?(\/[^\s"\\:]{1,300})/)?.[1] ?? '/PATH/OF/FILE';
}

/** Looks at a file of the image without starting it. `look` gets the path below the mounted image. */
export function lookIntoImage(
  view: StoppedPodView,
  text: string,
  look: (root: string) => string,
): NextCheck {
  const image = shellWord(imageOf(view));
  return view.node.runtimeName === 'cri-o'
    ? run(
        text,
        `m=$(podman image mount ${image}) && ${look('"$m"')}; podman image unmount ${image}`,
      )
    : run(
        text,
        `mkdir -p /tmp/image && ctr -n k8s.io images mount ${image} /tmp/image && ${look('/tmp/image')}; ctr -n k8s.io images unmount /tmp/image`,
      );
}

/** The image that stands behind every pod, as the error names it; a word to replace where it does not. */
function pauseImageOf(view: StoppedPodView): string {
  const match = found(
    view,
    /(?:sandbox|pause|infra)\b[^"]{0,40}image \\*"([\w.:/@-]{1,300}?)\\*"/i,
  );
  return match?.[1] ?? 'PAUSE_IMAGE';
}

export function pullPauseImage(view: StoppedPodView): NextCheck {
  return run('Try the pull from this node', `crictl pull ${shellWord(pauseImageOf(view))}`);
}

/** The runtime's own setting; newer ones do not show it over CRI. */
export function wantedPauseImage(view: PodView): NextCheck {
  const ofContainerd = 'containerd config dump | grep -E "sandbox_image|sandbox ="';
  const ofCrio = 'crio status config | grep pause_image';
  const name = view.node.runtimeName;
  const both = `${ofContainerd}; ${ofCrio}`;
  const command = name === 'cri-o' ? ofCrio : name === null ? both : ofContainerd;
  return run('See which pause image the runtime wants', command);
}
