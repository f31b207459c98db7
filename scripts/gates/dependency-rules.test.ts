import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * The canary of the dependency rules: a tree in which every rule is broken once. A parser that reads nothing, or a
 * pattern that no longer fits the tree, shows here instead of as a silent pass.
 */

interface Violation {
  readonly rule: { readonly name: string };
  readonly from: string;
  readonly to: string;
}
interface CruiseResult {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: { readonly totalCruised: number; readonly violations: readonly Violation[] };
}

const root = resolve(import.meta.dirname, '../..');
const configPath = join(root, '.dependency-cruiser.cjs');
const config = createRequire(import.meta.url)(configPath) as {
  forbidden: readonly { name: string; comment: string }[];
};
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Rule, importing file, what it imports: a file of the tree, a package or a node: module. */
const BROKEN: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['contract-is-leaf', 'server/contract/a.ts', 'server/lib/leaf.ts'],
  ['contract-is-leaf', 'server/contract/b.ts', 'node:path'],
  ['lib-is-leaf', 'server/lib/a.ts', 'server/contract/leaf.ts'],
  ['pure-stays-pure', 'server/pipeline/a.ts', 'node:fs'],
  ['pure-stays-pure', 'server/pipeline/causes/b.ts', 'zod'],
  ['pure-stays-pure', 'server/checks/c.ts', 'server/pipeline/leaf.ts'],
  ['pure-stays-pure', 'server/pipeline/d.ts', 'server/snapshot/collect-snapshot.ts'],
  ['grpc-only-in-cri', 'server/snapshot/a.ts', '@grpc/grpc-js'],
  ['grpc-only-in-cri', 'server/host/b.ts', '@bufbuild/protobuf'],
  ['grpc-only-in-cri', 'server/create-runtime.ts', 'server/cri/generated/api_pb.js'],
  ['fs-only-in-host', 'server/snapshot/b.ts', 'node:fs/promises'],
  ['fs-only-in-host', 'server/http/c.ts', 'node:fs'],
  ['processes-only-at-the-rim', 'server/snapshot/c.ts', 'node:child_process'],
  ['sqlite-only-in-history', 'server/http/k.ts', 'better-sqlite3'],
  ['history-stands-alone', 'server/history/a.ts', 'server/pipeline/leaf.ts'],
  ['history-stands-alone', 'server/history/b.ts', 'server/journal/leaf.ts'],
  ['logs-stand-alone', 'server/logs/a.ts', 'server/host/leaf.ts'],
  ['logs-stand-alone', 'server/logs/b.ts', 'zod'],
  ['processes-only-at-the-rim', 'server/logs/c.ts', 'node:child_process'],
  ['routes-go-through-runtime', 'server/http/l.ts', 'server/logs/open-log.ts'],
  ['ws-only-in-streams', 'server/http/d.ts', 'ws'],
  ['forward-is-a-client', 'server/forward/a.ts', 'server/streams/leaf.ts'],
  ['cri-stands-alone', 'server/cri/a.ts', 'server/host/leaf.ts'],
  ['cri-stands-alone', 'server/containerd/b.ts', 'zod'],
  ['sources-stand-alone', 'server/kubelet/a.ts', 'server/journal/leaf.ts'],
  ['sources-stand-alone', 'server/journal/b.ts', 'server/cri/cri.ts'],
  ['sources-stand-alone', 'server/host/c.ts', 'server/journal/leaf.ts'],
  ['sources-stand-alone', 'server/kube/d.ts', 'server/kubelet/leaf.ts'],
  ['sources-stand-alone', 'server/kube/e.ts', '@grpc/grpc-js'],
  ['kubelet-sockets-stand-alone', 'server/kubelet-sockets/a.ts', 'server/host/leaf.ts'],
  ['kubelet-sockets-stand-alone', 'server/kubelet-sockets/b.ts', 'server/kubelet/leaf.ts'],
  ['snapshot-takes-interfaces', 'server/snapshot/d.ts', 'server/cri/connect.ts'],
  [
    'snapshot-takes-interfaces',
    'server/snapshot/f.ts',
    'server/kubelet-sockets/create-kubelet-sockets.ts',
  ],
  ['snapshot-takes-interfaces', 'server/snapshot/e.ts', 'server/pipeline/leaf.ts'],
  ['stats-take-interfaces', 'server/stats/a.ts', 'server/host/leaf.ts'],
  ['stats-take-interfaces', 'server/stats/b.ts', '@grpc/grpc-js'],
  ['routes-go-through-runtime', 'server/http/e.ts', 'server/pipeline/leaf.ts'],
  ['routes-go-through-runtime', 'server/runtime.ts', 'server/cri/cri.ts'],
  ['access-knows-no-source', 'server/access/a.ts', 'server/kubelet/leaf.ts'],
  ['leftovers-stand-alone', 'server/leftovers/a.ts', 'server/host/leaf.ts'],
  ['processes-only-at-the-rim', 'server/leftovers/b.ts', 'node:child_process'],
  ['fs-only-in-host', 'server/leftovers/c.ts', 'node:fs'],
  ['streams-take-interfaces', 'server/streams/a.ts', 'server/cri/connect.ts'],
  ['streams-take-interfaces', 'server/streams/b.ts', 'server/host/leaf.ts'],
  ['streams-take-interfaces', 'server/streams/c.ts', 'server/http/leaf.ts'],
  ['pages-go-through-runtime', 'server/pages/a.ts', 'server/snapshot/collect-snapshot.ts'],
  ['live-judges-snapshots', 'server/live/a.ts', 'server/http/leaf.ts'],
  ['runtime-wires-no-transport', 'server/create-runtime.ts', 'server/http/leaf.ts'],
  ['reports-are-pure', 'server/report/a.ts', 'server/pipeline/leaf.ts'],
  ['reports-are-pure', 'server/report/b.ts', 'node:fs'],
  ['probes-take-interfaces', 'server/probe/a.ts', 'server/host/leaf.ts'],
  ['probes-take-interfaces', 'server/probe/b.ts', 'server/cri/connect.ts'],
  ['actions-take-interfaces', 'server/actions/a.ts', 'server/host/leaf.ts'],
  ['actions-take-interfaces', 'server/actions/b.ts', 'server/snapshot/collect-snapshot.ts'],
  ['probe-plans-are-pure', 'server/probe/plan/a.ts', 'server/cri/cri.ts'],
  ['probe-plans-are-pure', 'server/probe/plan/b.ts', 'node:crypto'],
  ['captures-know-no-source', 'server/capture/a.ts', 'server/host/leaf.ts'],
  ['nobody-imports-main', 'server/http/f.ts', 'server/main.ts'],
  ['renderer-alone', 'server/renderer.ts', 'server/lib/leaf.ts'],
  ['renderer-alone', 'server/renderer.ts', 'pino'],
  ['next-only-in-renderer', 'server/main.ts', 'next'],
  ['next-only-in-renderer', 'server/http/g.ts', 'app/page.tsx'],
  ['browser-sees-contract-only', 'components/pods/a.tsx', 'server/pipeline/leaf.ts'],
  ['browser-sees-contract-only', 'app/page.tsx', 'server/runtime.ts'],
  ['browser-has-no-node', 'components/pods/b.tsx', 'node:path'],
  ['features-do-not-meet', 'components/pods/c.tsx', 'components/pod/leaf.tsx'],
  ['features-do-not-meet', 'components/shell/d.tsx', 'components/pod/leaf.tsx'],
  ['data-below-features', 'components/data/a.ts', 'components/pod/leaf.tsx'],
  ['ui-knows-no-domain', 'components/ui/a.tsx', 'server/contract/leaf.ts'],
  ['ui-knows-no-domain', 'components/ui/b.tsx', 'components/data/leaf.ts'],
  ['e2e-stays-outside', 'e2e/a.ts', 'components/ui/leaf.tsx'],
  ['no-cycles', 'server/lib/ring-a.ts', 'server/lib/ring-b.ts'],
  ['no-test-code-in-production', 'server/http/h.ts', 'server/cri/testing/leaf.ts'],
  ['no-test-code-in-production', 'server/main.ts', 'e2e/sim/leaf.ts'],
  ['not-to-dev-dep', 'server/http/i.ts', 'esbuild'],
  ['not-to-unresolvable', 'server/http/j.ts', 'no-such-package'],
];

/** The way back of the cycle, which is reported once. */
const WAY_BACK = ['server/lib/ring-b.ts', 'server/lib/ring-a.ts'] as const;

/** Imports the rules must let pass: a rule that forbids everything would find every violation above. */
const SOUND: readonly (readonly [from: string, to: string])[] = [
  ['server/contract/ok.ts', 'zod'],
  ['server/lib/ok.ts', 'node:events'],
  ['server/pipeline/causes/ok.ts', 'server/snapshot/node-snapshot.ts'],
  ['server/pipeline/causes/ok.ts', 'server/contract/leaf.ts'],
  ['server/cri/ok.ts', '@grpc/grpc-js'],
  ['server/cri/ok.ts', 'server/cri/generated/api_pb.js'],
  ['server/containerd/ok.ts', '@bufbuild/protobuf'],
  ['server/kubelet-sockets/ok.ts', '@grpc/grpc-js'],
  ['server/kubelet-sockets/ok.ts', 'server/kubelet/to-kubelet-pod.ts'],
  ['server/kube/ok.ts', 'server/kubelet/to-kubelet-pod.ts'],
  ['server/snapshot/ok.ts', 'server/kubelet-sockets/kubelet-sockets.ts'],
  ['server/host/ok.ts', 'node:fs/promises'],
  ['server/history/ok.ts', 'node:fs'],
  ['server/history/ok.ts', 'better-sqlite3'],
  ['server/history/ok.ts', 'server/contract/leaf.ts'],
  ['server/snapshot/ok.ts', 'server/cri/cri.ts'],
  ['server/http/ok.ts', 'server/runtime.ts'],
  ['server/http/ok.ts', 'server/logs/container-logs.ts'],
  ['server/logs/ok.ts', 'node:fs/promises'],
  ['server/logs/search-process.ts', 'node:child_process'],
  ['server/streams/ok.ts', 'ws'],
  ['server/forward/ok.ts', 'ws'],
  ['server/forward/ok.ts', 'server/contract/leaf.ts'],
  ['server/streams/ok.ts', 'server/cri/cri.ts'],
  ['server/streams/ok.ts', 'server/http/touch.ts'],
  ['server/streams/ok.ts', 'server/logs/log-error.ts'],
  ['server/renderer.ts', 'next'],
  ['app/pods/page.tsx', 'components/pods/ok.tsx'],
  ['components/pods/ok.tsx', 'components/ui/leaf.tsx'],
  ['components/pods/ok.tsx', 'components/data/leaf.ts'],
  ['components/pods/ok.tsx', 'server/contract/leaf.ts'],
  ['server/actions/ok.ts', 'server/snapshot/node-snapshot.ts'],
  ['server/actions/ok.ts', 'server/http/drive.ts'],
  ['server/probe/ok.ts', 'server/cri/cri-error.ts'],
  ['server/probe/ok.ts', 'server/http/drive.ts'],
  ['server/probe/plan/ok.ts', 'server/report/redact.ts'],
  ['server/probe/plan/ok.ts', 'server/probe/plan.ts'],
  ['server/cri/calls/ok.test.ts', 'vitest'],
  ['e2e/ok.spec.ts', 'server/main.ts'],
];

function importLine(from: string, to: string): string {
  const isInTree = /^(server|app|components|e2e)\//.test(to);
  const path = relative(dirname(from), to);
  const specifier = isInTree ? (path.startsWith('.') ? path : `./${path}`) : to;
  return `import '${specifier}';\n`;
}

/** With a tag where there may be one: a parser without JSX would stop at it. */
function bodyOf(file: string): string {
  return file.endsWith('.tsx')
    ? 'export const Body = () => <p>text</p>;\n'
    : 'export const body = 1;\n';
}

function writeTree(
  folder: string,
  imports: readonly (readonly [from: string, to: string])[],
): void {
  const content = new Map<string, string>();
  for (const [from, to] of imports) {
    if (/\.(ts|tsx|js)$/.test(to) && !content.has(to)) content.set(to, bodyOf(to));
    content.set(from, importLine(from, to) + (content.get(from) ?? bodyOf(from)));
  }
  content.set('server/lib/nobody-imports-me.ts', 'export const lonely = 1;\n');
  for (const [file, text] of content) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  linkPackages(join(folder, 'node_modules'));
  symlinkSync(join(root, 'package.json'), join(folder, 'package.json'));
}

/** The real packages, and a stand-in for ws: its rule holds before the first WebSocket brings the package. */
function linkPackages(folder: string): void {
  mkdirSync(folder);
  const packages = join(root, 'node_modules');
  for (const name of readdirSync(packages)) {
    if (name !== 'ws') symlinkSync(join(packages, name), join(folder, name));
  }
  mkdirSync(join(folder, 'ws'));
  writeFileSync(
    join(folder, 'ws/package.json'),
    '{"name":"ws","version":"0.0.0","main":"index.js"}',
  );
  writeFileSync(join(folder, 'ws/index.js'), 'module.exports = {};\n');
}

function cruise(folder: string, roots: readonly string[]): CruiseResult {
  const ended = spawnSync(
    join(root, 'node_modules/.bin/depcruise'),
    ['--config', configPath, '--output-type', 'json', ...roots],
    { cwd: folder, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES },
  );
  if (!ended.stdout.startsWith('{'))
    throw new Error(`depcruise said: ${ended.stdout}${ended.stderr}`);
  return JSON.parse(ended.stdout) as CruiseResult;
}

describe('dependency rules', () => {
  let folder = '';
  let found: readonly Violation[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dependency-rules-'));
    writeTree(folder, [...BROKEN.map(([, from, to]) => [from, to] as const), ...SOUND, WAY_BACK]);
    found = cruise(folder, ['server', 'app', 'components', 'e2e']).summary.violations;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(BROKEN)('%s: %s must not import %s', (rule, from, to) => {
    const hits = found.filter(
      (violation) => violation.rule.name === rule && violation.from === from,
    );
    const target = to.replace(/^node:/, '').replace(/\..*$/, '');
    expect(hits.map((hit) => hit.to).join(' ')).toContain(target);
  });

  it('no-orphans: finds a file that nobody imports', () => {
    const orphans = found.filter((violation) => violation.rule.name === 'no-orphans');
    expect(orphans.map((orphan) => orphan.from)).toContain('server/lib/nobody-imports-me.ts');
  });

  it.each(SOUND)('%s may import %s', (from, to) => {
    const target = to.replace(/^node:/, '');
    const hits = found.filter((hit) => hit.from === from && hit.to.includes(target));
    expect(hits.map((hit) => hit.rule.name)).toEqual([]);
  });

  it('has a broken example for every rule, and a comment that says what to do instead', () => {
    const shown = new Set([...BROKEN.map(([rule]) => rule), 'no-orphans']);
    expect(config.forbidden.map((rule) => rule.name).filter((name) => !shown.has(name))).toEqual(
      [],
    );
    for (const rule of config.forbidden) expect(rule.comment.length).toBeGreaterThan(40);
  });

  it('reads the real tree', () => {
    const { modules } = cruise(root, ['server']);
    const own = modules.filter((module) => module.source.startsWith('server/'));
    expect(own.length).toBeGreaterThan(20);
  });
});
