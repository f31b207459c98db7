import type { SimNode } from '../model/node.ts';

/** How often each operation of the runtime was called, and how slow it was, per pod that was started. */
const OPERATIONS = [
  { name: 'run_podsandbox', perPod: 1, seconds: 0.9 },
  { name: 'create_container', perPod: 2, seconds: 0.2 },
  { name: 'start_container', perPod: 2, seconds: 0.25 },
  { name: 'list_containers', perPod: 60, seconds: 0.004 },
  { name: 'list_podsandbox', perPod: 60, seconds: 0.005 },
  { name: 'container_status', perPod: 12, seconds: 0.003 },
  { name: 'version', perPod: 40, seconds: 0.002 },
];
/** Upper bounds in seconds, as kubelet cuts them. */
const BUCKETS = [0.005, 0.0125, 0.03125, 0.078, 0.195, 0.488, 1.22, 3.05, 7.6, 19, 47.7, 119, 298];

/** The families of kubelet's /metrics that somebody reads, with those of the Go runtime before them. */
export function metricsText(node: SimNode): string {
  const podCount = node.pods.size;
  const running = [...node.pods.values()].filter((pod) => pod.sandbox !== null).length;
  return [
    '# HELP go_goroutines Number of goroutines that currently exist.',
    '# TYPE go_goroutines gauge',
    `go_goroutines ${200 + podCount * 12}`,
    '# TYPE kubelet_evictions counter',
    '# TYPE kubelet_pleg_last_seen_seconds gauge',
    `kubelet_pleg_last_seen_seconds ${(node.clock.now() / 1000).toExponential(9)}`,
    '# TYPE kubelet_pleg_relist_duration_seconds histogram',
    ...histogram('kubelet_pleg_relist_duration_seconds', '', { count: 900, seconds: 0.02 }),
    '# TYPE kubelet_running_pods gauge',
    `kubelet_running_pods ${running}`,
    '# TYPE kubelet_runtime_operations_duration_seconds histogram',
    ...OPERATIONS.flatMap(({ name, perPod, seconds }) =>
      histogram('kubelet_runtime_operations_duration_seconds', `operation_type="${name}",`, {
        count: perPod * podCount,
        seconds,
      }),
    ),
    '# TYPE kubelet_runtime_operations_errors_total counter',
    ...errorLines(node),
    '# TYPE kubelet_runtime_operations_total counter',
    ...OPERATIONS.map(
      ({ name, perPod }) =>
        `kubelet_runtime_operations_total{operation_type="${name}"} ${perPod * podCount}`,
    ),
    '',
  ].join('\n');
}

function errorLines(node: SimNode): string[] {
  const pods = [...node.pods.values()];
  const failed = pods.filter((pod) => pod.plan.sandbox !== undefined).length;
  if (failed === 0) return [];
  return [`kubelet_runtime_operations_errors_total{operation_type="run_podsandbox"} ${failed * 9}`];
}

/** Nearly all calls take `seconds`, a hundredth three times as long. */
function histogram(
  name: string,
  labels: string,
  { count, seconds }: { readonly count: number; readonly seconds: number },
): string[] {
  const usual = Math.floor(count * 0.99);
  const upTo = (le: number): number => (le < seconds ? 0 : le < seconds * 3 ? usual : count);
  return [
    ...BUCKETS.map((le) => `${name}_bucket{${labels}le="${le}"} ${upTo(le)}`),
    `${name}_bucket{${labels}le="+Inf"} ${count}`,
    `${name}_sum{${labels.replace(/,$/, '')}} ${count * seconds}`,
    `${name}_count{${labels.replace(/,$/, '')}} ${count}`,
  ];
}
