import type { ContainerPlan, PodPlan } from '../model/scenario.ts';
import { DEMO_MEMBERS, type Member } from './demo-members.ts';
import { MINUTE_MS, podOf } from './parts.ts';

/** The pods of the demo that run, the static ones of a control plane node and a job that is done. */
export function demoHealthyPods(): readonly PodPlan[] {
  return [...DEMO_MEMBERS.map(toPlan), ...STATIC_PODS, paymentsPod(), jobPod()];
}

function toPlan(member: Member): PodPlan {
  const first: ContainerPlan = {
    name: member.app.slice(0, 30),
    image: member.image,
    pull: { kind: 'pulled', tookMs: 1800 },
    readiness: 'passes',
    log: [`${member.app} starting`, 'listening on :8080'],
    heartbeat: { line: 'level=info msg="served" requests=128 errors=0', everyMs: 45_000 },
    ...(member.memoryMiB === undefined
      ? {}
      : { resources: { cpuMilli: 250, memoryMiB: member.memoryMiB } }),
  };
  const beside = (member.beside ?? []).map((name) => ({
    name,
    image: `registry.example/tools/${name}:1.3`,
  }));
  const plan = { ageMs: member.ageMinutes * MINUTE_MS, containers: [first, ...beside] };
  const pod = podOf(member.namespace, member.app, plan);
  const isHostNetwork = member.kind === 'daemon' && member.namespace === 'kube-system';
  const suffix = member.kind === 'daemon' ? pod.name.slice(-5) : '0';
  if (member.kind === undefined || member.kind === 'deployment') return pod;
  return { ...pod, name: `${member.app}-${suffix}`, hostNetwork: isHostNetwork };
}

const STATIC_PODS: readonly PodPlan[] = [
  {
    namespace: 'kube-system',
    name: 'registry-mirror-node1',
    ageMs: 291 * MINUTE_MS,
    isStatic: true,
    hostNetwork: true,
    labels: { app: 'registry-mirror' },
    containers: [{ name: 'mirror', image: 'registry.example/tools/registry-mirror:3.0' }],
  },
];

/** Init container, sidecar and app in one pod. */
function paymentsPod(): PodPlan {
  return podOf('shop', 'payments', {
    ageMs: 55 * MINUTE_MS,
    containers: [
      {
        name: 'migrate',
        type: 'init',
        image: 'registry.example/shop/payments-migrate:7',
        log: ['schema is at version 41'],
        run: { kind: 'exits', afterMs: 2300, exitCode: 0 },
      },
      { name: 'mesh', type: 'sidecar', image: 'registry.example/mesh/proxy:1.22' },
      { name: 'app', image: 'registry.example/shop/payments:7.0.3', readiness: 'passes' },
    ],
  });
}

function jobPod(): PodPlan {
  return podOf('ops', 'nightly-export', {
    ageMs: 48 * MINUTE_MS,
    restartPolicy: 'Never',
    containers: [
      {
        name: 'export',
        image: 'registry.example/ops/export:1.0',
        log: ['exported 18210 rows', 'done'],
        run: { kind: 'exits', afterMs: 9000, exitCode: 0 },
      },
    ],
  });
}
