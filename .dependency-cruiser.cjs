/**
 * Who may import whom. The table in ARCHITECTURE.md says the same in words; each comment below says what to do instead.
 *
 * The parser is swc: TypeScript 7 has no compiler API, and without a parser nothing is cruised and everything passes.
 * `scripts/gates/dependency-rules.test.ts` holds one violation a rule and fails when a rule no longer finds it.
 * swc does not tell `import type` from `import`; `scripts/gates/type-only-imports.test.ts` does.
 */

/**
 * dependency-cruiser 17 asks swc for TypeScript without JSX and stops at the first tag. The config runs in the same
 * process, so the parser is told here which files have tags. Can go when dependency-cruiser passes `tsx` itself.
 */
const swc = require('@swc/core');
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) =>
  parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });

module.exports = {
  forbidden: [
    ...require('./scripts/gates/dependency-rules/server.cjs'),
    ...require('./scripts/gates/dependency-rules/acting.cjs'),
    ...require('./scripts/gates/dependency-rules/browser.cjs'),
    ...require('./scripts/gates/dependency-rules/tree.cjs'),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(\\.next|dist|test-results)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
