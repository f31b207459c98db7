import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../../server/contract/cri-config.ts';
import { connectRuntime } from '../../../server/cri/connect.ts';
import type { Cri } from '../../../server/cri/cri.ts';
import { POD_LOG_ROOT } from '../files/pod-logs.ts';
import type { Sim, SimOptions } from '../sim.ts';
import { simForTest } from './sim-for-test.ts';

const UID = '99999999-aaaa-4444-8888-000000000001';
const { signal } = new AbortController();

/** The product's own calls, made on a simulated node as somebody who is not kubelet makes them. */
export interface SimDriver {
  readonly sim: Sim;
  readonly cri: Cri;
  readonly options: { readonly signal: AbortSignal };
  /** Where the container's log is on this machine. */
  readonly logFile: string;
  run(more?: JsonObject, runtimeHandler?: string): Promise<string>;
  pull(image: string, login?: { username: string; password: string }): Promise<string>;
  create(podSandboxId: string, more: JsonObject): Promise<string>;
  /** Sandbox, container and start in one; the container's id. */
  up(more: JsonObject): Promise<{ readonly sandbox: string; readonly container: string }>;
  ids(): Promise<{ readonly sandboxes: readonly string[]; readonly containers: readonly string[] }>;
}

export async function driverForTest(asked: Omit<SimOptions, 'dir' | 'signal'>): Promise<SimDriver> {
  const { sim } = await simForTest(asked);
  const connection = connectRuntime({ endpoint: sim.endpoint });
  onTestFinished(() => connection.close());
  const { cri } = connection;
  const options = { signal };
  const folder = `/cri-triage_probe-1_${UID}`;
  const sandboxConfig: JsonObject = {
    metadata: { name: 'probe-1', namespace: 'cri-triage', uid: UID, attempt: 0 },
    log_directory: `${POD_LOG_ROOT}${folder}`,
    labels: { 'cri-triage.io/probe': '1' },
    linux: { cgroup_parent: '/cri-triage.slice' },
  };
  const driver: SimDriver = {
    sim,
    cri,
    options,
    logFile: `${sim.podLogs}${folder}/main/0.log`,
    run: (more = {}, runtimeHandler = '') =>
      cri.changes.runPodSandbox({ config: { ...sandboxConfig, ...more }, runtimeHandler }, options),
    pull(image, login) {
      const auth = login ? { ...login, identityToken: '', registryToken: '' } : null;
      return cri.changes.pullImage({ image, auth, sandboxConfig }, options);
    },
    create(podSandboxId, more) {
      const config: JsonObject = {
        metadata: { name: 'main', attempt: 0 },
        labels: { 'cri-triage.io/probe': '1' },
        log_path: 'main/0.log',
        ...more,
      };
      return cri.changes.createContainer({ podSandboxId, config, sandboxConfig }, options);
    },
    async up(more) {
      const sandbox = await driver.run();
      const container = await driver.create(sandbox, more);
      await cri.changes.startContainer(container, options);
      return { sandbox, container };
    },
    async ids() {
      const sandboxes = await cri.sandboxes.list(options);
      const containers = await cri.containers.list(options);
      const sorted = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).sort();
      return { sandboxes: sorted(sandboxes), containers: sorted(containers) };
    },
  };
  return driver;
}
