import {
  DELETE_POD,
  EDIT_CONTAINERD_CONFIG,
  EDIT_CRIO_CONFIG,
  elsewhere,
  type FixTable,
  free,
  losesImages,
  rebuilds,
  restartsKubelet,
  restartsPod,
  restartsRuntime,
  rollsOut,
  rungOf,
  setting,
} from './rung.ts';

const EDIT = 'kubectl edit deployment -n {namespace} WORKLOAD';
const MAKE_SECRET = free(
  'Make the missing object; kubelet goes on by itself within a minute or two',
  'kubectl create secret generic NAME -n {namespace} --from-literal=KEY=VALUE',
);
const OPTIONAL = rollsOut('Or mark it optional: true, if the program can do without', EDIT);
const MAKE_PATH = setting('Make the path on this node', 'mkdir -p HOST_PATH; stat HOST_PATH');
const CORRECT_PATH = rollsOut('Correct path or type of the hostPath in the workload', EDIT);

/** Secrets, volumes, paths and the root file system. */
export const MOUNT_FIXES: FixTable = {
  'volume-secret-missing': [
    MAKE_SECRET,
    elsewhere(
      'Run the job or operator that makes it; look for a name in another namespace',
      'kubectl get secret,configmap -A | grep NAME',
    ),
    OPTIONAL,
  ],
  'secret-or-configmap-missing': [MAKE_SECRET, OPTIONAL],
  'secret-or-configmap-key-missing': [
    free(
      'Add the key; the next try finds it',
      `kubectl patch secret NAME -n {namespace} -p '{"stringData":{"KEY":"VALUE"}}'`,
    ),
    rollsOut('Correct the name of the key in the workload', EDIT),
    OPTIONAL,
  ],
  'hostpath-type-check-failed': [MAKE_PATH, CORRECT_PATH],
  'hostpath-not-visible-to-kubelet': [
    rollsOut('Do without subPath, which makes kubelet look at the path itself', EDIT),
    restartsKubelet(
      'Mount the path into the container of kubelet',
      'systemctl edit kubelet && systemctl restart kubelet',
    ),
  ],
  'mount-source-missing': [
    MAKE_PATH,
    rollsOut('Name a path that can be written here, mostly one below /var', EDIT),
  ],
  'mount-type-mismatch': [
    setting(
      'Remove the empty directory that was made in place of the file, then put the file there',
      'rmdir HOST_PATH && cp FILE HOST_PATH',
    ),
    rollsOut('Mount one file with subPath, or mount the whole onto a directory', EDIT),
  ],
  'mount-target-on-readonly': [
    rollsOut('Mount the inner path elsewhere', EDIT),
    rollsOut('Make the folder beforehand in the volume that is mounted read-only'),
    rebuilds('Make the folder in the image, if it lies there'),
  ],
  'mount-propagation-not-shared': [
    setting(
      'Make the mount shared now; pods made from now on profit',
      'mount --make-rshared /; findmnt -o TARGET,PROPAGATION /',
    ),
    rollsOut('Leave mountPropagation out of the workload', EDIT),
    restartsRuntime(
      'Do the same before the runtime starts at each boot (ExecStartPre in a drop-in)',
      'systemctl edit {unit} && systemctl restart {unit}',
    ),
  ],
  'subpath-stale-after-configmap-update': [
    DELETE_POD,
    rollsOut('Mount the whole config map in place of one file by subPath', EDIT),
  ],
  'subpath-prepare-failed': [
    DELETE_POD,
    rollsOut(
      'Make the folder in the volume, or correct subPath (no links out of the volume)',
      EDIT,
    ),
    restartsKubelet(
      'Unmount what an earlier life left, then restart kubelet',
      'findmnt -rno TARGET | grep {uid}/volume-subpaths | xargs -r umount; systemctl restart kubelet',
    ),
  ],
  'subpath-mkdir-exists': [
    DELETE_POD,
    restartsKubelet(
      'See the propagation, and let kubelet and runtime share the mounts of the host (rshared on /var/lib/kubelet)',
      'findmnt -o TARGET,PROPAGATION /var/lib/kubelet; systemctl cat kubelet',
    ),
  ],
  'kubelet-runtime-mount-namespace-mismatch': [
    restartsPod(
      'Remove the directory made in place of the file, and delete the pod',
      'rmdir /var/lib/kubelet/pods/{uid}/etc-hosts; kubectl delete pod -n {namespace} {pod}',
    ),
    restartsKubelet(
      'Mount /var/lib/kubelet of the host into the container of kubelet, shared in both directions',
      'systemctl edit kubelet && systemctl restart kubelet',
    ),
  ],
  'workdir-inaccessible': [
    rollsOut('Set workingDir to a folder that the user may enter', EDIT),
    rebuilds('Make the folder readable for every user where the image is built (chmod 755)'),
    restartsRuntime(
      'See which release runs, and update the OCI runtime: newer ones change the user first',
      'runc --version',
    ),
  ],
  'runtime-workdir-missing': [
    rollsOut('Set workingDir to a full path', EDIT),
    rebuilds('Write WORKDIR and VOLUME with a leading slash'),
    restartsRuntime('See which release runs, and update the runtime', '{unit} --version'),
  ],
  'rootfs-mount-source-lost': [
    rungOf('none', 'the image is pulled again; containers that run keep theirs')(
      'Take the image out and pull it again',
      'crictl rmi {image}; crictl pull {image}',
    ),
    restartsRuntime(
      'Set root and state in the configuration in place of links to moved folders',
      EDIT_CONTAINERD_CONFIG,
    ),
    losesImages(
      'On a drained node begin with an empty store',
      'systemctl stop kubelet containerd && mv /var/lib/containerd /var/lib/containerd.old && systemctl start containerd kubelet',
      'systemctl stop kubelet crio && crio wipe -f && systemctl start crio kubelet',
    ),
  ],
  'block-volume-path-invalid': [rollsOut('Choose a devicePath below /dev in the workload', EDIT)],
  'image-volume-unsupported': [
    rollsOut(
      'Copy the files with an init container into an emptyDir in place of the image volume',
      EDIT,
    ),
    rollsOut(
      'See which nodes have a newer runtime, and keep the workload there',
      'kubectl get nodes -o wide',
    ),
    restartsRuntime(
      'See which release runs, and update the runtime: containerd 2.1 or CRI-O 1.31 and later mount images',
      '{unit} --version',
    ),
  ],
  'image-volume-copy-failed': [
    DELETE_POD,
    rollsOut('Mount an emptyDir over the declared path; then nothing is copied', EDIT),
    rebuilds('Take VOLUME out of the image, or declare paths that do not overlap'),
    restartsRuntime(
      'Let containerd pass over such paths: ignore_image_defined_volumes = true',
      EDIT_CONTAINERD_CONFIG,
      EDIT_CRIO_CONFIG,
    ),
  ],
};
