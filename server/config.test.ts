import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError, HelpAsked } from './config-error.ts';
import { FLAGS, variableOf } from './flags.ts';

const folder = mkdtempSync(join(tmpdir(), 'cri-triage-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test('without anything: loopback, port 8666, one admin token that was made', () => {
  const config = readConfig([], {});
  expect(config).toMatchObject({
    port: 8666,
    listen: '127.0.0.1',
    hostRoot: '/',
    podLogs: null,
    basePath: '',
  });
  expect(config.tokens).toEqual([{ role: 'admin', name: 'admin', token: config.madeToken }]);
  expect(config.madeToken).toMatch(/^[\w-]{43}$/);
  expect(readConfig([], {}).madeToken).not.toBe(config.madeToken);
  expect(Object.isFrozen(config)).toBe(true);
});

test('a flag wins over its variable', () => {
  const env = {
    CRI_TRIAGE_PORT: '1',
    CRI_TRIAGE_HOST_ROOT: '/host',
    CRI_TRIAGE_ALLOW_HOST: 'a.example, b.example',
  };
  expect(readConfig(['--port', '2'], env)).toMatchObject({
    port: 2,
    hostRoot: '/host',
    allowHosts: ['a.example', 'b.example'],
  });
  expect(
    readConfig(['--allow-host', 'c.example', '--allow-host', 'd.example'], env).allowHosts,
  ).toEqual(['c.example', 'd.example']);
});

test('a token file has roles, names, comments', () => {
  const path = file(
    'tokens',
    '# ours\nviewer alice alice-token-1\n\nadmin bob bob-token-12 # on call\n',
  );
  const config = readConfig(['--token-file', path], {});
  expect(config.tokens.map(({ role, name }) => `${role} ${name}`)).toEqual([
    'viewer alice',
    'admin bob',
  ]);
  expect(config.madeToken).toBeNull();
});

test.each([
  [['--port', '65536'], {}, '--port is "65536": expected a port'],
  [['--port', 'x'], {}, '--port is "x"'],
  [[], { CRI_TRIAGE_PORT: '-1' }, 'CRI_TRIAGE_PORT is "-1"'],
  [['--listen', 'eth0'], {}, '--listen is "eth0": expected an IP address'],
  [['--listen', '0.0.0.0'], {}, 'expected a token (--token or --token-file) and TLS'],
  [
    ['--listen', '::', '--token', 'long-enough'],
    {},
    'expected TLS (--tls-cert and --tls-key), or --insecure-listen',
  ],
  [['--token', 'short'], {}, '--token: expected at least 8 characters'],
  [['--token', 'with space in it'], {}, '--token: expected letters'],
  [['--token-file', '/nowhere/tokens'], {}, '--token-file cannot be read'],
  [
    ['--tls-cert', '/x.pem'],
    {},
    '--tls-cert is set alone: expected --tls-cert and --tls-key together',
  ],
  [['--kubelet-key', '/x.pem'], {}, '--kubelet-key is set alone'],
  [['--kubelet', '10.0.0.1:10250'], {}, '--kubelet is "10.0.0.1:10250": expected an address'],
  [
    ['--runtime-endpoint', 'tcp://1.2.3.4'],
    {},
    '--runtime-endpoint is "tcp://1.2.3.4": expected a unix socket',
  ],
  [['--runtime-log', 'sshd'], {}, '--runtime-log is "sshd": expected an absolute path, or a unit'],
  [['--base-path', 'cri'], {}, '--base-path is "cri": expected a path'],
  [['--base-path', '/a/../b'], {}, 'expected a path'],
  [['--allow-host', 'http://a/b'], {}, 'expected a host name'],
  [['--data-dir', 'data'], {}, '--data-dir is "data": expected an absolute path, or none'],
  [['--host-root', 'host'], {}, '--host-root is "host": expected an absolute path'],
  [['--log-level', 'loud'], {}, 'expected one of debug, info, warn, error'],
  [
    [],
    { CRI_TRIAGE_INSECURE_LISTEN: 'yes' },
    'CRI_TRIAGE_INSECURE_LISTEN is "yes": expected 1, true, 0 or false',
  ],
  [['--open', '/nowhere/x'], {}, '--open cannot be read: ENOENT'],
  [['--allow', 'exec,everything'], {}, 'expected kinds out of exec, attach'],
  [['--nonsense', 'x'], {}, "unknown option '--nonsense'"],
  [['--port'], {}, "option '--port <PORT>' argument missing"],
  [['extra'], {}, 'too many arguments'],
])('%j %j is refused by name', (argv, env, message) => {
  expect(() => readConfig(argv, env as Record<string, string>)).toThrow(ConfigError);
  expect(() => readConfig(argv, env as Record<string, string>)).toThrow(message);
});

test('a bad line of the token file is named, its token is not', () => {
  for (const [text, message] of [
    [
      'root bob bob-token-12',
      'line 1: expected role name token with role one of viewer, operator, admin',
    ],
    ['viewer bob-token-12', 'line 1: expected three words'],
    ['viewer a same-token-1\nadmin b same-token-1', 'line 2: this token stands twice'],
    ['# nothing', 'no line with role name token'],
    ['viewer bob secret', 'line 1: the token has to have at least 8 characters'],
  ] as const) {
    const path = file('bad', text);
    expect(() => readConfig(['--token-file', path], {})).toThrow(message);
    try {
      readConfig(['--token-file', path], {});
    } catch (error) {
      expect(String(error)).not.toMatch(/bob-token-12|same-token-1|secret/);
    }
  }
});

test('--insecure-listen is a choice, and still nobody comes in without a token', () => {
  const config = readConfig(['--listen', '0.0.0.0', '--insecure-listen'], {});
  expect(config.madeToken).not.toBeNull();
});

test('--help names every flag and variable', () => {
  try {
    readConfig(['--help'], {});
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(HelpAsked);
    for (const flag of FLAGS) {
      expect(String(error)).toContain(`--${flag.name}`);
      expect(String(error)).toContain(variableOf(flag.name));
    }
  }
});

test('a variable without a flag is told', () => {
  expect(readConfig([], { CRI_TRIAGE_PROT: '1' }).warnings).toEqual([
    'CRI_TRIAGE_PROT is set but no flag has that name',
  ]);
});

test('the API server: where a pod finds it, or not at all', () => {
  const env = { KUBERNETES_SERVICE_HOST: '10.96.0.1' };
  expect(readConfig(['--node-name', 'n1.example'], env)).toMatchObject({
    kube: { kubeconfig: null, isOff: false, inCluster: { host: '10.96.0.1', port: '443' } },
    nodeName: 'n1.example',
  });
  expect(readConfig(['--kube-api', 'off'], {}).kube).toMatchObject({
    isOff: true,
    inCluster: null,
  });
  expect(() => readConfig(['--kube-api', 'maybe'], {})).toThrow('one of auto, off');
  expect(() => readConfig(['--kubeconfig', '/absent'], {})).toThrow('--kubeconfig cannot be read');
  expect(() => readConfig(['--node-name', 'n1,spec.x=y'], {})).toThrow('a node name');
});

test('what acts on containers is off unless it is named, once or with commas', () => {
  expect(readConfig([], {}).allow).toEqual([]);
  expect(readConfig(['--allow', 'exec, attach', '--allow', 'probe'], {}).allow).toEqual([
    'exec',
    'attach',
    'probe',
  ]);
  expect(readConfig([], { CRI_TRIAGE_ALLOW: 'exec,port-forward' }).allow).toEqual([
    'exec',
    'port-forward',
  ]);
});
