// The server and the renderer's entry as one file each in dist/: tsx hooks would cost the node some 40 MB.
import { build } from 'esbuild';

/** Some dependencies are CommonJS and call require for node: modules; in an ES module there is none. */
const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

await build({
  entryPoints: {
    server: 'server/main.ts',
    renderer: 'server/renderer.ts',
    'enter-renderer': 'server/renderer-process/enter-renderer.ts',
  },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  banner: { js: REQUIRE },
  // Next loads its own files by path; it stays where npm put it.
  external: ['next'],
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
});
