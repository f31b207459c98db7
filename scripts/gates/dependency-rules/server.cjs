/** What each folder of the server may import. */
const {
  CRI_INTERFACES,
  GRPC,
  LOGS_INTERFACE,
  POD_MAPPER,
  RENDERER_FILES,
  SNAPSHOT_INTERFACES,
  SOCKETS_INTERFACE,
  forbid,
} = require('./parts.cjs');

module.exports = [
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
    'gRPC and protobuf stay in server/cri, server/containerd and server/kubelet-sockets. Ask through the Cri, RuntimeConnection or KubeletSockets interface; map messages to contract types there.',
    { path: '^(server|app|components)/', pathNot: ['^server/(cri|containerd|kubelet-sockets)/'] },
    { path: GRPC },
  ),
  forbid(
    'fs-only-in-host',
    "The node's files are read in server/host (log feeds of server/journal too). Take what you need from the snapshot, or add a reader in server/host.",
    {
      path: '^(server|app|components)/',
      pathNot: [
        '^server/(host|journal|logs)/',
        // Each of these owns one file of its own: a socket, a token, a certificate, the build, a database.
        '^server/(main|config|config-values|renderer)\\.ts$',
        '^server/(access|cri|history|kube|kubelet|kubelet-sockets|renderer-process)/',
        // The list of what a killed server leaves.
        '^server/leftovers/starts-file\\.ts$',
        // The capture file that --open names.
        '^server/capture/read-capture\\.ts$',
        // The token and the certificate of the client.
        '^server/forward/forward-arguments\\.ts$',
      ],
    },
    { path: '^(node:)?fs(/promises)?$', dependencyTypes: ['core'] },
  ),
  forbid(
    'processes-only-at-the-rim',
    'Only server/host, server/journal, server/renderer-process, the search of server/logs and the watchdog of server/leftovers start processes (closed argument arrays; no shell but for the fixed script of the watchdog).',
    {
      path: '^(server|app|components)/',
      pathNot: [
        '^server/(host|journal|renderer-process)/',
        '^server/(logs/search-process|leftovers/watchdog)\\.ts$',
      ],
    },
    { path: '^(node:)?(child_process|cluster|worker_threads)$', dependencyTypes: ['core'] },
  ),
  forbid(
    'sqlite-only-in-history',
    'The database driver is machine code that may be missing: only server/history loads it, when it is needed. Ask the History interface.',
    { path: '^(server|app|components)/', pathNot: ['^server/history/'] },
    { path: 'node_modules/better-sqlite3/' },
  ),
  forbid(
    'history-stands-alone',
    'server/history keeps contract types; what it keeps is handed to it by open-node-history.ts, and what it needs to know comes in as options.',
    { path: '^server/history/' },
    {
      path: '^(server|app|components)/|node_modules/(@grpc|@bufbuild|ws|next|react)/',
      pathNot: ['^server/(history|contract|lib)/'],
    },
  ),
  forbid(
    'logs-stand-alone',
    "server/logs reads containers' log files and knows the contract and server/lib. Where a container's files are is told by open-logs.ts.",
    { path: '^server/logs/' },
    {
      pathNot: ['^server/(logs|contract|lib)/'],
      dependencyTypesNot: ['core'],
    },
  ),
  forbid(
    'cri-stands-alone',
    'server/cri and server/containerd know the contract and server/lib. Pass in what they need; hand out contract types.',
    { path: '^server/(cri|containerd)/' },
    {
      // Configurations may come as YAML, as crictl takes them.
      pathNot: ['^server/(cri|containerd|contract|lib)/', GRPC, 'node_modules/yaml/'],
      dependencyTypesNot: ['core'],
    },
  ),
  forbid(
    'sources-stand-alone',
    'A source knows the contract, server/lib and its own client library; server/snapshot brings sources together. Log feeds of server/journal may use server/host.',
    { path: '^server/(host|journal|kubelet|kube)/' },
    {
      path: '^(server|app|components)/|node_modules/(@grpc|@bufbuild|ws|next|react)/',
      pathNot: ['^server/(contract|lib|host)/', '^server/$1/', POD_MAPPER],
    },
  ),
  forbid(
    'kubelet-sockets-stand-alone',
    "server/kubelet-sockets speaks gRPC with kubelet's own sockets; it knows the contract, server/lib and the one mapper of pods. kubelet's HTTP port is server/kubelet.",
    { path: '^server/kubelet-sockets/' },
    {
      path: '^(server|app|components)/|node_modules/(ws|next|react)/',
      pathNot: ['^server/(kubelet-sockets|contract|lib)/', POD_MAPPER],
    },
  ),
  forbid(
    'snapshot-takes-interfaces',
    'server/snapshot gathers through interfaces (Cri, RuntimeConnection, the sources it is given). create-runtime.ts makes the real ones and passes them in.',
    { path: '^server/snapshot/' },
    {
      path: '^(server|app|components)/',
      pathNot: [
        '^server/(snapshot|contract|lib|host|journal|kubelet|kube)/',
        CRI_INTERFACES,
        SOCKETS_INTERFACE,
      ],
    },
  ),
  forbid(
    'stats-take-interfaces',
    'server/stats measures through interfaces: snapshot, control groups, the runtime. open-stats.ts makes the real ones and passes them in.',
    { path: '^server/stats/' },
    {
      path: '^(server|app|components)/|node_modules/(@grpc|@bufbuild|ws|next|react)/',
      pathNot: [
        '^server/(stats|contract|lib)/',
        '^server/host/cgroups/cgroup-reader\\.ts$',
        '^server/live/watch\\.ts$',
        '^server/cri/cri-error\\.ts$',
        '^server/runtime\\.ts$',
        SNAPSHOT_INTERFACES,
        CRI_INTERFACES,
      ],
    },
  ),
  forbid(
    'routes-go-through-runtime',
    'A route asks the Runtime interface (server/runtime.ts) and knows no source. Add a method to Runtime and wire it in create-runtime.ts.',
    { path: '^server/(http/|runtime\\.ts$)' },
    {
      path: '^server/(cri|containerd|history|host|journal|kubelet|kubelet-sockets|kube|logs|snapshot|stats|pipeline|checks|streams|create-runtime|main|renderer)',
      pathNot: [LOGS_INTERFACE],
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
    'leftovers-stand-alone',
    'server/leftovers remembers what must not outlive this server, and ends it; the node comes in through its options, wired by open-leftovers.ts.',
    { path: '^server/leftovers/' },
    {
      path: '^(server|app|components)/|node_modules/(@grpc|@bufbuild|ws|next|react)/',
      pathNot: ['^server/(leftovers|contract|lib)/'],
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
    'reports-are-pure',
    'server/report writes texts from the contract alone; whoever has the facts passes them in.',
    { path: '^server/report/' },
    { pathNot: ['^server/(report|contract)/'] },
  ),
  forbid(
    'captures-know-no-source',
    'server/capture writes and reads the facts of a judgement; it asks no source. Pass in what it shall hold.',
    { path: '^server/capture/' },
    {
      path: '^(server|app|components)/|node_modules/(@grpc|next|ws|react)/',
      pathNot: [
        '^server/(capture|report|contract|lib|live|pipeline)/',
        '^server/(runtime|judge-snapshot|call-journal)\\.ts$',
        SNAPSHOT_INTERFACES,
      ],
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
];
