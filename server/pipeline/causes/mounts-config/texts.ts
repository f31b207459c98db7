import { tableOf } from '../../table-cause.ts';

/** Mounts, paths and the root file system of a container. */
export const MOUNT_TEXTS = tableOf([
  {
    id: 'block-volume-path-invalid',
    title: 'The path of a block volume is not below /dev',
    explanation:
      'A raw block volume is given to the container at a path outside /dev. The usual runtime takes that, one that makes virtual machines does not.',
    patterns: [/is not a valid device path/i],
    confusedWith: ['host-device-missing'],
    steps: [
      ['See the path', "kubectl get pod -n NAMESPACE POD -o jsonpath='{..volumeDevices}'"],
      [
        'See which handler runs the pod',
        "kubectl get pod -n NAMESPACE POD -o jsonpath='{.spec.runtimeClassName}'",
      ],
    ],
  },
  {
    id: 'kubelet-runtime-mount-namespace-mismatch',
    title: 'kubelet and runtime see different directories under one path',
    explanation:
      "kubelet runs in a container and wrote the pod's files there; the runtime on the host does not see them, takes the source for missing and makes a directory of that name.",
    fullPatterns: [
      /mount\w* .*etc-hosts.*(?:not a directory|is a directory|onto a file|no such file)/i,
      /etc-hosts\b.*(?:is a directory|not a directory)/i,
    ],
    confusedWith: ['mount-type-mismatch'],
    steps: [
      [
        'Compare the mount namespaces',
        'readlink /proc/$(pidof -s kubelet)/ns/mnt /proc/$(pidof -s containerd crio)/ns/mnt',
      ],
      ["See kubelet's directory from the host", 'ls -l /var/lib/kubelet/pods'],
    ],
  },
  {
    id: 'mount-propagation-not-shared',
    title: 'The host directory is not a shared mount',
    explanation:
      'The pod asks for a mount whose changes pass between host and container, and the host path lies on a private mount, so the runtime refuses.',
    patterns: [
      /is not a shared(?: or slave)? mount/i,
      /is mounted on \S+ but it is not a (?:shared|slave)/i,
    ],
    confusedWith: ['subpath-mkdir-exists', 'mount-source-missing'],
    steps: [
      [
        'See the propagation',
        'findmnt -o TARGET,PROPAGATION /; findmnt -o TARGET,PROPAGATION -T /var/lib/kubelet',
      ],
      [
        'See which mounts ask for it',
        "kubectl get pod -n NAMESPACE POD -o jsonpath='{.spec.containers[*].volumeMounts}'",
      ],
    ],
  },
  {
    id: 'rootfs-mount-source-lost',
    title: "A layer of the container's file system is missing on disk",
    explanation:
      'Mounting the layers says "no such file" although the target is there: a folder among the layers is gone, as after a move of the data directory. Only images with those layers fail.',
    patterns: [
      /failed to mount rootfs component.*no such file or directory/i,
      /(?:mount callback failed|failed to mount)\b.*(?:overlay|rootfs|snapshots).*no such file or directory/i,
      /failed to mount \S*containerd-mount\d+: no such file or directory/i,
      /fstype: overlay.*no such file or directory/i,
      /(?:error (?:creating|mounting) overlay|overlay mount|mounting overlay)\b.*no such file or directory/i,
    ],
    fullPatterns: [/source: "overlay".*no such file or directory/i],
    except: [/\bctr: /, /volume-subpaths/, /rootfs_linux|container init/],
    confusedWith: ['snapshot-data-lost', 'ctr-in-container-mount-namespace'],
    steps: [
      [
        'See whether its directory was moved or is a link',
        'ls -ld /var/lib/containerd /run/containerd',
      ],
      ['See which images lack parts', 'ctr -n k8s.io images check | grep -v complete'],
    ],
  },
  {
    id: 'runtime-workdir-missing',
    title: 'The image names a relative path, which the runtime makes in its own directory',
    explanation:
      "The image declares a working directory or volume without a leading slash. The runtime tries to make it where it runs itself, on a read-only root; the node's disk is healthy.",
    fullPatterns: [
      /mkdir "?(?![/"])[\w.-]+(?:\/[^\s":]*)?"?: (?:read-only file system|permission denied)/i,
      /work(?:ing)? ?dir\w* \S* ?(?:does not exist|is not an? absolute|must be (?:an )?absolute)/i,
      /cwd property .*must be an absolute path/i,
    ],
    except: [/caused|container init|rootfs_linux/i],
    confusedWith: ['node-readonly-filesystem', 'workdir-inaccessible'],
    steps: [
      ['See what the image declares', 'crictl inspecti IMAGE | grep -iE -A4 "workingdir|volumes"'],
    ],
  },
  {
    id: 'image-volume-copy-failed',
    title: 'The content of a path that the image declares could not be copied',
    explanation:
      'The image declares VOLUME paths, and the runtime copies their content at creation; overlapping paths or a clean-up at the same time broke that copy. No volume of Kubernetes is involved.',
    patterns: [
      /taking runtime copy of volume|rootpath on mountPath/i,
      /failed to (?:copy|copy up|handle|mount|prepare)\b.*(?:image[- ](?:level )?volumes?|volume content|existing content)/i,
      /(?:image volume|volume)\b.*(?:copy|copying)\b.*(?:fail|error|no such file|file exists)/i,
      /copy(?:ing)? (?:up )?(?:the )?(?:content|files?)\b.*volume/i,
      /failed to copy (?:directory|file|files|xattrs?|dir)\b/i,
    ],
    except: [/failed to copy: http/i, /pull/i, /failed to mount image volume/i],
    confusedWith: ['image-volume-unsupported'],
    steps: [['See which paths it declares', 'crictl inspecti IMAGE | grep -i -A6 volumes']],
  },
]);
