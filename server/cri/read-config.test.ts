import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../contract/cri-config.ts';
import { ContainerConfigSchema } from './generated/runtime/v1/api_pb.js';
import { toMessage } from './map/to-message.ts';
import { configOf, problemsOf } from './testing/read-for-test.ts';

type Kind = 'sandbox' | 'container';

describe('configurations in the style of crictl', () => {
  const sandbox = {
    metadata: { name: 'sandbox', namespace: 'default', attempt: 1, uid: 'abc' },
    log_directory: '/tmp',
    linux: {},
  };
  const container = {
    metadata: { name: 'busybox' },
    image: { image: 'registry.example/busybox:1' },
    command: ['top'],
    log_path: 'busybox.0.log',
    linux: {},
  };

  it('the pair is taken unchanged, as object, JSON and YAML', () => {
    expect(configOf('sandbox', sandbox)).toEqual(sandbox);
    expect(configOf('container', JSON.stringify(container))).toEqual(container);
    const yaml =
      'metadata:\n  name: busybox\nimage:\n  image: registry.example/busybox:1\ncommand:\n- top\nlog_path: busybox.0.log\nlinux: {}\n';
    expect(configOf('container', yaml)).toEqual(container);
  });

  it('enums are taken by number, name, and name without what all have in front', () => {
    const mount = (propagation: JsonValue) => configOf('container', { mounts: [{ propagation }] });
    const canonical = { mounts: [{ propagation: 2 }] };
    for (const value of [2, 'PROPAGATION_BIDIRECTIONAL', 'bidirectional']) {
      expect(mount(value)).toEqual(canonical);
    }
  });

  it('environment values are plain text and reach the message as their bytes', () => {
    const config = configOf('container', { envs: [{ key: 'A', value: 'Grüße, true' }] });
    const message = toMessage('X', ContainerConfigSchema, config);
    expect(Buffer.from(message.envs[0]?.value ?? []).toString()).toBe('Grüße, true');
  });

  it.each([
    ['9223372036854771712', '9223372036854771712'],
    ['"9223372036854771712"', '9223372036854771712'],
    ['"4096"', 4096],
    ['-1', -1],
  ])('the whole number %s is exact', (text, canonical) => {
    const yaml = `{"linux": {"resources": {"memory_limit_in_bytes": ${text}}}}`;
    const linux = { resources: { memory_limit_in_bytes: canonical } };
    expect(configOf('container', yaml)).toEqual({ linux });
  });
});

describe('what is wrong is told with its place and what was meant', () => {
  it.each<[string, Kind, unknown, string]>([
    [
      'a slip of the pen',
      'container',
      { mounts: [{ host_pth: '/x' }] },
      'container_config.mounts[0].host_pth: no such field; probably meant: container_config.mounts[0].host_path',
    ],
    [
      'a field in the wrong place',
      'container',
      { privileged: true },
      'container_config.privileged: no such field; probably meant: container_config.linux.security_context.privileged',
    ],
    [
      'a word of Kubernetes',
      'container',
      { mounts: [{ mountPath: '/x' }] },
      'container_config.mounts[0].mountPath: no such field; probably meant: container_config.mounts[0].container_path',
    ],
    [
      'a word nobody knows',
      'sandbox',
      { linux: { zzzzzzzzzz: 1 } },
      'sandbox_config.linux.zzzzzzzzzz: no such field; there are cgroup_parent, security_context, sysctls, overhead, resources',
    ],
    [
      'one text for many',
      'container',
      { command: 'sh' },
      'container_config.command: expected a list of texts; found a text',
    ],
    [
      'a number for a text',
      'sandbox',
      { labels: { a: 1 } },
      'sandbox_config.labels["a"]: expected a text, found a number: write it in quotes',
    ],
    [
      'nothing in a list',
      'container',
      { command: ['sh', null] },
      'container_config.command[1]: expected a text, found null',
    ],
    [
      'a word for yes',
      'container',
      'tty: yes',
      'container_config.tty: expected true or false, found a text: write it without quotes',
    ],
    [
      'an unknown name',
      'container',
      { linux: { security_context: { namespace_options: { pid: 'HOST' } } } },
      'container_config.linux.security_context.namespace_options.pid: expected one of POD (0), CONTAINER (1), NODE (2), TARGET (3); found "HOST"',
    ],
    [
      'an unknown number',
      'sandbox',
      { port_mappings: [{ protocol: 9 }] },
      'sandbox_config.port_mappings[0].protocol: expected one of TCP (0), UDP (1), SCTP (2); found 9',
    ],
    [
      'a number that does not fit 32 bits',
      'sandbox',
      { metadata: { attempt: -1 } },
      'sandbox_config.metadata.attempt: out of range: expected a whole number from 0 to 4294967295',
    ],
    [
      'a fraction',
      'sandbox',
      { metadata: { attempt: 1.5 } },
      'sandbox_config.metadata.attempt: expected a whole number, found one with a fraction',
    ],
    [
      'a number that is not exact',
      'container',
      { linux: { resources: { cpu_quota: 2 ** 60 } } },
      'container_config.linux.resources.cpu_quota: this number is too large to be exact in JSON: write it in quotes',
    ],
    [
      'a field given twice',
      'sandbox',
      { logDirectory: '/a', log_directory: '/b' },
      'sandbox_config.log_directory: given twice, as "logDirectory" and "log_directory": keep one',
    ],
    [
      'broken text',
      'sandbox',
      { hostname: '\ud800' },
      'sandbox_config.hostname: this text holds a broken character',
    ],
    [
      'a name that JavaScript cannot hold',
      'sandbox',
      JSON.parse('{"labels": {"__proto__": "x"}}'),
      'sandbox_config.labels["__proto__"]: this name cannot be used',
    ],
    [
      'no object at all',
      'sandbox',
      [1],
      'sandbox_config: expected an object with metadata, hostname, log_directory, dns_config, port_mappings, labels …; found a list',
    ],
    [
      'what JSON does not have',
      'sandbox',
      { metadata: new Map() },
      'sandbox_config.metadata: expected an object with name, uid, namespace, attempt; found something that JSON does not have',
    ],
  ])('%s', (_, kind, value, expected) => {
    expect(problemsOf(kind, value)).toEqual([expected]);
  });

  it('every place is told, in the order of the text', () => {
    const text = 'log_path: 1\ncommand: [1, a, 2]\nnope: 1\n';
    const places = problemsOf('container', text).map((problem) => problem.split(':')[0]);
    expect(places).toEqual([
      'container_config.log_path',
      'container_config.command[0]',
      'container_config.command[2]',
      'container_config.nope',
    ]);
  });

  it('no value is ever repeated', () => {
    const secret = 'hunter2hunter2';
    const wrong = [
      { envs: secret },
      { envs: { PASSWORD: secret } },
      { envs: [{ key: 'A', value: [secret] }] },
      { tty: secret, log_path: [secret], linux: secret },
      `envs: [{key: A, value: "${secret}" "${secret}"}]`,
      `{"envs": [{"key": "A", "value": ${secret}`,
      `{"a": "${secret}" ${secret}}`,
      `a: *${secret}`,
      `a: !${secret} b`,
      `a: ${secret}: ${secret}`,
      `- a\n${secret}`,
    ];
    for (const value of wrong) {
      const problems = problemsOf('container', value);
      expect(problems).not.toEqual([]);
      expect(problems.join(), JSON.stringify(value)).not.toContain(secret);
    }
  });

  it('beyond twenty they are counted', () => {
    const many = Object.fromEntries(Array.from({ length: 27 }, (_, index) => [`x${index}x`, 1]));
    const problems = problemsOf('sandbox', many);
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toBe('sandbox_config: and 7 more');
  });

  it('a strange name is told short and without control signs', () => {
    const [problem = ''] = problemsOf('sandbox', { [`\u001b[31m"${'x'.repeat(5_000)}`]: 1 });
    expect(problem.length).toBeLessThan(250);
    expect(problem).not.toContain('\u001b');
  });
});

describe('a text that is something else', () => {
  it.each<[string, Kind, unknown, RegExp]>([
    ['swapped', 'sandbox', { metadata: { name: 'a' }, image: { image: 'x' } }, /swapped/u],
    [
      'swapped, told by its metadata',
      'container',
      { metadata: { uid: 'u' }, linux: {} },
      /swapped/u,
    ],
    ['wrapped', 'sandbox', { sandbox_config: { hostname: 'a' } }, /wrapped in "sandbox_config"/u],
    ['wrapped and swapped', 'sandbox', { config: { command: [] } }, /swapped/u],
    ['both', 'sandbox', { SandboxConfig: {}, container_config: {} }, /in its own place/u],
    ['a pod', 'container', 'apiVersion: v1\nkind: Pod\n', /manifest of Kubernetes/u],
    ['output of crictl', 'sandbox', { info: {}, status: {} }, /crictl inspectp: .*info\.config/u],
    ['empty', 'sandbox', ' \n', /empty/u],
    ['a word', 'sandbox', 'hello', /expected an object .*found a text/u],
    ['two documents', 'sandbox', 'hostname: a\n---\nhostname: b\n', /several documents/u],
    ['broken JSON', 'sandbox', '{"hostname": "a"\n "b"}', /no JSON: line 2, column 2: Expected/u],
    ['broken YAML', 'sandbox', 'hostname: [a\nlabels: {}\n', /line \d+, column \d+: /u],
    ['too long', 'sandbox', `hostname: ${'x'.repeat(140_000)}`, /too long/u],
  ])('%s', (_, kind, value, expected) => {
    const problems = problemsOf(kind, value);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(expected);
  });

  it('anchors are followed, but not without end', () => {
    const twice = 'labels: &l {a: b}\nannotations: *l\n';
    expect(configOf('sandbox', twice)).toEqual({ labels: { a: 'b' }, annotations: { a: 'b' } });
    expect(problemsOf('sandbox', 'labels: &l {a: *l}')).toHaveLength(1);
    const levels = Array.from(
      { length: 9 },
      (_, level) => `x${level + 1}: &a${level + 1} [${`*a${level},`.repeat(9)}]`,
    );
    const bomb = ['x0: &a0 [a]', ...levels].join('\n');
    expect(problemsOf('sandbox', bomb)).toEqual([
      'sandbox_config: its anchors (&, *) cannot be followed: write the values out',
    ]);
  });

  it('a short text that unfolds to a large one is refused', () => {
    const long = `"${'x'.repeat(60_000)}"`;
    const text = `command: [&a ${long}${', *a'.repeat(20)}]`;
    expect(problemsOf('container', text)).toEqual([
      'container_config: too large: more than 524288 characters when written out',
    ]);
  });
});
