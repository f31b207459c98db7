import { type FixTable, losesImages, movesPods, rebuilds, rollsOut, rungOf } from './rung.ts';

const EDIT_COMMAND = rollsOut(
  'Correct command and args in the workload; leave them out to run what the image names',
  'kubectl edit deployment -n {namespace} WORKLOAD',
);
const PULL_ANEW = rungOf('none', 'the image is pulled again; containers that run keep theirs')(
  'Take the image out and pull it again, if it works on other nodes',
  'crictl rmi {image}; crictl pull {image}',
);

/** What is in the image, or should be. */
export const IMAGE_CONTENT_FIXES: FixTable = {
  'exec-not-found': [
    EDIT_COMMAND,
    rollsOut(
      'See the mounts, and move one that covers the folder of the program',
      "kubectl get pod -n {namespace} {pod} -o jsonpath='{.spec.containers[*].volumeMounts}'",
    ),
    rebuilds('Put the program into the image'),
  ],
  'exec-permission-denied': [
    rollsOut(
      'Start it through its interpreter, as in ["sh", "/path/script.sh"]',
      'kubectl edit deployment -n {namespace} WORKLOAD',
    ),
    rollsOut(
      'A script from a config map: set defaultMode: 0755',
      'kubectl edit deployment -n {namespace} WORKLOAD',
    ),
    rebuilds('Set the execute bit where the image is built (chmod +x, or COPY --chmod=755)'),
  ],
  'script-permission-denied-in-shell': [
    rollsOut(
      'Start the script with sh in front of it',
      'kubectl edit deployment -n {namespace} WORKLOAD',
    ),
    rebuilds('Set the execute bit where the image is built (chmod +x, or COPY --chmod=755)'),
  ],
  'script-interpreter-missing': [
    rollsOut(
      'Start the script with a shell that the image has (sh in place of bash)',
      'kubectl edit deployment -n {namespace} WORKLOAD',
    ),
    rebuilds(
      'Write it with Unix line ends',
      "sed -i 's/\\r$//' SCRIPT && git config core.autocrlf input",
    ),
    rebuilds('Put the interpreter or loader into the image, or link the program statically'),
  ],
  'exec-format-error': [
    rollsOut(
      'Name an image for the architecture of this node, or keep the workload on nodes that fit',
      `kubectl patch deployment WORKLOAD -n {namespace} -p '{"spec":{"template":{"spec":{"nodeSelector":{"kubernetes.io/arch":"amd64"}}}}}'`,
    ),
    rebuilds(
      'Build for both architectures',
      'docker buildx build --platform linux/amd64,linux/arm64 --push -t {image} .',
    ),
    rebuilds('A script: give it a first line (#!/bin/sh)'),
  ],
  'image-content-missing': [
    PULL_ANEW,
    movesPods(
      'Drain the node, when several images are hit',
      'kubectl drain {node} --ignore-daemonsets',
    ),
    losesImages(
      'On the drained node begin with an empty store',
      'systemctl stop kubelet containerd && mv /var/lib/containerd /var/lib/containerd.old && systemctl start containerd kubelet',
      'systemctl stop kubelet crio && crio wipe -f && systemctl start crio kubelet',
    ),
  ],
  'user-not-in-image': [
    PULL_ANEW,
    rollsOut(
      'Name the user by number: runAsUser',
      `kubectl patch deployment WORKLOAD -n {namespace} -p '{"spec":{"template":{"spec":{"securityContext":{"runAsUser":1000}}}}}'`,
    ),
    rebuilds('Add the user to /etc/passwd where the image is built'),
  ],
};
