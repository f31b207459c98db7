import {
  EDIT_CONTAINERD_CONFIG,
  EDIT_CRIO_CONFIG,
  elsewhere,
  type FixTable,
  free,
  restartsRuntime,
  setting,
  weakensNode,
} from './rung.ts';

const LOAD_PAUSE = free(
  'Bring the pause image as a file; pods start from it at once',
  'ctr -n k8s.io images import PAUSE.tar',
  'podman load -i PAUSE.tar',
);
const NAME_PAUSE = restartsRuntime(
  'Name a pause image that this node can reach (sandbox_image; pinned_images.sandbox from containerd 2 on; pause_image of CRI-O)',
  EDIT_CONTAINERD_CONFIG,
  EDIT_CRIO_CONFIG,
);
const RENAME_PAUSE = free(
  'Give a pause image that is here the wanted name',
  'ctr -n k8s.io images tag PRESENT_PAUSE WANTED_PAUSE',
  'podman tag PRESENT_PAUSE WANTED_PAUSE',
);

/** The pause image, which every pod of the node needs. */
export const SANDBOX_IMAGE_FIXES: FixTable = {
  'sandbox-image-network': [
    LOAD_PAUSE,
    elsewhere('Open the way from this node to the registry of the pause image'),
    NAME_PAUSE,
  ],
  'sandbox-image-not-local': [RENAME_PAUSE, LOAD_PAUSE, NAME_PAUSE],
  'sandbox-image-dns': [
    LOAD_PAUSE,
    setting(
      'See the resolvers of the node (not those of the cluster), and correct them',
      'resolvectl status; cat /etc/resolv.conf',
    ),
    NAME_PAUSE,
  ],
  'sandbox-image-forbidden': [
    LOAD_PAUSE,
    elsewhere(
      'Let the node leave through an address that the registry accepts, or through a mirror',
    ),
    NAME_PAUSE,
  ],
  'sandbox-image-x509': [
    setting(
      'Set the clock right, if the dates are what does not fit',
      'chronyc makestep || systemctl restart systemd-timesyncd',
    ),
    LOAD_PAUSE,
    restartsRuntime(
      'Give the node the authority of that registry and restart the runtime',
      'cp CA.crt /usr/local/share/ca-certificates/ && update-ca-certificates && systemctl restart {unit}',
    ),
    weakensNode('Switch the check off for that registry (skip_verify), for a test and no longer'),
  ],
  'sandbox-image-pull-cancelled': [
    free('Pull it by hand with all the time it needs', 'crictl --timeout 30m pull PAUSE_IMAGE'),
    LOAD_PAUSE,
    NAME_PAUSE,
  ],
  'sandbox-image-reference-bug': [
    RENAME_PAUSE,
    restartsRuntime(
      'Name the pause image by tag alone or by digest alone, not by both',
      EDIT_CONTAINERD_CONFIG,
    ),
    restartsRuntime(
      'See which release runs, and update containerd past 2.3.1',
      'containerd --version',
    ),
  ],
  'sandbox-image-config-path-ignored': [
    free('Leave it, when pods of this node start'),
    RENAME_PAUSE,
    restartsRuntime(
      "Write the setting where a file of version 3 has it: sandbox in [plugins.'io.containerd.cri.v1.images'.pinned_images]",
      EDIT_CONTAINERD_CONFIG,
    ),
  ],
};
