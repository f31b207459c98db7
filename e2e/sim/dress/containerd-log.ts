import type { Random } from '../engine/random.ts';
import type { RuntimeLog } from '../files/runtime-log.ts';
import type { SimRpcError } from '../model/objects.ts';
import { printRpcError } from '../model/objects.ts';
import type { DressLog, SandboxRequest } from './dress.ts';
import { splitImage } from './dress.ts';

/** containerd's log, phrase by phrase as recorded on 2.1.9. */
export function createContainerdLog(log: RuntimeLog, random: Random, version: string): DressLog {
  const writer = createWriter(log, random);
  return {
    ...nodePhrases(log, version),
    ...sandboxPhrases(log, writer),
    ...imagePhrases(log, writer),
    ...containerPhrases(log, writer),
  };
}

type Writer = ReturnType<typeof createWriter>;

/** The forms that several calls share. */
function createWriter(log: RuntimeLog, random: Random) {
  const failed = (message: string, error: SimRpcError): void =>
    log.error(message, { error: printRpcError(error) });
  const simple = (begin: string) => {
    log.info(begin);
    return {
      ok: () => log.info(`${begin} returns successfully`),
      failed: (error: SimRpcError) => failed(`${begin} failed`, error),
    };
  };
  const shim = (id: string, isSandbox: boolean): void =>
    log.info(`connecting to shim ${id}`, {
      address: `unix:///run/containerd/s/${random.hex(64)}`,
      ...(isSandbox ? { namespace: 'k8s.io' } : {}),
      protocol: 'ttrpc',
      version: 3,
    });

  return { failed, simple, shim };
}

function nodePhrases(log: RuntimeLog, version: string) {
  return {
    boot() {
      log.info('starting containerd', { revision: '', version });
      log.info('Start subscribing containerd event');
      log.info('Start recovering state');
      log.info('Start cni network conf syncer for default');
      log.info('Start streaming server');
      log.info('serving...', { address: '/run/containerd/containerd.sock' });
      log.info('containerd successfully booted in 0.038891s');
    },
  };
}

function sandboxPhrases(
  log: RuntimeLog,
  { failed, simple, shim }: Writer,
): Pick<DressLog, 'runSandbox' | 'stopSandbox' | 'removeSandbox' | 'sandboxExited'> {
  return {
    runSandbox(request) {
      const subject = `RunPodSandbox for ${printSandbox(request)}`;
      log.info(subject);
      return {
        ok(sandbox) {
          shim(sandbox.id, true);
          log.info(`${subject} returns sandbox id "${sandbox.id}"`);
        },
        failed: (error) => failed(`${subject} failed, error`, error),
      };
    },
    stopSandbox(sandbox, containers) {
      const call = simple(`StopPodSandbox for "${sandbox.id}"`);
      for (const container of containers) {
        if (container.state !== 'exited') continue;
        log.info(
          `Container to stop "${container.id}" must be in running or unknown state, current state "CONTAINER_EXITED"`,
        );
      }
      return {
        ok() {
          log.info(`TearDown network for sandbox "${sandbox.id}" successfully`);
          call.ok();
        },
        failed: call.failed,
      };
    },
    removeSandbox: (sandbox) => simple(`RemovePodSandbox for "${sandbox.id}"`),
    sandboxExited(sandbox) {
      log.info(
        `received sandbox exit event container_id:"${sandbox.id}"  id:"${sandbox.id}"  exit_status:137`,
        { monitor_name: 'podsandbox' },
      );
      for (const step of [
        'shim disconnected',
        'cleaning up after shim disconnected',
        'cleaning up dead shim',
      ]) {
        log.info(step, { id: sandbox.id, namespace: 'k8s.io' });
      }
    },
  };
}

function imagePhrases(
  log: RuntimeLog,
  { failed, simple }: Writer,
): Pick<DressLog, 'pullImage' | 'removeImage'> {
  return {
    removeImage(name) {
      const call = simple(`RemoveImage "${name}"`);
      return {
        ok(image) {
          if (image !== null) log.info(`ImageDelete event name:"${image.name}"`);
          call.ok();
        },
        failed: call.failed,
      };
    },
    pullImage(name) {
      log.info(`PullImage "${name}"`);
      const stop = (bytes: number): void =>
        log.info(`stop pulling image ${name}: active requests=0, bytes read=${bytes}`);
      return {
        ok({ image, tookMs }) {
          log.info(
            `ImageCreate event name:"${name}"  labels:{key:"io.cri-containerd.image"  value:"managed"}`,
          );
          stop(image.compressedBytes);
          const { host, repository } = splitImage(name);
          log.info(
            `Pulled image "${name}" with image id "sha256:${image.id}", repo tag "${name}", repo digest "${host}/${repository}@${image.digest}", size "${image.compressedBytes}" in ${tookMs}ms`,
          );
          log.info(`PullImage "${name}" returns image reference "sha256:${image.id}"`);
        },
        failed(error) {
          failed(`PullImage "${name}" failed`, error);
          stop(0);
        },
      };
    },
  };
}

function containerPhrases(
  log: RuntimeLog,
  { failed, simple, shim }: Writer,
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
    createContainer(request) {
      const within = `CreateContainer within sandbox "${request.sandboxId}" for`;
      const metadata = `&ContainerMetadata{Name:${request.name},Attempt:${request.attempt},}`;
      log.info(`${within} container ${metadata}`);
      return {
        ok: (container) => log.info(`${within} ${metadata} returns container id "${container.id}"`),
        failed: (error) => failed(`${within} ${metadata} failed`, error),
      };
    },
    startContainer(container) {
      const subject = `StartContainer for "${container.id}"`;
      log.info(subject);
      shim(container.id, false);
      return {
        ok: () => log.info(`${subject} returns successfully`),
        failed(error) {
          for (const stream of ['stdout', 'stderr']) {
            log.error(`Failed to pipe ${stream} of container "${container.id}"`, {
              error: 'reading from a closed fifo',
            });
          }
          failed(`${subject} failed`, error);
        },
      };
    },
    stopContainer(container, graceSeconds) {
      const subject = `StopContainer for "${container.id}"`;
      log.info(`${subject} with timeout ${graceSeconds} (s)`);
      log.info(`Stop container "${container.id}" with signal terminated`);
      return {
        ok: () => log.info(`${subject} returns successfully`),
        failed: (error) => failed(`${subject} failed`, error),
      };
    },
    removeContainer: (container) => simple(`RemoveContainer for "${container.id}"`),
    containerExited(container) {
      const id = container.id;
      const status = container.exitCode === 0 ? '' : `  exit_status:${container.exitCode}`;
      log.info(
        `received container exit event container_id:"${id}"  id:"${id}"  pid:${container.pid}${status}  exited_at:{${printTime(container.finishedAtMs)}}`,
      );
    },
    // As recorded: the event bears the sandbox's id, the shim's own.
    outOfMemory: (container) => log.info(`TaskOOM event container_id:"${container.sandboxId}"`),
  };
}

function printSandbox(request: SandboxRequest): string {
  return `&PodSandboxMetadata{Name:${request.name},Uid:${request.uid},Namespace:${request.namespace},Attempt:${request.attempt},}`;
}

function printTime(atMs: number): string {
  return `seconds:${Math.floor(atMs / 1000)}  nanos:${(atMs % 1000) * 1_000_000}`;
}
