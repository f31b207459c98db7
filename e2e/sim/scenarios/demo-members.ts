/** One workload of the demo's node. */
export interface Member {
  readonly namespace: string;
  readonly app: string;
  readonly image: string;
  readonly ageMinutes: number;
  /** Names of containers beside the first. */
  readonly beside?: readonly string[];
  readonly kind?: 'deployment' | 'daemon' | 'stateful';
  readonly memoryMiB?: number;
}

/** What runs on the demo's node, with the names a cluster of a shop would have. */
export const DEMO_MEMBERS: readonly Member[] = [
  {
    namespace: 'kube-system',
    app: 'kube-proxy',
    image: 'registry.example/kube/kube-proxy:v1.36.2',
    ageMinutes: 290,
    kind: 'daemon',
  },
  {
    namespace: 'kube-system',
    app: 'calico-node',
    image: 'registry.example/calico/node:v3.31.0',
    ageMinutes: 289,
    kind: 'daemon',
    beside: ['bird-exporter'],
  },
  {
    namespace: 'kube-system',
    app: 'coredns',
    image: 'registry.example/kube/coredns:v1.13.1',
    ageMinutes: 285,
    memoryMiB: 170,
  },
  {
    namespace: 'kube-system',
    app: 'csi-node',
    image: 'registry.example/csi/node:v1.9.4',
    ageMinutes: 288,
    kind: 'daemon',
    beside: ['registrar', 'liveness'],
  },
  {
    namespace: 'kube-system',
    app: 'metrics-server',
    image: 'registry.example/kube/metrics-server:v0.8.1',
    ageMinutes: 250,
  },
  {
    namespace: 'monitoring',
    app: 'node-exporter',
    image: 'registry.example/prom/node-exporter:v1.10.2',
    ageMinutes: 287,
    kind: 'daemon',
  },
  {
    namespace: 'monitoring',
    app: 'prometheus',
    image: 'registry.example/prom/prometheus:v3.7.3',
    ageMinutes: 270,
    kind: 'stateful',
    beside: ['config-reloader'],
    memoryMiB: 4096,
  },
  {
    namespace: 'monitoring',
    app: 'grafana',
    image: 'registry.example/grafana/grafana:12.3.0',
    ageMinutes: 260,
    memoryMiB: 512,
  },
  {
    namespace: 'monitoring',
    app: 'loki',
    image: 'registry.example/grafana/loki:3.6.1',
    ageMinutes: 255,
    kind: 'stateful',
    memoryMiB: 2048,
  },
  {
    namespace: 'monitoring',
    app: 'alertmanager',
    image: 'registry.example/prom/alertmanager:v0.29.0',
    ageMinutes: 250,
    kind: 'stateful',
    beside: ['config-reloader'],
  },
  {
    namespace: 'ingress',
    app: 'edge-proxy',
    image: 'registry.example/edge/proxy:1.36.1',
    ageMinutes: 240,
    kind: 'daemon',
    memoryMiB: 512,
  },
  {
    namespace: 'cert-manager',
    app: 'cert-manager',
    image: 'registry.example/cert/controller:v1.19.1',
    ageMinutes: 230,
  },
  {
    namespace: 'shop',
    app: 'frontend',
    image: 'registry.example/shop/frontend:1.89',
    ageMinutes: 96,
    memoryMiB: 256,
  },
  {
    namespace: 'shop',
    app: 'catalog',
    image: 'registry.example/shop/catalog:2.3.1',
    ageMinutes: 190,
    memoryMiB: 512,
  },
  {
    namespace: 'shop',
    app: 'pricing',
    image: 'registry.example/shop/pricing:3.0',
    ageMinutes: 184,
    memoryMiB: 256,
  },
  {
    namespace: 'shop',
    app: 'sessions',
    image: 'registry.example/shop/sessions:4.2',
    ageMinutes: 150,
    kind: 'stateful',
    memoryMiB: 1024,
  },
  {
    namespace: 'shop',
    app: 'notifications',
    image: 'registry.example/shop/notifications:0.41',
    ageMinutes: 77,
  },
  { namespace: 'shop', app: 'returns', image: 'registry.example/shop/returns:1.7', ageMinutes: 61 },
  {
    namespace: 'db',
    app: 'postgres',
    image: 'registry.example/db/postgres:17.6',
    ageMinutes: 280,
    kind: 'stateful',
    beside: ['exporter'],
    memoryMiB: 4096,
  },
  {
    namespace: 'db',
    app: 'pgbouncer',
    image: 'registry.example/db/pgbouncer:1.24',
    ageMinutes: 279,
  },
  {
    namespace: 'ml',
    app: 'embeddings',
    image: 'registry.example/ml/embeddings:0.12',
    ageMinutes: 118,
    memoryMiB: 8192,
  },
  {
    namespace: 'ops',
    app: 'log-shipper',
    image: 'registry.example/ops/log-shipper:5.0',
    ageMinutes: 286,
    kind: 'daemon',
  },
  {
    namespace: 'ops',
    app: 'backup-agent',
    image: 'registry.example/ops/backup-agent:2.1',
    ageMinutes: 210,
  },
];
