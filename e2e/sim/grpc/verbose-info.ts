import { FAULT_FACTS } from '../dress/dress.ts';
import type { SimNode } from '../model/node.ts';
import type { SimContainer, SimSandbox } from '../model/objects.ts';

/** Status verbose: JSON strings in a map, in the shape each runtime gives. */
export function statusInfo(node: SimNode): Record<string, string> {
  if (node.dress.name === 'crio') {
    const runtimes = Object.fromEntries(
      ['crun', 'runc'].map((name) => [
        name,
        { RuntimePath: `/usr/bin/${name}`, RuntimeType: 'oci' },
      ]),
    );
    const crio = { CgroupManagerName: 'systemd', DefaultRuntime: 'runc', Runtimes: runtimes };
    return { config: JSON.stringify({ crio, sandboxImage: FAULT_FACTS.pauseImage }) };
  }
  const isOld = node.dress.runtimeVersion.startsWith('1.');
  const load =
    node.cniMissingSinceMs !== null
      ? `cni config load failed: no network config found in ${FAULT_FACTS.cniConfDir}: cni plugin not initialized: failed to load cni config`
      : 'OK';
  const runc = { runtimeType: 'io.containerd.runc.v2', options: { SystemdCgroup: true } };
  const config = {
    containerd: { defaultRuntimeName: 'runc', runtimes: { runc } },
    cni: {
      ...(isOld
        ? { binDir: FAULT_FACTS.cniBinDir }
        : { binDir: '', binDirs: [FAULT_FACTS.cniBinDir] }),
      confDir: FAULT_FACTS.cniConfDir,
      maxConfNum: 1,
    },
    ...(isOld ? { sandboxImage: FAULT_FACTS.pauseImage } : {}),
    maxContainerLogLineSize: 16384,
    containerdRootDir: '/var/lib/containerd',
    containerdEndpoint: '/run/containerd/containerd.sock',
  };
  return {
    config: JSON.stringify(config),
    cniconfig: JSON.stringify(cniConfig(node)),
    golang: JSON.stringify(isOld ? 'go1.19.8' : 'go1.27.1'),
    lastCNILoadStatus: load,
    'lastCNILoadStatus.default': load,
  };
}

function cniConfig(node: SimNode): object {
  const loopback = { Config: { Name: 'cni-loopback', CNIVersion: '0.3.1' }, IFName: 'lo' };
  const network = {
    Config: {
      Name: FAULT_FACTS.cniNetwork,
      CNIVersion: '1.0.0',
      Plugins: [{ Network: { type: FAULT_FACTS.cniPlugin, ipam: { type: 'calico-ipam' } } }],
    },
    IFName: 'eth0',
  };
  return {
    PluginDirs: [FAULT_FACTS.cniBinDir],
    PluginConfDir: FAULT_FACTS.cniConfDir,
    PluginMaxConfNum: 1,
    Prefix: 'eth',
    Networks: node.cniMissingSinceMs !== null ? [loopback] : [loopback, network],
  };
}

/** PodSandboxStatus verbose: CRI-O tells the runtimeSpec and no pid. */
export function sandboxInfo(node: SimNode, sandbox: SimSandbox): Record<string, string> {
  const runtimeSpec = { ociVersion: '1.2.1', hostname: sandbox.name, linux: {} };
  if (node.dress.name === 'crio') return { info: JSON.stringify({ runtimeSpec }) };
  const { name, namespace, uid, labels, annotations } = sandbox;
  return {
    info: JSON.stringify({
      pid: sandbox.pid,
      processStatus: sandbox.isReady ? 'running' : 'deleted',
      netNamespaceClosed: !sandbox.isReady,
      image: FAULT_FACTS.pauseImage,
      snapshotKey: sandbox.id,
      snapshotter: 'overlayfs',
      runtimeType: 'io.containerd.runc.v2',
      config: {
        metadata: { name, namespace, uid },
        hostname: name,
        log_directory: sandbox.logDirectory,
        labels,
        annotations,
        linux: { cgroup_parent: sandbox.cgroupParent },
      },
      runtimeSpec,
    }),
  };
}

/** ContainerStatus verbose. */
export function containerInfo(node: SimNode, container: SimContainer): Record<string, string> {
  const { id, sandboxId: sandboxID, pid } = container;
  // The field is left out where it is false.
  const terminal = container.hasTerminal ? { terminal: true } : {};
  const runtimeSpec = { ociVersion: '1.2.1', process: { ...terminal, cwd: '/' }, linux: {} };
  if (node.dress.name === 'crio') {
    return { info: JSON.stringify({ sandboxID, pid, runtimeSpec, privileged: false }) };
  }
  const config = {
    metadata: { name: container.name, attempt: container.attempt },
    image: { image: `sha256:${container.image.id}`, user_specified_image: container.imageName },
    log_path: `${container.name}/${container.attempt}.log`,
  };
  return {
    info: JSON.stringify({
      sandboxID,
      pid,
      removing: false,
      snapshotKey: id,
      snapshotter: 'overlayfs',
      runtimeType: 'io.containerd.runc.v2',
      config,
      runtimeSpec,
    }),
  };
}
