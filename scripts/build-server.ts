// The server and the renderer's entry as one file each in dist/ (--outdir DIR: elsewhere): tsx hooks would cost the node
// some 40 MB.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { build, type Plugin } from 'esbuild';

/** Some dependencies are CommonJS and call require for node: modules; in an ES module there is none. */
const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/**
 * `import { z }` brings the whole of zod, every language of its messages included; of a namespace the bundler keeps what
 * is used. Measured: 12 MB less memory.
 */
const SLIM_ZOD: Plugin = {
  name: 'slim-zod',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]server[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(
        "import { z } from 'zod'",
        "import * as z from 'zod'",
      ),
      loader: 'ts',
    }));
  },
};

/**
 * V8 keeps the text of a script for as long as it lives, and one character beyond Latin-1 doubles all of it. Strings are
 * escaped by the bundler, regular expressions and comments are not. Measured: 3 MB less memory.
 */
function toAscii(text: string): string {
  return text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Short lines: an error's place stays readable although the white space is gone. */
const LINE_CHARS = 120;

const { values } = parseArgs({ options: { outdir: { type: 'string', default: 'dist' } } });

const { outputFiles } = await build({
  entryPoints: {
    server: 'server/main.ts',
    why: 'server/why.ts',
    forward: 'server/forward.ts',
    renderer: 'server/renderer.ts',
    'enter-renderer': 'server/renderer-process/enter-renderer.ts',
    'log-search': 'server/logs/search/main.ts',
  },
  outdir: values.outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  banner: { js: REQUIRE },
  // Next loads its own files by path, and the database driver is machine code: both stay where npm put them.
  external: ['next', 'better-sqlite3'],
  plugins: [SLIM_ZOD],
  minifySyntax: true,
  // For the same reason no indents; names stay, for stacks. Measured: 4 MB less memory.
  minifyWhitespace: true,
  lineLimit: LINE_CHARS,
  // No source map: node would hold all of it, 22 MB, from the first stack on. Names in the bundle are ours.
  legalComments: 'none',
  logLevel: 'warning',
  write: false,
});
for (const { path, text } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, toAscii(text));
}
