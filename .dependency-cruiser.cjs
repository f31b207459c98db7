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

/** Files that are not shipped: tests, their parts and their data. */
const TEST_CODE = '\\.test\\.tsx?$|/testing/|/fixtures/';
/** Files with types only, that stand for an implementation. */
const CRI_INTERFACES = '^server/cri/(cri|runtime-connection)\\.ts$';
const SNAPSHOT_INTERFACES = '^server/snapshot/(node-snapshot|collector)\\.ts$';
const GRPC = 'node_modules/(@grpc|@bufbuild)/|^server/(cri|containerd)/generated/';
const RENDERER_FILES = '^server/renderer\\.ts$';

/** A rule of severity error whose `from` leaves test code out. */
function forbid(name, comment, from, to) {
  const pathNot = [TEST_CODE, ...(from.pathNot ? [from.pathNot].flat() : [])];
  return { name, comment, severity: 'error', from: { ...from, pathNot }, to };
}

module.exports = {
  forbidden: [
    forbid(
      'contract-is-leaf',
      'server/contract is what browser and server agree on: it imports itself and zod. Move the code that needs more to the folder that owns the need.',
      { path: '^server/contract/' },
      { pathNot: ['^server/contract/', 'node_modules/zod/'] },
    ),
    forbid(
      'lib-is-leaf',
      'server/lib holds small domain-free helpers over node: core. A helper that knows a project type belongs beside that type.',
      { path: '^server/lib/' },
      { pathNot: ['^server/lib/'], dependencyTypesNot: ['core'] },
    ),
    forbid(
      'pure-stays-pure',
      'Judgement never fetches: it gets a NodeSnapshot and `nowMs`. Gather what is missing in server/snapshot and add it to NodeSnapshot as a Section.',
      { path: '^server/(pipeline|checks)/([^/]+)' },
      { pathNot: ['^server/$1/', '^server/contract/', SNAPSHOT_INTERFACES] },
    ),
    forbid(
      'grpc-only-in-cri',
      'gRPC and protobuf stay in server/cri and server/containerd. Ask through the Cri or RuntimeConnection interface; map messages to contract types in server/cri/map.',
      { path: '^(server|app|components)/', pathNot: ['^server/(cri|containerd)/'] },
      { path: GRPC },
    ),
    forbid(
      'fs-only-in-host',
      "The node's files are read in server/host (log feeds of server/journal too). Take what you need from the snapshot, or add a reader in server/host.",
      {
        path: '^(server|app|components)/',
        pathNot: [
          '^server/(host|journal)/',
          // Each of these owns one file of its own: a socket, a token, a certificate, the build.
          '^server/(main|config|config-values|renderer)\\.ts$',
          '^server/(access|cri|kubelet|renderer-process)/',
        ],
      },
      { path: '^(node:)?fs(/promises)?$', dependencyTypes: ['core'] },
    ),
    forbid(
      'processes-only-at-the-rim',
      'Only server/host, server/journal and server/renderer-process start processes (closed argument arrays, no shell).',
      {
        path: '^(server|app|components)/',
        pathNot: ['^server/(host|journal|renderer-process)/'],
      },
      { path: '^(node:)?(child_process|cluster|worker_threads)$', dependencyTypes: ['core'] },
    ),
    forbid(
      'ws-only-in-streams',
      'WebSockets are opened and accepted in server/streams only; live updates are server-sent events in server/http.',
      { path: '^(server|app|components)/', pathNot: ['^server/streams/'] },
      { path: 'node_modules/ws/' },
    ),
    forbid(
      'cri-stands-alone',
      'server/cri and server/containerd know the contract and server/lib. Pass in what they need; hand out contract types.',
      { path: '^server/(cri|containerd)/' },
      {
        pathNot: ['^server/(cri|containerd|contract|lib)/', GRPC],
        dependencyTypesNot: ['core'],
      },
    ),
    forbid(
      'sources-stand-alone',
      'A source knows the contract, server/lib and its own client library; server/snapshot brings sources together. Log feeds of server/journal may use server/host.',
      { path: '^server/(host|journal|kubelet|kube)/' },
      {
        path: '^(server|app|components)/|node_modules/(@grpc|@bufbuild|ws|next|react)/',
        pathNot: ['^server/(contract|lib|host)/', '^server/$1/'],
      },
    ),
    forbid(
      'snapshot-takes-interfaces',
      'server/snapshot gathers through interfaces (Cri, RuntimeConnection, the sources it is given). create-runtime.ts makes the real ones and passes them in.',
      { path: '^server/snapshot/' },
      {
        path: '^(server|app|components)/',
        pathNot: ['^server/(snapshot|contract|lib|host|journal|kubelet)/', CRI_INTERFACES],
      },
    ),
    forbid(
      'routes-go-through-runtime',
      'A route asks the Runtime interface (server/runtime.ts) and knows no source. Add a method to Runtime and wire it in create-runtime.ts.',
      { path: '^server/(http/|runtime\\.ts$)' },
      {
        path: '^server/(cri|containerd|host|journal|kubelet|kube|snapshot|pipeline|checks|streams|create-runtime|main|renderer)',
      },
    ),
    forbid(
      'pages-go-through-runtime',
      'server/pages hands page requests to the renderer and plain pages to the browser; what they show it asks of Runtime.',
      { path: '^server/pages/' },
      {
        path: '^(server|app|components)/',
        pathNot: [
          '^server/(pages|http|access|contract|lib)/',
          '^server/streams/upgrade\\.ts$',
          '^server/renderer-process/',
          '^server/(runtime|log)\\.ts$',
        ],
      },
    ),
    forbid(
      'access-knows-no-source',
      'server/access decides who may do what; it knows the contract and server/lib.',
      { path: '^server/access/' },
      {
        path: '^(server|app|components)/',
        pathNot: ['^server/(access|contract|lib)/', '^server/config\\.ts$'],
      },
    ),
    forbid(
      'streams-take-interfaces',
      'server/streams gets its sources as interfaces; create-runtime.ts or main.ts wires them.',
      { path: '^server/streams/' },
      {
        path: '^(server|app|components)/|node_modules/(@grpc|next)/',
        pathNot: [
          '^server/(streams|contract|lib|access)/',
          // One table of errors for both ways in.
          '^server/http/app-error\\.ts$',
          CRI_INTERFACES,
          '^server/(runtime|config|log)\\.ts$',
        ],
      },
    ),
    forbid(
      'live-judges-snapshots',
      'server/live keeps the latest judgement and tells what changed. Snapshots and the pipeline come in through its options; transport is server/http.',
      { path: '^server/live/' },
      {
        path: '^(server|app|components)/',
        pathNot: [
          '^server/(live|contract|lib|pipeline)/',
          '^server/(runtime|log)\\.ts$',
          SNAPSHOT_INTERFACES,
          CRI_INTERFACES,
        ],
      },
    ),
    forbid(
      'runtime-wires-no-transport',
      'open-node.ts opens the sources and create-runtime.ts wires them to the judgement. HTTP, WebSockets and pages are main.ts and server/http.',
      { path: '^server/(create-runtime|open-node)' },
      {
        path: '^(app|components)/|^server/(http|streams|main|renderer)|node_modules/(next|ws|react)/',
      },
    ),
    forbid(
      'nobody-imports-main',
      'main.ts is the end of the chain: only tests, the demo and the bench start it. Move what you need into the folder it belongs to.',
      { path: '^(server|app|components)/' },
      { path: '^server/main\\.ts$' },
    ),
    forbid(
      'renderer-alone',
      'The renderer is another process with another user: it knows next, the contract and node: core, and talks to the server over its socket.',
      { path: RENDERER_FILES },
      {
        pathNot: ['^server/contract/', 'node_modules/next/', RENDERER_FILES],
        dependencyTypesNot: ['core'],
      },
    ),
    forbid(
      'next-only-in-renderer',
      'No Next and no React in the server process: pages belong to app/, served by server/renderer.ts.',
      { path: '^server/', pathNot: [RENDERER_FILES] },
      { path: 'node_modules/(next|react|react-dom)/|^(app|components)/' },
    ),
    forbid(
      'browser-sees-contract-only',
      'Pages and components import server/contract and nothing else of the server, not even types. Add the type to the contract, or fetch it from the API.',
      { path: '^(app|components)/' },
      { path: '^server/', pathNot: ['^server/contract/'] },
    ),
    forbid(
      'browser-has-no-node',
      'Code for the browser imports no node: core. The first view is fetched in app/first-view.ts.',
      { path: '^components/' },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'features-do-not-meet',
      'A feature folder of components uses ui, data and its own files. Lift what two features share into components/ui (no domain words) or the contract.',
      { path: '^components/([^/]+)/', pathNot: ['^components/(ui|data)/'] },
      { path: '^(components|app)/', pathNot: ['^components/(ui|data)/', '^components/$1/'] },
    ),
    forbid(
      'data-below-features',
      'components/data fetches and streams; it knows the contract and no feature.',
      { path: '^components/data/' },
      { path: '^(components|app)/', pathNot: ['^components/data/'] },
    ),
    forbid(
      'ui-knows-no-domain',
      'components/ui knows no pod and no contract type: pass plain strings and numbers as props.',
      { path: '^components/ui/' },
      { path: '^(app|server|components)/', pathNot: ['^components/ui/'] },
    ),
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
