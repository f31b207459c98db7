import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ProbeRequest, probeRequestSchema } from '../../contract/probe.ts';
import { readConfig } from '../../cri/read-config.ts';
import type { ProbePlan } from '../plan.ts';
import { probeCommands } from './commands.ts';
import { planProbe } from './plan-probe.ts';

/** Stands for crictl: writes down each word it is given, keeps the files, and answers as crictl does. */
const CRICTL = String.raw`#!/bin/sh
printf '%s\n' "$#" >> "$STUB/calls"
for word in "$@"; do printf '%s\n' "$word" >> "$STUB/words"; done
printf '%s\n' -- >> "$STUB/words"
while [ $# -gt 0 ]; do
  case $1 in
    --timeout | --runtime-endpoint | --image-endpoint) shift 2 ;;
    *) break ;;
  esac
done
command=$1
for word in "$@"; do case $word in *.json) cp "$word" "$STUB/" ;; esac; done
case $command in
  runp) touch "$STUB/pod"; [ "$FAIL" = runp ] || echo 9c1b ;;
  pods) [ ! -e "$STUB/pod" ] || echo 9c1b ;;
  create) echo 3f2a ;;
  rmp) rm -f "$STUB/pod" ;;
esac
[ "$FAIL" != "$command" ]
`;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commands-'));
  writeFileSync(join(folder, 'crictl'), CRICTL);
  writeFileSync(join(folder, 'sleep'), '#!/bin/sh\n');
  chmodSync(join(folder, 'crictl'), 0o755);
  chmodSync(join(folder, 'sleep'), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function planOf(request: Partial<ProbeRequest>, podLogs = join(folder, 'pods')): ProbePlan {
  const result = planProbe(
    { ...probeRequestSchema.parse({}), image: 'registry.example/app:1', ...request },
    {
      id: 'k3x9',
      uid: '7f6f2f0e',
      owner: '1.1',
      deadlineSeconds: 1,
      podLogs,
      images: [],
      isAdmin: true,
      cgroupDriver: 'cgroupfs',
      readConfig,
    },
  );
  if (result.kind !== 'plan') throw new Error(JSON.stringify(result));
  return result.plan;
}

function run(plan: ProbePlan, given: { args?: string[]; env?: Record<string, string> } = {}) {
  const script = join(folder, 'probe.sh');
  writeFileSync(script, probeCommands(plan).script);
  expect(spawnSync('sh', ['-n', script], { encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  });
  const temporary = mkdtempSync(join(folder, 'tmp-'));
  const ended = spawnSync('sh', [script, ...(given.args ?? [])], {
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      STUB: folder,
      TMPDIR: temporary,
      FAIL: '',
      ...given.env,
    },
  });
  expect(readdirSync(temporary)).toEqual([]);
  expect(existsSync(join(folder, 'pod'))).toBe(false);
  const words = readFileSync(join(folder, 'words'), 'utf8').split('\n--\n').filter(Boolean);
  const calls = words.map((text) =>
    text
      .split('\n')
      .slice(2)
      .map((word) => word.replace(temporary, 'TMP').replace(/TMP\/[^/]+\//, '')),
  );
  return { ...ended, calls };
}

describe('the script', () => {
  it('makes the calls in their order and takes everything away', () => {
    const plan = planOf({ runtimeHandler: 'kata', pullPolicy: 'Always' });
    const { status, calls, stdout, stderr } = run(plan);
    expect(stderr).toBe('');
    expect(stdout).toContain(`stays on the node; crictl rmi removes it: ${plan.image}`);
    expect(status).toBe(0);
    expect(calls).toEqual([
      ['runp', '--runtime=kata', 'sandbox.json'],
      ['pull', 'registry.example/app:1'],
      ['create', '9c1b', 'container.json', 'sandbox.json'],
      ['start', '3f2a'],
      ['inspect', '3f2a'],
      ['logs', '3f2a'],
      ['pods', '--quiet', '--label', 'cri-triage.io/by-hand=probe-k3x9'],
      ['stopp', '9c1b'],
      ['rmp', '9c1b'],
    ]);
    expect(readdirSync(join(folder, 'pods'))).toEqual([]);
  });

  it.each(['runp', 'pull', 'create', 'start'])(
    'ends at %s when that fails, and cleans up',
    (call) => {
      const { status, calls } = run(planOf({ pullPolicy: 'Always' }), { env: { FAIL: call } });
      expect(status).toBe(1);
      expect(calls.map(([name]) => name)).toContain(call);
      expect(calls.slice(-3).map(([name]) => name)).toEqual(['pods', 'stopp', 'rmp']);
      expect(calls.some(([name]) => name === 'inspect')).toBe(call === 'start');
    },
  );

  it('pulls only what is not there, and never with Never', () => {
    const has = run(planOf({}));
    expect(has.calls.map(([name]) => name)).not.toContain('pull');
    rmSync(join(folder, 'words'));
    const lacks = run(planOf({}), { env: { FAIL: 'inspecti' } });
    expect(lacks.calls.map(([name]) => name).slice(0, 3)).toEqual(['runp', 'inspecti', 'pull']);
    rmSync(join(folder, 'words'));
    const never = run(planOf({ pullPolicy: 'Never' }));
    expect(never.calls.map(([name]) => name).slice(0, 2)).toEqual(['runp', 'create']);
  });

  it('takes the endpoint as an argument and the login from the environment', () => {
    const endpoint = 'unix:///run/k3s/containerd/containerd.sock';
    run(planOf({ pullPolicy: 'Always' }), { args: [endpoint], env: { CRI_CREDS: "u:p'$(x)" } });
    const words = readFileSync(join(folder, 'words'), 'utf8');
    expect(words).toContain(`--runtime-endpoint\n${endpoint}\n--image-endpoint\n${endpoint}\nrunp`);
    expect(words).toContain("pull\n--creds\nu:p'$(x)\nregistry.example/app:1");
  });

  it('lets no text of a person become a command', () => {
    const evil = `'; touch ${folder}/evil; $(touch ${folder}/evil) \`touch ${folder}/evil\`\nEND_OF_FILE\ntouch ${folder}/evil\n`;
    const image = `r.example/a'$(touch\${IFS}${folder}/evil)`;
    const plan = planOf(
      { image, runtimeHandler: evil, args: [evil], pullPolicy: 'Always' },
      join(folder, "po'ds $(x)"),
    );
    const { status, stderr } = run(plan);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(existsSync(join(folder, 'evil'))).toBe(false);
    const kept: unknown = JSON.parse(readFileSync(join(folder, 'container.json'), 'utf8'));
    expect(kept).toMatchObject({ args: [evil], image: { image } });
    expect(readFileSync(join(folder, 'words'), 'utf8')).toContain(`runp\n--runtime=${evil}\n`);
  });
});

describe('the files', () => {
  const filesOf = (request: Partial<ProbeRequest>) => {
    const { files, script } = probeCommands(planOf(request, '/var/log/pods'));
    for (const { text } of files) expect(script).toContain(text);
    expect(files.map(({ name }) => name)).toEqual(['sandbox.json', 'container.json']);
    const [sandbox = '', container = ''] = files.map(({ text }) => text);
    return { sandbox, container, script };
  };

  it('are what crictl takes: names of CRI, enums and whole numbers as numbers', () => {
    const { sandbox, container } = filesOf({
      containerConfig: {
        metadata: { name: 'c' },
        labels: { big: '9223372036854771712' },
        args: ['9223372036854771712'],
        linux: {
          resources: { memory_limit_in_bytes: '9223372036854771712' },
          security_context: {
            namespace_options: { pid: 'NODE' },
            run_as_user: { value: '9007199254740993' },
            supplemental_groups: ['9007199254740993'],
          },
        },
      },
    });
    expect(container).toContain('"memory_limit_in_bytes": 9223372036854771712,');
    expect(container).toContain('"value": 9007199254740993\n');
    expect(container).toMatch(/"supplemental_groups": \[\n\s+9007199254740993\n/);
    expect(container).toContain('"big": "9223372036854771712"');
    expect(container).toMatch(/"args": \[\n\s+"9223372036854771712"\n/);
    expect(container).toContain('"pid": 2');
    expect(readConfig('sandbox', sandbox).ok).toBe(true);
    expect(readConfig('container', container).ok).toBe(true);
  });

  it('bear no mark by which this server would remove what a person makes', () => {
    const { sandbox, container } = filesOf({});
    for (const text of [sandbox, container]) {
      const labels = (JSON.parse(text) as { labels: Record<string, string> }).labels;
      const ours = Object.keys(labels).filter((key) => key.startsWith('cri-triage.io/'));
      expect(ours).toEqual(['cri-triage.io/by-hand']);
    }
    expect(sandbox).not.toContain('probe-pulls');
  });

  it('hold no secrets, and say where one was', () => {
    const secret = 'hunter2-of-the-database';
    const { container, script } = filesOf({
      image: null,
      containerConfig: {
        metadata: { name: 'c' },
        image: { image: 'registry.example/app:1' },
        envs: [{ key: 'DB', value: secret }],
        args: ['--password', secret, `--db=postgres://u:${secret}@db/x`],
      },
    });
    expect(script).not.toContain(secret);
    expect(container).toContain('"key": "DB"');
    expect(script).toContain('# Where "[withheld]" stands a secret was taken out');
    expect(filesOf({}).script).not.toContain('withheld');
  });
});
