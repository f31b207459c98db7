import { readFileSync } from 'node:fs';
import { Client, credentials } from '@grpc/grpc-js';
import { ImageService, RuntimeService } from '../../server/cri/generated/runtime/v1/api_pb.js';
import { callError } from './cri-client.ts';
import type { Fault } from './faults/fault.ts';
import { FAULTS } from './faults/index.ts';
import type { LabPod } from './lab-pod.ts';
import { PodCalls } from './pod-calls.ts';
import { type RunPodResult, runPod } from './pods.ts';
import { type Lab, startLab } from './start-lab.ts';
import { waitUntil } from './wait-until.ts';

/** These never end by themselves. */
const ENDLESS = new Set([
  'init-hangs',
  'name-reserved',
  'pull-halfway',
  'pull-hung',
  'pull-layers',
  'pull-slow',
  'pull-unpacking',
  'teardown-cni-broken',
  'teardown-term-ignored',
]);
/** Unary calls answer at once or not at all; a stream that is served stays open until this. */
const SERVED_DEADLINE_MS = 1_500;
/** gRPC UNIMPLEMENTED. */
const UNIMPLEMENTED = 12;

/** What one containerd release answers to the lab's faults and which calls it serves, one line each. */
export async function measure(version: string, signal: AbortSignal): Promise<readonly string[]> {
  const lines: string[] = [];
  const lab = await startLab({ version, signal });
  try {
    lines.push(`Version: ${lab.binaries.version}`);
    const status = await lab.cri.call(RuntimeService.method.status, {}, { signal });
    for (const condition of status.status?.conditions ?? []) {
      lines.push(
        `condition ${condition.type}: ${condition.status} ${condition.reason} ${condition.message}`,
      );
    }
    lines.push(
      `handlers: ${status.runtimeHandlers.map((handler) => handler.name || '(default)').join(' ')}`,
    );
    for (const fault of FAULTS) {
      if (fault.node === null && !ENDLESS.has(fault.id) && fault.id !== 'sandbox-replaced') {
        lines.push(...(await measureFault(fault, lab, signal)));
      }
    }
    // Before the empty requests below: those fail on purpose.
    lines.push(...runtimeErrors(lab));
    lines.push(...(await measureServed(lab)));
  } finally {
    await lab.close();
  }
  for (const fault of FAULTS) {
    if (fault.node === null || ENDLESS.has(fault.id)) continue;
    const own = await startLab({ version, signal, ...fault.node });
    try {
      lines.push(...(await measureFault(fault, own, signal)));
    } finally {
      await own.close();
    }
  }
  return lines;
}

async function measureFault(fault: Fault, lab: Lab, signal: AbortSignal): Promise<string[]> {
  const results = new Map<LabPod, Promise<RunPodResult>>();
  const kubelet = {
    url: '',
    logPath: '',
    deletePod: () => undefined,
    addPod: (pod: LabPod) => void results.set(pod, runPod(lab, pod, { signal })),
    close: async () => undefined,
  };
  const { pod } = await fault.apply({ lab, kubelet, signal });
  const result = await results.get(pod);
  const calls = new PodCalls(pod, { cri: lab.cri, place: lab, signal });
  const text =
    result?.failed === null || result?.failed === undefined
      ? 'OK'
      : `${result.failed.call} ERR ${result.failed.code} | ${scrub(result.failed.message, lab)}`;
  const lines = [`${fault.id}: ${text}`];
  const sandboxes = await calls.sandboxes();
  const states = sandboxes.map((entry) => (entry.state === 0 ? 'READY' : 'NOTREADY'));
  lines.push(`  sandboxes: ${states.join(' ') || 'none'}`);
  if (/^(crash|oom|job-done|init-fails)$/.test(fault.id)) await untilEnded(calls, signal);
  for (const container of await calls.containers()) {
    const status = await calls.containerStatus(container.id);
    if (status === null) continue;
    const { state, exitCode, reason, message } = status;
    lines.push(
      `  record ${status.metadata?.name}: state ${state} exit ${exitCode} ${reason} ${scrub(message, lab)}`,
    );
  }
  return lines;
}

async function untilEnded(calls: PodCalls, signal: AbortSignal): Promise<void> {
  await waitUntil('a container ended', { signal, timeoutMs: 30_000 }, async () => {
    const [newest] = await calls.containers();
    return newest !== undefined && (newest.state as number) === 2;
  });
}

/** Asks every call with an empty request; only "not implemented" tells that it is not served. */
async function measureServed(lab: Lab): Promise<string[]> {
  const client = new Client(`unix://${lab.endpoint}`, credentials.createInsecure());
  const missing: string[] = [];
  const paths = [RuntimeService, ImageService].flatMap((service) =>
    service.methods.map((method) => `/${service.typeName}/${method.name}`),
  );
  try {
    for (const path of paths) {
      if ((await emptyCall(client, path)) === UNIMPLEMENTED) {
        missing.push(path.slice(path.lastIndexOf('/') + 1));
      }
    }
  } finally {
    client.close();
  }
  return [`not served: ${missing.join(' ')}`];
}

function emptyCall(client: Client, path: string): Promise<number> {
  const deadline = Date.now() + SERVED_DEADLINE_MS;
  const bytes = (value: Buffer) => value;
  return new Promise((resolve) => {
    client.makeUnaryRequest(path, bytes, bytes, Buffer.alloc(0), { deadline }, (error) =>
      resolve(error === null ? 0 : callError(error).code),
    );
  });
}

/** The warnings and errors of the runtime's own log, each kind once. */
function runtimeErrors(lab: Lab): string[] {
  const kinds = new Map<string, string>();
  for (const line of readFileSync(lab.runtimeLog, 'utf8').split('\n')) {
    if (!/level=(warning|error)/.test(line)) continue;
    const text = scrub(line.replace(/^time="[^"]*" /, ''), lab);
    const kind = text.replace(/[0-9a-f]{12,}|\d+/g, '#');
    if (!kinds.has(kind)) kinds.set(kind, text);
  }
  return ['runtime log, warnings and errors:', ...[...kinds.values()].map((text) => `  ${text}`)];
}

/** Folder and ports differ from run to run. */
function scrub(text: string, lab: Lab): string {
  return text.replaceAll(lab.dir, '/run/node').replace(/127\.0\.0\.1:\d{2,}/g, '127.0.0.1:PORT');
}
