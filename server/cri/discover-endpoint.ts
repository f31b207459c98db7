import { askEndpoint, type EndpointAnswer } from './ask-endpoint.ts';
import { lookAtSocket } from './socket-file.ts';
import { isSameNodePath, nodePath, socketPath, toEndpoint, underHostRoot } from './socket-path.ts';

/** Where runtimes listen when nobody says otherwise, in the order of their spread. */
const KNOWN_SOCKETS = [
  '/run/containerd/containerd.sock',
  '/var/run/crio/crio.sock',
  '/run/k3s/containerd/containerd.sock',
  '/var/run/cri-dockerd.sock',
  '/var/snap/microk8s/common/run/containerd.sock',
  '/run/k0s/containerd.sock',
] as const;

/** 1 s for all sockets together: a runtime answers Version within milliseconds. */
const PROBE_TIMEOUT_MS = 1_000;

/** An endpoint that a file of the node names, and which file or flag that was. */
export interface ConfiguredEndpoint {
  readonly endpoint: string;
  readonly where: string;
}

export interface EndpointSources {
  /** --runtime-endpoint. */
  readonly flag: string | null;
  /** CRI_TRIAGE_RUNTIME_ENDPOINT. */
  readonly env: string | null;
  readonly kubelet: ConfiguredEndpoint | null;
  readonly crictl: ConfiguredEndpoint | null;
  /** Prefix of every node path; empty on the node itself. */
  readonly hostRoot: string;
}

export interface EndpointChoice {
  readonly endpoint: string;
  /** Why this one, one sentence. */
  readonly reason: string;
  /** One sentence when kubelet uses another socket, else null. */
  readonly warning: string | null;
  /** What was asked and what came back; empty when nothing had to be asked. */
  readonly tried: readonly { readonly endpoint: string; readonly result: string }[];
}

/**
 * The runtime's endpoint: flag, environment, kubelet's configuration, else /etc/crictl.yaml and the known sockets, asked
 * all at once. Always names one, also when none answers: the connection then waits for it. Throws RangeError for a flag
 * or variable that names no unix socket.
 */
export async function discoverEndpoint(
  sources: EndpointSources,
  signal: AbortSignal,
): Promise<EndpointChoice> {
  const demanded = demandedEndpoint(sources);
  if (demanded) {
    const path = await existingPath(demanded.path, sources.hostRoot);
    const warning = kubeletWarning(sources, path);
    return { endpoint: toEndpoint(path), reason: demanded.reason, warning, tried: [] };
  }
  const kubelet = sources.kubelet && socketPath(sources.kubelet.endpoint);
  if (sources.kubelet && kubelet !== null) {
    const endpoint = toEndpoint(underHostRoot(kubelet, sources.hostRoot));
    const reason = `kubelet uses it (${sources.kubelet.where}).`;
    return { endpoint, reason, warning: null, tried: [] };
  }
  return choose(await askAll(sources, signal), sources);
}

function demandedEndpoint(sources: EndpointSources) {
  const named = [
    { text: sources.flag, name: '--runtime-endpoint' },
    { text: sources.env, name: 'CRI_TRIAGE_RUNTIME_ENDPOINT' },
  ].find(({ text }) => text !== null && text !== '');
  if (!named?.text) return null;
  const path = socketPath(named.text);
  if (path === null) {
    throw new RangeError(
      `${named.name} ${named.text} is not a unix socket: give unix:///path or /path`,
    );
  }
  return { path, reason: `${named.name} names it.` };
}

/** A path given by hand may be meant as the node's or as ours: ours when it is there. */
async function existingPath(path: string, hostRoot: string): Promise<string> {
  if (hostRoot === '' || (await lookAtSocket(path)).kind !== 'missing') return path;
  const onNode = underHostRoot(path, hostRoot);
  return (await lookAtSocket(onNode)).kind === 'missing' ? path : onNode;
}

function kubeletWarning(sources: EndpointSources, path: string): string | null {
  const theirs = sources.kubelet && socketPath(sources.kubelet.endpoint);
  if (!sources.kubelet || theirs === null) return null;
  if (isSameNodePath(theirs, nodePath(path, sources.hostRoot))) return null;
  return `kubelet uses another runtime socket, ${theirs} (${sources.kubelet.where}): what is shown here may not be what kubelet works with.`;
}

interface Candidate {
  readonly path: string;
  readonly answer: EndpointAnswer;
  /** The crictl file that names it, else null. */
  readonly where: string | null;
}

function askAll(sources: EndpointSources, signal: AbortSignal): Promise<readonly Candidate[]> {
  const named = sources.crictl && socketPath(sources.crictl.endpoint);
  const paths = KNOWN_SOCKETS.filter((path) => named === null || !isSameNodePath(path, named));
  const all = [...(named === null ? [] : [named]), ...paths];
  return Promise.all(
    all.map(async (nodesPath) => {
      const path = underHostRoot(nodesPath, sources.hostRoot);
      const answer = await askEndpoint(path, { signal, timeoutMs: PROBE_TIMEOUT_MS });
      const where = nodesPath === named ? (sources.crictl?.where ?? null) : null;
      return { path, answer, where };
    }),
  );
}

function choose(candidates: readonly Candidate[], sources: EndpointSources): EndpointChoice {
  const answering = candidates.filter(({ answer }) => answer.version !== null);
  const [chosen] = [
    ...answering,
    ...candidates.filter(({ where }) => where !== null),
    ...candidates.filter(({ answer }) => answer.isSocket),
    ...candidates,
  ];
  if (!chosen) throw new Error('there is always a known socket');
  const tried = candidates.map(({ path, answer }) => ({
    endpoint: toEndpoint(path),
    result: answer.sentence,
  }));
  return {
    endpoint: toEndpoint(chosen.path),
    reason: reasonFor(chosen, answering),
    warning: kubeletWarning(sources, chosen.path),
    tried,
  };
}

function reasonFor(chosen: Candidate, answering: readonly Candidate[]): string {
  if (answering.length === 0) {
    const source = chosen.where === null ? 'this one is waited for' : `${chosen.where} names it`;
    return `No known socket answers; ${source}.`;
  }
  const others = answering
    .filter((candidate) => candidate !== chosen)
    .map(({ path, answer }) => `${answer.version?.runtimeName ?? 'a runtime'} at ${path}`);
  const why =
    chosen.where === null ? 'the first known socket that answers' : `${chosen.where} names it`;
  if (others.length === 0) {
    return chosen.where === null ? 'It is the only known socket that answers.' : `${why}.`;
  }
  return `Chosen because ${chosen.where === null ? `it is ${why}` : why}; ${others.join(' and ')} answers too (choose with --runtime-endpoint).`;
}
