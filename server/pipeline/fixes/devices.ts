import {
  DELETE_POD,
  DRAIN,
  EDIT_CONTAINERD_CONFIG,
  EDIT_CRIO_CONFIG,
  elsewhere,
  type FixTable,
  free,
  install,
  REBOOT,
  RESTART_KUBELET,
  restartsAgent,
  restartsRuntime,
  rollsOut,
  setting,
} from './rung.ts';

const RESTART_PLUGIN = restartsAgent(
  'Restart the device plugin of this node; it registers again',
  'kubectl delete pod -n PLUGIN_NAMESPACE PLUGIN_POD',
);

/** Device plugins, CDI, GPUs and NRI. */
export const DEVICE_FIXES: FixTable = {
  'device-unhealthy-at-admission': [
    free(
      'Wait until the plugin has registered: the node then offers the device again',
      `kubectl get node {node} -o jsonpath='{.status.allocatable}'`,
    ),
    RESTART_PLUGIN,
    DELETE_POD,
    RESTART_KUBELET,
  ],
  'cdi-device-unresolvable': [
    setting(
      'Write the description anew with the tool of the vendor; the runtime reads the folder by itself',
      'nvidia-ctk cdi generate --output=/etc/cdi/nvidia.yaml; ls -l /etc/cdi /var/run/cdi',
    ),
    RESTART_PLUGIN,
    restartsRuntime(
      'Switch CDI on in the runtime, where it is off (enable_cdi = true before containerd 2)',
      EDIT_CONTAINERD_CONFIG,
      EDIT_CRIO_CONFIG,
    ),
  ],
  'host-device-missing': [
    setting('Load the driver that makes the device node', 'modprobe MODULE; ls -l /dev'),
    RESTART_PLUGIN,
    rollsOut(
      'Keep the workload on nodes that have the device',
      'kubectl edit deployment -n {namespace} WORKLOAD',
    ),
  ],
  'gpu-driver-not-loaded': [
    setting('Load the module', 'modprobe nvidia; nvidia-smi'),
    install(
      'See which kernel runs, and build or install the driver for it',
      'uname -r; dkms status',
    ),
    RESTART_PLUGIN,
    DRAIN,
    REBOOT,
  ],
  'gpu-driver-library-mismatch': [
    DRAIN,
    restartsRuntime(
      'With no GPU user left, load the new module in place of the old one',
      'lsof /dev/nvidia*; rmmod nvidia_uvm nvidia_drm nvidia_modeset nvidia && modprobe nvidia; nvidia-smi',
    ),
    REBOOT,
  ],
  'nri-plugin-evicted': [
    restartsAgent(
      'Restart the plugin, so that it registers again',
      'kubectl delete pod -n PLUGIN_NAMESPACE PLUGIN_POD',
    ),
    DELETE_POD,
    restartsRuntime(
      'Give plugins more time: plugin_request_timeout (nri_plugin_request_timeout of CRI-O)',
      EDIT_CONTAINERD_CONFIG,
      EDIT_CRIO_CONFIG,
    ),
  ],
  'nri-plugin-timeout': [
    elsewhere(
      'Free what the plugin waits for: its own log tells',
      'kubectl logs -n PLUGIN_NAMESPACE PLUGIN_POD --tail 50',
    ),
    restartsAgent('Restart the plugin', 'kubectl delete pod -n PLUGIN_NAMESPACE PLUGIN_POD'),
    restartsRuntime(
      'Restart the runtime, if it goes on saying that the name is reserved',
      'systemctl restart {unit}',
    ),
  ],
};
