import { makeToken, parseToken, parseTokenLines, type TokenEntry } from './access/token-table.ts';
import { ConfigError } from './config-error.ts';
import {
  type Environment,
  readSettings,
  type Setting,
  unknownVariables,
} from './config-settings.ts';
import {
  isLoopbackAddress,
  readFileOf,
  refuseHalfPair,
  toAbsolute,
  toAllowHost,
  toAllowKinds,
  toBasePath,
  toChoice,
  toDataDir,
  toEndpoint,
  toFileToOpen,
  toListen,
  toLogPlace,
  toNodeName,
  toPort,
  toReadableFile,
  toUrl,
} from './config-values.ts';
import type { AllowKind } from './contract/stream-words.ts';
import type { FlagName } from './flags.ts';
import type { LogPlace } from './journal/log-places.ts';

const KUBE_CHOICES = ['auto', 'off'] as const;
const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

/** Everything the server is told from outside, checked and frozen. */
export interface Config {
  readonly port: number;
  readonly listen: string;
  readonly allowHosts: readonly string[];
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
  readonly tokens: readonly TokenEntry[];
  /** The admin token that was made because none was given; it is printed once. */
  readonly madeToken: string | null;
  /** "" or "/prefix". */
  readonly basePath: string;
  /** With the flag or variable that named it: the page says which. */
  readonly runtimeEndpoint: Setting | null;
  readonly runtimeLog: LogPlace | null;
  readonly kubelet: KubeletAccess;
  readonly kubeletLog: LogPlace | null;
  readonly kube: KubeSettings;
  /** This node's name as told; null: found. */
  readonly nodeName: string | null;
  readonly hostRoot: string;
  /** Null: as kubelet is told. */
  readonly podLogs: string | null;
  readonly manifests: string | null;
  /** Where history is kept; NO_DATA_DIR: nowhere; null: decided when it is opened. */
  readonly dataDir: string | null;
  /** What acts on containers and was switched on; nothing unless named. */
  readonly allow: readonly AllowKind[];
  /** A capture to show instead of this node. */
  readonly open: string | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Sentences to log once: what was given and has no effect. */
  readonly warnings: readonly string[];
}

export interface KubeSettings {
  readonly kubeconfig: string | null;
  readonly isOff: boolean;
  /** Where a pod finds the API server, from its environment; null outside of one. */
  readonly inCluster: { readonly host: string; readonly port: string } | null;
}

export interface KubeletAccess {
  readonly url: string | null;
  readonly tokenFile: string | null;
  readonly certFile: string | null;
  readonly keyFile: string | null;
  readonly caFile: string | null;
}

/** Reads flags and environment (a flag wins) into a frozen Config; throws ConfigError or HelpAsked. */
export function readConfig(argv: readonly string[], env: Environment): Config {
  const settings = readSettings(argv, env);
  const one = (name: FlagName): Setting | null => settings[name]?.[0] ?? null;
  const listen = toListen(one('listen'), '127.0.0.1');
  const tls = readTls(one('tls-cert'), one('tls-key'));
  const given = readTokens(one('token'), one('token-file'));
  if (!isLoopbackAddress(listen) && one('insecure-listen') === null) {
    refuseOpenListen(listen, { hasToken: given.length > 0, hasTls: tls !== null });
  }
  const madeToken = given.length === 0 ? makeToken() : null;
  return Object.freeze({
    port: toPort(one('port'), 8666),
    listen,
    allowHosts: (settings['allow-host'] ?? []).map(toAllowHost),
    tls,
    tokens:
      madeToken === null ? given : [{ role: 'admin' as const, name: 'admin', token: madeToken }],
    madeToken,
    basePath: toBasePath(one('base-path')),
    runtimeEndpoint: toEndpoint(one('runtime-endpoint')),
    runtimeLog: toLogPlace(one('runtime-log')),
    kubelet: readKubelet(one),
    kubeletLog: toLogPlace(one('kubelet-log')),
    kube: readKube(one, env),
    nodeName: toNodeName(one('node-name')),
    hostRoot: toAbsolute(one('host-root'), '/'),
    podLogs: toAbsolute(one('pod-logs'), null),
    manifests: toAbsolute(one('manifests'), null),
    dataDir: toDataDir(one('data-dir')),
    allow: (settings['allow'] ?? []).flatMap(toAllowKinds),
    open: toFileToOpen(one('open'), env['INIT_CWD']),
    logLevel: toChoice(one('log-level'), LOG_LEVELS, 'info'),
    warnings: unknownVariables(env).map((name) => `${name} is set but no flag has that name`),
  });
}

function readTls(cert: Setting | null, key: Setting | null): Config['tls'] {
  refuseHalfPair(cert, key, ['tls-cert', 'tls-key']);
  return cert === null || key === null ? null : { cert: readFileOf(cert), key: readFileOf(key) };
}

function readTokens(token: Setting | null, file: Setting | null): readonly TokenEntry[] {
  const entries: TokenEntry[] = [];
  if (token !== null) {
    const expected = parseToken(token.value);
    if (expected !== null) throw new ConfigError(`${token.from}: expected ${expected}`);
    entries.push({ role: 'admin', name: 'admin', token: token.value });
  }
  if (file !== null) {
    const parsed = parseTokenLines(readFileOf(file).toString('utf8'));
    if ('error' in parsed) throw new ConfigError(`${file.from}, ${file.value}: ${parsed.error}`);
    entries.push(...parsed.entries);
  }
  return entries;
}

function readKubelet(one: (name: FlagName) => Setting | null): KubeletAccess {
  refuseHalfPair(one('kubelet-cert'), one('kubelet-key'), ['kubelet-cert', 'kubelet-key']);
  return Object.freeze({
    url: toUrl(one('kubelet')),
    tokenFile: toReadableFile(one('kubelet-token-file')),
    certFile: toReadableFile(one('kubelet-cert')),
    keyFile: toReadableFile(one('kubelet-key')),
    caFile: toReadableFile(one('kubelet-ca')),
  });
}

function readKube(one: (name: FlagName) => Setting | null, env: Environment): KubeSettings {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = env;
  return Object.freeze({
    kubeconfig: toReadableFile(one('kubeconfig')),
    isOff: toChoice(one('kube-api'), KUBE_CHOICES, 'auto') === 'off',
    inCluster: host ? { host, port } : null,
  });
}

/** Thousands of consoles were found open to the world because nobody chose to protect them: here one has to choose. */
function refuseOpenListen(
  listen: string,
  has: { readonly hasToken: boolean; readonly hasTls: boolean },
): void {
  if (has.hasToken && has.hasTls) return;
  const missing = [
    ...(has.hasToken ? [] : ['a token (--token or --token-file)']),
    ...(has.hasTls ? [] : ['TLS (--tls-cert and --tls-key)']),
  ];
  throw new ConfigError(
    `--listen ${listen} is reachable from other machines: expected ${missing.join(' and ')}, or --insecure-listen`,
  );
}
