/** What the folders may import that act on the node instead of looking at it. */
const { CRI_INTERFACES, LOGS_INTERFACE, SNAPSHOT_INTERFACES, forbid } = require('./parts.cjs');

module.exports = [
  forbid(
    'actions-take-interfaces',
    'server/actions judges and acts through the Cri interface; what else it has to know of the node is handed in by open-actions.ts.',
    { path: '^server/actions/' },
    {
      path: '^(server|app|components)/|node_modules/(@grpc|@bufbuild|next|ws|react)/',
      pathNot: [
        '^server/(actions|contract|lib|access)/',
        '^server/cri/cri-error\\.ts$',
        // One table of errors for all ways in, and what routes ask of actions.
        '^server/http/(app-error|drive)\\.ts$',
        '^server/log\\.ts$',
        SNAPSHOT_INTERFACES,
        CRI_INTERFACES,
      ],
    },
  ),
  forbid(
    'probes-take-interfaces',
    'server/probe drives the runtime through the Cri interface; what else it asks of the node comes in as ProbeNode and ProbePlanner, which open-probes.ts makes.',
    { path: '^server/probe/' },
    {
      path: '^(server|app|components)/|node_modules/(@grpc|@bufbuild|next|ws|react)/',
      pathNot: [
        '^server/(probe|contract|lib|access|report)/',
        '^server/cri/cri-error\\.ts$',
        // One table of errors for all ways in, and what routes ask of probes.
        '^server/http/(app-error|drive)\\.ts$',
        '^server/runtime\\.ts$',
        CRI_INTERFACES,
      ],
    },
  ),
  forbid(
    'probe-plans-are-pure',
    'server/probe/plan says what a probe will send and what its result means, from the contract alone. What it needs to know comes in as PlanFacts.',
    { path: '^server/probe/plan/' },
    {
      pathNot: [
        '^server/probe/plan(/|\\.ts$)',
        '^server/contract/',
        // One list of the forms that secrets take.
        '^server/report/redact\\.ts$',
      ],
    },
  ),
  forbid(
    'ws-only-in-streams',
    'WebSockets are opened and accepted in server/streams only (and by the client in server/forward); live updates are server-sent events in server/http.',
    { path: '^(server|app|components)/', pathNot: ['^server/(streams|forward)/'] },
    { path: 'node_modules/ws/' },
  ),
  forbid(
    'streams-take-interfaces',
    'server/streams gets its sources as interfaces; open-streams.ts wires them.',
    { path: '^server/streams/' },
    {
      path: '^(server|app|components)/|node_modules/(@grpc|next)/',
      pathNot: [
        '^server/(streams|contract|lib|access)/',
        // One table of errors for both ways in, and what routes ask of streams.
        '^server/http/(app-error|touch)\\.ts$',
        CRI_INTERFACES,
        LOGS_INTERFACE,
        '^server/(runtime|config|log)\\.ts$',
      ],
    },
  ),
  forbid(
    'forward-is-a-client',
    "server/forward runs on a person's own machine and talks to the API: it knows the contract, ws and node: core, and nothing of the server.",
    { path: '^server/forward(/|\\.ts$)' },
    {
      path: '^(server|app|components)/|node_modules/(@grpc|@bufbuild|next|react)/',
      pathNot: ['^server/(forward|contract)/'],
    },
  ),
];
