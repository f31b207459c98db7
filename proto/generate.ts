// Generates the message code from the .proto files here. With --check it writes to a temporary folder instead and
// fails when the committed code differs. Works offline: buf and the plugin come from node_modules.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const protoRoot = dirname(fileURLToPath(import.meta.url));
const projectRoot = dirname(protoRoot);
const bin = join(projectRoot, 'node_modules', '.bin');

/** Which folder's code goes where; every part of the server owns what it speaks. */
const TARGETS = [
  { paths: ['runtime'], out: 'server/cri/generated' },
  { paths: ['containerd', 'google'], out: 'server/containerd/generated' },
  { paths: ['kubelet'], out: 'server/kubelet-sockets/generated' },
];

function generate(paths: readonly string[], out: string): void {
  rmSync(out, { recursive: true, force: true });
  execFileSync(
    join(bin, 'buf'),
    [
      'generate',
      '--template',
      'buf.gen.yaml',
      '--output',
      out,
      ...paths.flatMap((path) => ['--path', path]),
    ],
    {
      cwd: protoRoot,
      stdio: 'inherit',
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
    },
  );
}

function filesOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [relative(folder, file), readFileSync(file, 'utf8')]));
}

function differences(committed: string, fresh: string): string[] {
  const [before, after] = [filesOf(committed), filesOf(fresh)];
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}

function check(): number {
  const temporary = mkdtempSync(join(tmpdir(), 'gen-proto-'));
  try {
    const stale = TARGETS.flatMap(({ paths, out }) => {
      const fresh = join(temporary, out);
      generate(paths, fresh);
      return differences(join(projectRoot, out), fresh).map((name) => join(out, name));
    });
    for (const name of stale) console.error(`stale: ${name} (run npm run gen:proto)`);
    return stale.length === 0 ? 0 : 1;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

if (process.argv.includes('--check')) {
  process.exitCode = check();
} else {
  for (const { paths, out } of TARGETS) generate(paths, join(projectRoot, out));
}
