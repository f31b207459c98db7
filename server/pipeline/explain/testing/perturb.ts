/**
 * The same error as another node would print it: other names, ids, addresses, times, quotes. Words of programs, paths of
 * the system and what an error is about stay.
 */

/** A small generator of numbers, so that a failing case can be repeated. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Random = () => number;
const HEX = '0123456789abcdef';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

function pick(random: Random, from: string): string {
  return from.charAt(Math.floor(random() * from.length));
}

/** Digits stay digits and letters letters, hex stays hex: the shape of a name is part of the error. */
function sameShape(random: Random, text: string, letters: string): string {
  return text.replace(/[0-9a-z]/gi, (char) => {
    if (/\d/.test(char)) return pick(random, letters === HEX ? HEX : '123456789');
    const next = pick(random, letters);
    return char === char.toUpperCase() ? next.toUpperCase() : next;
  });
}

/** Names that are the error itself: programs of the node, kinds, fixed names of plugins and kernel files. */
const MEANS_SOMETHING =
  /CredentialProvider|^(?:kind|image|apiVersion|exitCode|reason|Error)$|credentialprovider|runc|crun|containerd|apparmor_parser|loopback|bridge|calico|cilium|multus|flannel|aws-cni|overlay|mqueue|eth0|cni|slice:|pause|cri\b|sh$|^(?:Unknown|KillPodSandbox|KillContainer)$|policy\.json|\/(?:dev|proc|sys|etc|run|var|opt|usr|tmp)\/|\/k8s\.io\/|\/kubepods\/|runsc|socat|nsenter|localhost|\d{3}|https?:|v1/i;

/** Other ids and times. */
function otherIds(text: string, random: Random): string {
  return text
    .replace(/(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, (id) =>
      sameShape(random, id, HEX),
    )
    .replace(/(?<![0-9a-f])[0-9a-f]{8}_[0-9a-f]{4}_[0-9a-f]{4}_[0-9a-f]{4}_[0-9a-f]{12}\b/g, (id) =>
      sameShape(random, id, HEX),
    )
    .replace(/(?<!sha256:)\b(?=[0-9a-f]*\d)[0-9a-f]{20,64}\b/g, (id) =>
      id.startsWith('ffffffffff600') ? id : sameShape(random, id, HEX),
    )
    .replace(/sha256:[0-9a-f]{64}/g, (id) => `sha256:${sameShape(random, id.slice(7), HEX)}`)
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?=Z|\+)/g, (time) =>
      /current time/.test(text) || /^1970|^0001/.test(time)
        ? time
        : '2031-07-08T09:10:11.123456789',
    )
    .replace(/^([IWEF])\d{4} \d\d:\d\d:\d\d\.\d{6}( +)\d+/gm, '$10708 09:10:11.654321$2777')
    .replace(
      /\b([\w-]+\.go):\d+/g,
      (_, file: string) => `${file}:${Math.floor(random() * 900) + 10}`,
    );
}

/** Other addresses: documentation nets, another cluster's pods, other ports of clients. */
function otherAddresses(text: string, random: Random): string {
  return text.replace(
    /\b(?!127\.|0\.0\.0\.)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\b(?!\.\d)/g,
    () =>
      ['198.51.100', '203.0.113', '10.77.8'][Math.floor(random() * 3)]?.concat(
        `.${Math.floor(random() * 250) + 1}`,
      ) ?? '10.9.8.7',
  );
}

/** Other names of pods, containers, images, volumes and namespaces. */
function otherNames(text: string, random: Random): string {
  return text
    .replace(
      /(Name:|Namespace:|pod |namespace )(?!container |network |sandbox |annotation |name |for )([a-z][\w.-]+)(?=[,}" (])/g,
      (_, lead: string) => `${lead}${sameShape(random, 'shoppay-web', LETTERS)}`,
    )
    .replace(
      /(\\*")([a-z][\w./:@-]{2,120}?)(\\*")/gi,
      (all, open: string, name: string, close: string) =>
        MEANS_SOMETHING.test(name) ? all : `${open}${sameShape(random, name, LETTERS)}${close}`,
    )
    .replace(/\bk8s_[\w.-]+_\d+\b/g, (name) => `k8s_${sameShape(random, name.slice(4), LETTERS)}`)
    .replace(/(Secret|ConfigMap) \S+/g, '$1 shop/pay-keys');
}

/** Other levels of quoting, as a text is passed on through one log more or less. */
function otherQuotes(text: string, random: Random): string {
  const kind = Math.floor(random() * 3);
  if (kind === 0) return text.replace(/\\+"/g, '"');
  if (kind === 1) return text.replace(/"/g, '\\"');
  return text;
}

/** What other versions of the same programs wrap around, and where other distributions keep their files. */
const OTHER_VERSIONS: readonly (readonly [RegExp, string])[] = [
  [
    /failed to create containerd task: failed to create shim task: /,
    'failed to create containerd task: ',
  ],
  [
    /failed to create containerd task: (?!failed to)/,
    'failed to create task for container: failed to create shim task: ',
  ],
  [
    /runc create failed: unable to start container process: /,
    'container_linux.go:380: starting container process caused: ',
  ],
  [/OCI runtime create failed: container_linux\.go/, 'container_linux.go'],
  [/failed to resolve reference/, 'failed to resolve image'],
  [/httpReaderSeeker/, 'httpReadSeeker'],
  [/\b(Head|Get) \\*"?(https?:[^\s"\\]+)\\*"?:/, '$1 "$2":'],
  [/: unknown(?="?$)/, ''],
  [/\/var\/lib\/containerd\//, '/mnt/data/containerd/'],
  [/\/var\/lib\/kubelet\//, '/data/kubelet/'],
  [/\/opt\/cni\/bin/, '/usr/libexec/cni'],
  [/\/run\/containerd\//, '/run/k3s/containerd/'],
];

function otherVersions(text: string, random: Random): string {
  return OTHER_VERSIONS.reduce(
    (now, [pattern, other]) => (random() < 0.5 ? now.replace(pattern, other) : now),
    text,
  );
}

/** The text as it could have been on another node. */
export function perturb(text: string, seed: number): string {
  const random = seeded(seed);
  return [otherVersions, otherIds, otherAddresses, otherNames, otherQuotes].reduce(
    (now, change) => change(now, random),
    text,
  );
}
