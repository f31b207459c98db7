// The server and the renderer's entry as one file each in dist/ (--outdir DIR: elsewhere): tsx hooks would cost the node
// some 40 MB.
import { readFileSync } from 'node:fs';
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

const { values } = parseArgs({ options: { outdir: { type: 'string', default: 'dist' } } });

await build({
  entryPoints: {
    server: 'server/main.ts',
    why: 'server/why.ts',
    renderer: 'server/renderer.ts',
    'enter-renderer': 'server/renderer-process/enter-renderer.ts',
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
  // No source map: node would hold all of it, 22 MB, from the first stack on. Names and lines of the bundle are readable.
  legalComments: 'none',
  logLevel: 'warning',
});
