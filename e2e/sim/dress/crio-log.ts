import type { Random } from '../engine/random.ts';
import type { LogFields, RuntimeLog } from '../files/runtime-log.ts';
import type { SimContainer, SimSandbox } from '../model/objects.ts';
import type { DressLog } from './dress.ts';
import { FAULT_FACTS, splitImage } from './dress.ts';

/**
 * CRI-O's log. There is no recording of it; the phrases follow what CRI-O prints at level info. At that level a call that
 * fails is not logged as failed: runc's and CNI's own errors appear, and what was reserved is given back, with the
 * request's id. A pull that fails leaves nothing but its begin.
 */
export function createCrioLog(log: RuntimeLog, random: Random, version: string): DressLog {
  const writer = createWriter(random);
  return {
    ...nodePhrases(log, version),
    ...sandboxPhrases(log, writer),
    ...imagePhrases(log, writer),
    ...containerPhrases(log, writer),
  };
}

type Writer = ReturnType<typeof createWriter>;

/** Request ids, and the pods that sandboxes belong to. */
function createWriter(random: Random) {
  const request = (service: 'RuntimeService' | 'ImageService', rpc: string): LogFields => ({
    id: random.uuid(),
    name: `/runtime.v1.${service}/${rpc}`,
  });
  const podOf = new Map<string, string>();
  const nameOf = (container: SimContainer): string =>
    `${podOf.get(container.sandboxId) ?? 'unknown/unknown'}/${container.name}`;

  return { request, podOf, nameOf };
}

function nodePhrases(log: RuntimeLog, version: string) {
  return {
    boot() {
      log.info(`Starting CRI-O, version: ${version}`);
      log.info(
        `Found CNI network ${FAULT_FACTS.cniNetwork} (type=${FAULT_FACTS.cniPlugin}) at ${FAULT_FACTS.cniConfDir}/10-calico.conflist`,
      );
      log.info('Serving metrics on 127.0.0.1:9090 using HTTP');
    },
  };
}

function sandboxPhrases(
  log: RuntimeLog,
  { request, podOf }: Writer,
): Pick<DressLog, 'runSandbox' | 'stopSandbox' | 'removeSandbox' | 'sandboxExited'> {
  return {
    runSandbox(asked) {
      const fields = request('RuntimeService', 'RunPodSandbox');
      const pod = `${asked.namespace}/${asked.name}`;
      log.info(`Running pod sandbox: ${pod}/POD`, fields);
      return {
        ok(sandbox) {
          podOf.set(sandbox.id, pod);
          if (!sandbox.isHostNetwork) {
            log.info(
              `Adding pod ${asked.namespace}_${asked.name} to CNI network "${FAULT_FACTS.cniNetwork}" (type=${FAULT_FACTS.cniPlugin})`,
            );
          }
          log.info(`Ran pod sandbox ${sandbox.id} with infra container: ${pod}/POD`, fields);
        },
        failed(error) {
          const cniError = error.message.indexOf('plugin type=');
          if (cniError >= 0) {
            log.error(
              `Error adding pod ${asked.namespace}_${asked.name} to CNI network "${FAULT_FACTS.cniNetwork}": ${error.message.slice(cniError)}`,
            );
          }
          const { name, namespace, uid, attempt } = asked;
          log.info(`runSandbox: deleting pod ID ${asked.id} from idIndex`, fields);
          log.info(
            `runSandbox: releasing pod sandbox name: k8s_${name}_${namespace}_${uid}_${attempt}`,
            fields,
          );
        },
      };
    },
    stopSandbox: (sandbox) =>
      stopSandbox(log, request('RuntimeService', 'StopPodSandbox'), sandbox),
    removeSandbox(sandbox) {
      const fields = request('RuntimeService', 'RemovePodSandbox');
      log.info(`Removing pod sandbox: ${sandbox.id}`, fields);
      return {
        ok: () => log.info(`Removed pod sandbox: ${sandbox.id}`, fields),
        failed() {},
      };
    },
    sandboxExited() {},
  };
}

function imagePhrases(
  log: RuntimeLog,
  { request }: Writer,
): Pick<DressLog, 'pullImage' | 'removeImage'> {
  return {
    // Told at level debug only.
    removeImage: () => ({ ok() {}, failed() {} }),
    pullImage(name) {
      const fields = request('ImageService', 'PullImage');
      log.info(`Pulling image: ${name}`, fields);
      log.info(`Trying to access "${name}"`);
      return {
        ok({ image }) {
          const { host, repository } = splitImage(name);
          log.info(`Pulled image: ${host}/${repository}@${image.digest}`, fields);
        },
        failed() {},
      };
    },
  };
}

function containerPhrases(
  log: RuntimeLog,
  { request, nameOf }: Writer,
): Pick<
  DressLog,
  | 'createContainer'
  | 'startContainer'
  | 'stopContainer'
  | 'removeContainer'
  | 'containerExited'
  | 'outOfMemory'
> {
  return {
    createContainer(asked) {
      const fields = request('RuntimeService', 'CreateContainer');
      const subject = `${asked.namespace}/${asked.podName}/${asked.name}`;
      log.info(`Creating container: ${subject}`, fields);
      return {
        ok: (container) => log.info(`Created container ${container.id}: ${subject}`, fields),
        failed(error) {
          const prefix = 'container create failed: ';
          if (error.message.startsWith(prefix)) {
            log.error(`Container creation error: ${error.message.slice(prefix.length)}`, fields);
          }
          const { name, podName, namespace, podUid, attempt } = asked;
          log.info(`createCtr: deleting container ID ${asked.id} from idIndex`, fields);
          log.info(
            `createCtr: releasing container name k8s_${name}_${podName}_${namespace}_${podUid}_${attempt}`,
            fields,
          );
        },
      };
    },
    startContainer(container, asked) {
      const fields = request('RuntimeService', 'StartContainer');
      log.info(`Starting container: ${container.id}`, fields);
      return {
        ok: () =>
          log.info('Started container', {
            PID: container.pid,
            containerID: container.id,
            description: `${asked.namespace}/${asked.podName}/${asked.name}`,
            ...fields,
            sandboxID: container.sandboxId,
          }),
        failed() {},
      };
    },
    stopContainer(container, graceSeconds) {
      const fields = request('RuntimeService', 'StopContainer');
      log.info(`Stopping container: ${container.id} (timeout: ${graceSeconds}s)`, fields);
      return {
        ok: () => log.info(`Stopped container ${container.id}: ${nameOf(container)}`, fields),
        failed() {},
      };
    },
    removeContainer(container) {
      const fields = request('RuntimeService', 'RemoveContainer');
      log.info(`Removing container: ${container.id}`, fields);
      return {
        ok: () => log.info(`Removed container ${container.id}: ${nameOf(container)}`, fields),
        failed() {},
      };
    },
    containerExited() {},
    outOfMemory() {},
  };
}

function stopSandbox(log: RuntimeLog, fields: LogFields, sandbox: SimSandbox) {
  const pod = `${sandbox.namespace}_${sandbox.name}`;
  log.info(`Stopping pod sandbox: ${sandbox.id}`, fields);
  return {
    ok() {
      log.info(
        `Deleting pod ${pod} from CNI network "${FAULT_FACTS.cniNetwork}" (type=${FAULT_FACTS.cniPlugin})`,
      );
      log.info(`Stopped pod sandbox: ${sandbox.id}`, fields);
    },
    failed(error: { readonly message: string }) {
      log.error(
        `Error deleting pod ${pod} from CNI network "${FAULT_FACTS.cniNetwork}": ${error.message.slice(error.message.indexOf('plugin type='))}`,
      );
    },
  };
}
