import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAULT_FACTS } from '../dress/dress.ts';
import type { DressName, PodPlan, Scenario } from '../model/scenario.ts';

/** The simulated node's name, as in the recordings. */
export const NODE_NAME = 'node1';

/** kubelet's static pod directory on the node. */
export const MANIFESTS_DIR = '/etc/kubernetes/manifests';

/** Writes the node's configuration files below `hostRoot`, as a kubeadm node has them. */
export function writeHostFiles(
  place: { readonly hostRoot: string; readonly socketPath: string },
  dress: DressName,
  scenarios: readonly Scenario[],
): void {
  const { hostRoot, socketPath } = place;
  const put = (path: string, text: string): void => {
    const target = join(hostRoot, path);
    mkdirSync(join(target, '..'), { recursive: true });
    writeFileSync(target, text);
  };
  // kubelet and crictl use the very socket that the simulated runtime has.
  const socket = `unix://${socketPath}`;
  put('/etc/hostname', `${NODE_NAME}\n`);
  put('/etc/crictl.yaml', `runtime-endpoint: ${socket}\nimage-endpoint: ${socket}\ntimeout: 2\n`);
  put('/var/lib/kubelet/config.yaml', kubeletConfigText(socket));
  if (dress === 'crio') put('/etc/crio/crio.conf', crioConfigText());
  else put('/etc/containerd/config.toml', containerdConfigText());
  mkdirSync(join(hostRoot, FAULT_FACTS.cniConfDir), { recursive: true });
  if (!scenarios.some((scenario) => scenario.isCniConfigMissing === true)) {
    put(`${FAULT_FACTS.cniConfDir}/10-calico.conflist`, cniConfigText());
  }
  mkdirSync(join(hostRoot, MANIFESTS_DIR), { recursive: true });
  for (const scenario of scenarios) {
    for (const pod of scenario.pods) {
      if (pod.isStatic === true)
        put(`${MANIFESTS_DIR}/${manifestName(pod)}.yaml`, manifestText(pod));
    }
    for (const broken of scenario.brokenManifests ?? []) {
      put(`${MANIFESTS_DIR}/${broken.file}`, broken.text);
    }
  }
}

/** kubelet appends the node's name to a static pod's; the file has it without. */
function manifestName(pod: PodPlan): string {
  return pod.name.slice(0, pod.name.lastIndexOf('-'));
}

function manifestText(pod: PodPlan): string {
  const containers = pod.containers.map(
    (one) => `  - name: ${one.name}\n    image: ${one.image}\n    imagePullPolicy: IfNotPresent\n`,
  );
  return `apiVersion: v1
kind: Pod
metadata:
  name: ${manifestName(pod)}
  namespace: ${pod.namespace}
spec:
  hostNetwork: ${pod.hostNetwork === true}
  containers:
${containers.join('')}`;
}

function kubeletConfigText(socket: string): string {
  return `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
cgroupDriver: systemd
containerRuntimeEndpoint: ${socket}
staticPodPath: ${MANIFESTS_DIR}
readOnlyPort: 0
`;
}

function containerdConfigText(): string {
  return `version = 3

[plugins.'io.containerd.cri.v1.images'.pinned_images]
  sandbox = '${FAULT_FACTS.pauseImage}'

[plugins.'io.containerd.cri.v1.images']
  image_pull_progress_timeout = '0s'

[plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc.options]
  SystemdCgroup = true

[plugins.'io.containerd.cri.v1.runtime'.cni]
  bin_dirs = ['${FAULT_FACTS.cniBinDir}']
  conf_dir = '${FAULT_FACTS.cniConfDir}'
`;
}

function crioConfigText(): string {
  return `[crio.runtime]
default_runtime = "runc"
cgroup_manager = "systemd"

[crio.image]
pause_image = "${FAULT_FACTS.pauseImage}"

[crio.network]
network_dir = "${FAULT_FACTS.cniConfDir}"
plugin_dirs = ["${FAULT_FACTS.cniBinDir}"]
`;
}

function cniConfigText(): string {
  const config = {
    cniVersion: '1.0.0',
    name: FAULT_FACTS.cniNetwork,
    plugins: [{ type: FAULT_FACTS.cniPlugin, ipam: { type: 'calico-ipam' } }],
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
