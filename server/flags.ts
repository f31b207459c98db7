/** One flag of the command line; CRI_TRIAGE_<FLAG> sets it too. The README's table is made from this list. */
export interface Flag {
  /** Without the dashes. */
  readonly name: string;
  /** The value's placeholder in the help; null for a switch. */
  readonly value: string | null;
  /** Several values: the flag is repeated, in the variable they are separated by commas. */
  readonly isList: boolean;
  readonly fallback: string | null;
  readonly help: string;
}

function flag(name: string, value: string | null, fallback: string | null, help: string): Flag {
  return { name, value, isList: false, fallback, help };
}

export const FLAGS = [
  flag('port', 'PORT', '8666', 'port to listen on; 0 takes a free one'),
  flag(
    'listen',
    'ADDRESS',
    '127.0.0.1',
    'address to listen on; another than loopback needs a token and TLS',
  ),
  {
    ...flag(
      'allow-host',
      'NAME',
      null,
      'further Host name to answer to; https://NAME when a proxy ends TLS for it',
    ),
    isList: true,
  },
  flag('tls-cert', 'FILE', null, 'certificate chain (PEM)'),
  flag('tls-key', 'FILE', null, 'its private key (PEM)'),
  flag(
    'token',
    'TOKEN',
    null,
    'one admin token, at least 8 characters; none: one is made and printed',
  ),
  flag('token-file', 'FILE', null, 'lines "role name token", role one of viewer, operator, admin'),
  flag(
    'insecure-listen',
    null,
    null,
    'listen beyond loopback without TLS; whoever sees the traffic sees the token',
  ),
  flag('base-path', 'PATH', null, 'path prefix behind a proxy, such as /cri-triage'),
  flag('runtime-endpoint', 'SOCKET', null, 'CRI socket; none: found as kubelet and crictl would'),
  flag(
    'runtime-log',
    'UNIT|FILE',
    null,
    "the runtime's log: a systemd unit or a file; none: found",
  ),
  flag(
    'kubelet',
    'URL',
    null,
    "kubelet's address; none: its port 10250 with a credential, 10255 without",
  ),
  flag('kubelet-token-file', 'FILE', null, 'bearer token for kubelet'),
  flag('kubelet-cert', 'FILE', null, 'client certificate for kubelet (PEM)'),
  flag('kubelet-key', 'FILE', null, 'its private key (PEM)'),
  flag('kubelet-ca', 'FILE', null, "authority that signed kubelet's certificate (PEM)"),
  flag('kubelet-log', 'UNIT|FILE', null, "kubelet's log: a systemd unit or a file; none: found"),
  flag(
    'kubeconfig',
    'FILE',
    null,
    'kubeconfig for the API server; none: the service account of our own pod, where there is one',
  ),
  flag('kube-api', 'auto|off', 'auto', 'whether the API server is asked'),
  flag(
    'node-name',
    'NAME',
    null,
    "this node's name in the cluster; none: as kubelet takes it, else the host name",
  ),
  flag('host-root', 'DIR', '/', 'where the node is mounted; prefixes every node path'),
  flag(
    'pod-logs',
    'DIR',
    null,
    "pod log directory on the node; none: podLogsDir of kubelet's configuration, then /var/log/pods",
  ),
  flag(
    'data-dir',
    'DIR',
    null,
    'where history is kept over restarts, or "none"; not given: /var/lib/cri-triage as root, else memory',
  ),
  flag(
    'manifests',
    'DIR',
    null,
    "static pod manifests; none: kubelet's configuration, then /etc/kubernetes/manifests",
  ),
  {
    ...flag(
      'allow',
      'KIND',
      null,
      'switch on what acts on containers: exec, attach, port-forward, probe, remove; several with commas',
    ),
    isList: true,
  },
  flag('open', 'FILE', null, 'show a capture instead of this node; nothing of the node is asked'),
  flag('log-level', 'LEVEL', 'info', 'debug, info, warn or error'),
] as const satisfies readonly Flag[];

export type FlagName = (typeof FLAGS)[number]['name'];

/** The environment variable that sets a flag. */
export function variableOf(name: string): string {
  return `CRI_TRIAGE_${name.toUpperCase().replaceAll('-', '_')}`;
}
