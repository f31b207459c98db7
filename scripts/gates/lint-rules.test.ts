import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The canary of the linters: one bad line for each rule we rely on. A rule that is renamed or lost shows here. */

const root = resolve(import.meta.dirname, '../..');

/** Rule as the tool prints it, file, source text. */
type Case = readonly [rule: string, file: string, text: string];

const TYPE_AWARE: readonly Case[] = [
  [
    'no-floating-promises',
    'server/a.ts',
    'async function go() {}\nexport function a() { go(); }\n',
  ],
  [
    'no-misused-promises',
    'server/b.ts',
    'export function b(): void { [1].forEach(async () => { await 1; }); }\n',
  ],
  [
    'switch-exhaustiveness-check',
    'server/c.ts',
    "export function c(key: 'x' | 'y'): number { switch (key) { case 'x': return 1; }\n return 2; }\n",
  ],
  ['only-throw-error', 'server/d.ts', 'export function d(): never { throw { reason: 1 }; }\n'],
  ['await-thenable', 'server/e.ts', 'export async function e() { await 1; }\n'],
  [
    'max-depth',
    'server/f.ts',
    'export function f(n: number) { if (n > 1) { if (n > 2) { if (n > 3) { if (n > 4) { return 1; } } } }\n return 2; }\n',
  ],
];

const BIOME: readonly Case[] = [
  ['noExplicitAny', 'server/a.ts', 'export const a: any = 1;\n'],
  ['noNonNullAssertion', 'server/b.ts', 'export const b = (x?: string) => x!.length;\n'],
  ['noConsole', 'server/c.ts', "console.log('x');\n"],
  ['noDefaultExport', 'server/d.ts', 'export default 1;\n'],
  ['noEnum', 'server/e.ts', 'export enum E { A }\n'],
  ['useFilenamingConvention', 'server/camelCase.ts', 'export const f = 1;\n'],
  ['useImportType', 'server/g.ts', "import { Stats } from 'node:fs';\nexport type G = Stats;\n"],
  ['useThrowOnlyError', 'server/h.ts', "export function h() { throw 'x'; }\n"],
  ['noRestrictedGlobals', 'server/i.ts', 'setInterval(() => {}, 1);\n'],
  ['noRestrictedGlobals', 'server/pipeline/j.ts', 'export const j = process.pid;\n'],
  ['noRestrictedGlobals', 'server/contract/k.ts', 'setTimeout(() => {}, 1);\n'],
  ['noRestrictedGlobals', 'components/pods/l.tsx', "export const l = fetch('/');\n"],
  ['noRestrictedGlobals', 'components/pods/m.tsx', "export const m = new EventSource('/');\n"],
  ['no clock and no dice', 'server/pipeline/n.ts', 'export const n = () => Date.now();\n'],
  ['no clock and no dice', 'server/pipeline/o.ts', 'export const o = () => new Date();\n'],
  ['no clock and no dice', 'server/pipeline/p.ts', 'export const p = () => Math.random();\n'],
  [
    'A cast in the contract',
    'server/contract/q.ts',
    'export const q = JSON.parse("1") as number;\n',
  ],
  [
    'Tests use real parts',
    'server/r.test.ts',
    "import { vi } from 'vitest';\nvi.mock('./r.ts');\n",
  ],
  ['noFocusedTests', 'server/s.test.ts', "import { it } from 'vitest';\nit.only('x', () => {});\n"],
  [
    'useMaxParams',
    'server/t.ts',
    'export const t = (a: 1, b: 1, c: 1, d: 1, e: 1) => [a, b, c, d, e];\n',
  ],
  ['noExcessiveLinesPerFile', 'server/u.ts', 'export {};\n'.repeat(301)],
  [
    'noExcessiveLinesPerFunction',
    'server/v.ts',
    `export function v() {\n${'  v();\n'.repeat(61)}}\n`,
  ],
  [
    'noPlaywrightWaitForTimeout',
    'e2e/ui/w.spec.ts',
    "import { test } from '@playwright/test';\ntest('w', async ({ page }) => { await page.waitForTimeout(1); });\n",
  ],
  ['noUnusedVariables', 'server/x.ts', 'const x = 1;\nexport {};\n'],
];

/** Lines the restrictions must let pass. */
const SOUND: readonly (readonly [file: string, text: string])[] = [
  ['server/pipeline/sound.ts', 'export const at = (ms: number) => new Date(ms).toISOString();\n'],
  ['server/contract/sound.ts', "export const KINDS = ['a', 'b'] as const;\n"],
  ['components/data/sound.ts', "export const get = () => fetch('/');\n"],
  ['scripts/sound.ts', "console.log('x');\n"],
  ['app/page.tsx', 'export default function Page() {\n  return null;\n}\n'],
];

function makeTree(files: readonly (readonly [file: string, text: string])[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'lint-rules-'));
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  for (const file of ['biome.json', '.oxlintrc.json', 'tsconfig.json', '.gitignore']) {
    copyFileSync(join(root, file), join(folder, file));
  }
  mkdirSync(join(folder, '.git'));
  mkdirSync(join(folder, 'scripts/gates'), { recursive: true });
  for (const plugin of ['no-clock', 'no-cast', 'no-mock']) {
    const path = `scripts/gates/${plugin}.grit`;
    copyFileSync(join(root, path), join(folder, path));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function run(folder: string, tool: string, args: readonly string[]): string {
  const ended = spawnSync(join(root, 'node_modules/.bin', tool), args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return ended.stdout + ended.stderr;
}

describe.each([
  ['oxlint', TYPE_AWARE, ['--type-aware', '--format=github', '.']],
  ['biome', BIOME, ['lint', '--max-diagnostics=none', '--reporter=github', '.']],
] as const)('%s', (tool, cases, args) => {
  let folder = '';
  let output = '';
  beforeAll(() => {
    folder = makeTree([...cases.map(([, file, text]) => [file, text] as const), ...SOUND]);
    output = run(folder, tool, args);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(cases)('finds %s in %s', (rule, file) => {
    const findings = output.split('\n').filter((line) => line.includes(file));
    expect(findings.join('\n')).toContain(rule);
  });

  it.each(SOUND)('has nothing against %s', (file) => {
    expect(output.split('\n').filter((line) => line.includes(file))).toEqual([]);
  });
});
