/** What holds for the whole tree. */
const { TEST_CODE } = require('./parts.cjs');

module.exports = [
  {
    name: 'e2e-stays-outside',
    comment:
      'End-to-end tests start the product and look at it from outside: no component is imported, only what the server offers to its wiring.',
    severity: 'error',
    from: { path: '^e2e/' },
    to: { path: '^(components|app)/' },
  },
  {
    name: 'no-cycles',
    comment:
      'Two files that need each other are one file, or a third one is missing: move the shared part down.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-test-code-in-production',
    comment:
      'What ships imports no test, no testing/ folder, no fixture, nothing of e2e or scripts. Move the shared part out of the test folder.',
    severity: 'error',
    from: { path: '^(server|app|components)/', pathNot: [TEST_CODE] },
    to: { path: [TEST_CODE, '^(e2e|scripts)/'] },
  },
  {
    name: 'not-to-dev-dep',
    comment:
      'What ships needs its package under "dependencies" of package.json: install it there or do without.',
    severity: 'error',
    from: { path: '^(server|app|components)/', pathNot: [TEST_CODE] },
    to: {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      pathNot: ['node_modules/@types/'],
    },
  },
  {
    name: 'no-orphans',
    comment: 'Nobody imports this file and it imports nothing: delete it, or wire it in.',
    severity: 'error',
    from: {
      orphan: true,
      pathNot: ['\\.d\\.ts$', '\\.config\\.', '(^|/)\\.', '^scripts/', '^app/', TEST_CODE],
    },
    to: {},
  },
  {
    name: 'not-to-unresolvable',
    comment:
      'The imported file or package does not exist: correct the path (with its extension) or install it.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
];
