/** Every path of the API and of the pages, as functions. Plain strings: the browser imports this file as a value. */
const seg = encodeURIComponent;

export const API_ROOT = '/api/v1';

interface PodPathRef {
  namespace: string;
  name: string;
  uid?: string | null;
}

export const apiPaths = {
  node: () => `${API_ROOT}/node`,
  pods: () => `${API_ROOT}/pods`,
  pod: (namespace: string, name: string) => `${API_ROOT}/pods/${seg(namespace)}/${seg(name)}`,
  findings: () => `${API_ROOT}/findings`,
  /** Server-sent events; with a pod the stream carries that pod's detail too. */
  events: (pod?: { namespace: string; name: string; uid?: string | null }) =>
    pod === undefined
      ? `${API_ROOT}/events`
      : `${API_ROOT}/events?pod=${seg(`${pod.namespace}/${pod.name}`)}${pod.uid ? `&uid=${seg(pod.uid)}` : ''}`,
  calls: (pod?: { namespace: string; name: string; uid?: string | null }) =>
    pod === undefined
      ? `${API_ROOT}/calls`
      : `${API_ROOT}/calls?pod=${seg(`${pod.namespace}/${pod.name}`)}${pod.uid ? `&uid=${seg(pod.uid)}` : ''}`,
  report: (pod?: { namespace: string; name: string; uid?: string | null }) =>
    pod === undefined
      ? `${API_ROOT}/report`
      : `${API_ROOT}/report?pod=${seg(`${pod.namespace}/${pod.name}`)}${pod.uid ? `&uid=${seg(pod.uid)}` : ''}`,
  capture: () => `${API_ROOT}/capture`,
  /** Figures of all containers now; with `recent` points for small lines, with a pod its containers only. */
  stats: (options: { recent?: number; pod?: PodPathRef } = {}) => {
    const query = new URLSearchParams();
    if (options.recent !== undefined) query.set('recent', String(options.recent));
    if (options.pod !== undefined) query.set('pod', `${options.pod.namespace}/${options.pod.name}`);
    if (options.pod?.uid) query.set('uid', options.pod.uid);
    return `${API_ROOT}/stats${query.size === 0 ? '' : `?${query}`}`;
  },
  /** One container's line; samples after `sinceMs` where it is given. */
  containerStats: (containerId: string, sinceMs?: number) =>
    `${API_ROOT}/stats/${seg(containerId)}${sinceMs === undefined ? '' : `?since=${new Date(sinceMs).toISOString()}`}`,
  /** Lines of JSON; what is asked for stands in the query. */
  logs: (containerId: string) => `${API_ROOT}/containers/${seg(containerId)}/logs`,
  logAttempts: (containerId: string) => `${API_ROOT}/containers/${seg(containerId)}/logs/attempts`,
  rawLog: (containerId: string, attempt?: number) =>
    `${API_ROOT}/containers/${seg(containerId)}/logs/raw${attempt === undefined ? '' : `?attempt=${attempt}`}`,
  /** Of a container that may be gone, by the names of its files; then /attempts and /raw below it. */
  logsByName: (pod: PodPathRef, container: string) =>
    `${API_ROOT}/pods/${seg(pod.namespace)}/${seg(pod.name)}/containers/${seg(container)}/logs${pod.uid ? `?uid=${seg(pod.uid)}` : ''}`,
  /** Probes of this server; with a body, a new one. */
  probes: () => `${API_ROOT}/probes`,
  /** What a form offers here; beside a stuck pod where one is named. */
  probeOptions: (pod?: PodPathRef, container?: string) => {
    const query = new URLSearchParams();
    if (pod !== undefined) query.set('pod', `${pod.namespace}/${pod.name}`);
    if (pod?.uid) query.set('uid', pod.uid);
    if (container !== undefined) query.set('container', container);
    return `${API_ROOT}/probes/options${query.size === 0 ? '' : `?${query}`}`;
  },
  probe: (id: string) => `${API_ROOT}/probes/${seg(id)}`,
  /** Makes the call that waits. */
  probeNext: (id: string) => `${API_ROOT}/probes/${seg(id)}/next`,
  probeCommands: (id: string) => `${API_ROOT}/probes/${seg(id)}/commands`,
  /** Looks again for what probes left on the node, and removes it. */
  probeSweep: () => `${API_ROOT}/probes/sweep`,
  actions: () => `${API_ROOT}/actions`,
  actionPreview: (kind: string, id: string) =>
    `${API_ROOT}/actions?${new URLSearchParams({ kind, id })}`,
  images: () => `${API_ROOT}/images`,
  explain: () => `${API_ROOT}/explain`,
  session: () => `${API_ROOT}/session`,
  tickets: () => `${API_ROOT}/tickets`,
  command: (containerId: string) => `${API_ROOT}/containers/${seg(containerId)}/exec`,
  checkPort: (namespace: string, name: string) =>
    `${API_ROOT}/pods/${seg(namespace)}/${seg(name)}/check-port`,
} as const;

/** Below the base path; a ticket opens one of them once. */
export function streamPath(kind: string, ticket: string): string {
  return `/ws/${seg(kind)}?ticket=${seg(ticket)}`;
}

export const pagePaths = {
  /** With a finding's id that finding is open. */
  node: (finding?: string) => (finding ? `/?finding=${seg(finding)}` : '/'),
  pods: (query?: string) => (query ? `/pods?q=${seg(query)}` : '/pods'),
  /** The uid travels as ?uid= where a name alone is not enough. */
  pod: (namespace: string, name: string, uid?: string | null) =>
    `/pods/${seg(namespace)}/${seg(name)}${uid ? `?uid=${seg(uid)}` : ''}`,
  calls: (query?: string) => (query ? `/calls?q=${seg(query)}` : '/calls'),
  stats: (query?: string) => (query ? `/stats?q=${seg(query)}` : '/stats'),
  images: (query?: string) => (query ? `/images?q=${seg(query)}` : '/images'),
  /** One that runs or ended, or the form for a new one, beside a stuck pod where one is named. */
  probe: (about: { id?: string; pod?: PodPathRef; container?: string } = {}) => {
    const query = new URLSearchParams();
    if (about.id !== undefined) query.set('id', about.id);
    if (about.pod !== undefined) query.set('pod', `${about.pod.namespace}/${about.pod.name}`);
    if (about.pod?.uid) query.set('uid', about.pod.uid);
    if (about.container !== undefined) query.set('container', about.container);
    return `/probe${query.size === 0 ? '' : `?${query}`}`;
  },
  explain: (text?: string) => (text ? `/explain?text=${seg(text)}` : '/explain'),
  logout: () => '/logout',
  login: (next?: string) => (next ? `/login?next=${seg(next)}` : '/login'),
} as const;

/** What the renderer's pages ask the server for the first view, over the private socket. */
export const FIRST_VIEW_PATH = '/first-view';
export const CAPABILITY_HEADER = 'x-cri-triage-capability';
