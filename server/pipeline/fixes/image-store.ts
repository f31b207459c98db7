import {
  DRAIN,
  EDIT_CONTAINERD_CONFIG,
  EDIT_CRIO_CONFIG,
  elsewhere,
  type FixTable,
  install,
  losesImages,
  rebuilds,
  restartsRuntime,
  rollsOut,
  rungOf,
  setting,
  weakensNode,
} from './rung.ts';

const replacesImage = rungOf('none', 'the image is pulled again; containers that run keep theirs');

const PULL_ANEW = replacesImage(
  'Take the image out and pull it again',
  'crictl rmi {image}; crictl pull {image}',
);
/** ctr lists downloads that were broken off, and has no word to drop one. */
const DROP_HALF_DONE = restartsRuntime(
  'Drop what is half downloaded: stop the runtime, empty its folder of downloads, start it',
  'systemctl stop containerd && rm -rf /var/lib/containerd/io.containerd.content.v1.content/ingest/*; systemctl start containerd',
  'systemctl restart crio',
);
const WIPE = losesImages(
  'On a drained node, last of all: stop both services and let the runtime begin with an empty store',
  'systemctl stop kubelet containerd && mv /var/lib/containerd /var/lib/containerd.old && systemctl start containerd kubelet',
  'systemctl stop kubelet crio && crio wipe -f && systemctl start crio kubelet',
);

/** Pulls: formats, signatures and the store of this node. */
export const IMAGE_STORE_FIXES: FixTable = {
  'platform-mismatch': [
    elsewhere('Push the image for the architecture of this node as well, under one tag'),
    rollsOut(
      'Keep the workload on nodes that fit',
      `kubectl patch deployment WORKLOAD -n {namespace} -p '{"spec":{"template":{"spec":{"nodeSelector":{"kubernetes.io/arch":"amd64"}}}}}'`,
    ),
  ],
  'schema1-unsupported': [
    elsewhere(
      'Copy the image once with a tool that rewrites the manifest',
      'skopeo copy --format v2s2 docker://{image} docker://{image}',
    ),
    rebuilds('Build and push it again with a current builder'),
  ],
  'layer-truncated': [
    replacesImage('Pull again', 'crictl pull {image}'),
    elsewhere('Clear the copy in the mirror or proxy, or push the image again'),
    DROP_HALF_DONE,
  ],
  'layer-digest-mismatch': [
    elsewhere('Clear the copy in the mirror or proxy that sends the wrong bytes'),
    rebuilds('Push the image again, when every node fails on the same layer'),
    DROP_HALF_DONE,
  ],
  'content-blob-missing': [PULL_ANEW, DRAIN, WIPE],
  'snapshot-parent-missing': [
    replacesImage('Pull again: a clean-up may have come between', 'crictl pull {image}'),
    PULL_ANEW,
    DRAIN,
    WIPE,
  ],
  'snapshot-data-lost': [PULL_ANEW, DRAIN, WIPE],
  'unsupported-snapshotter': [
    setting(
      'Load the module of the usual snapshotter and keep it for the next boot',
      'modprobe overlay && echo overlay > /etc/modules-load.d/overlay.conf',
    ),
    restartsRuntime(
      'Set snapshotter to one that loads here ("overlayfs"), then restart the runtime',
      EDIT_CONTAINERD_CONFIG,
      EDIT_CRIO_CONFIG,
    ),
    DRAIN,
    losesImages(
      'On xfs with ftype=0 only a new file system helps: make one and begin with an empty store',
    ),
  ],
  'signature-policy-invalid': [
    setting(
      'Find what is wrong in the file, and correct it; CRI-O reads it at each pull',
      'jq . /etc/containers/policy.json',
    ),
    install(
      'Bring the program and the file to the same release: older ones do not know newer keys',
    ),
    weakensNode('Accept every image for now, and say so in the file'),
  ],
  'signature-policy-rejected': [
    elsewhere('Sign the image with the key the policy names, for each architecture as well'),
    setting(
      'Let CRI-O look for signatures in the registry itself',
      `printf 'docker:\\n  %s:\\n    use-sigstore-attachments: true\\n' {registry} > /etc/containers/registries.d/100-sigstore.yaml`,
    ),
    weakensNode('Take this registry out of the policy of the node'),
  ],
};
