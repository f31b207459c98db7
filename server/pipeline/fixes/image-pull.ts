import {
  EDIT_CONTAINERD_CONFIG,
  EDIT_CRIO_CONFIG,
  EDIT_KUBELET_CONFIG,
  elsewhere,
  type FixTable,
  free,
  install,
  rebuilds,
  restartsKubelet,
  restartsPod,
  restartsRuntime,
  rollsOut,
  setting,
  weakensNode,
} from './rung.ts';

const PULL_AGAIN = free(
  'Pull it here once; the pod goes on by itself at its next try',
  'crictl pull {image}',
);
const OTHER_IMAGE = rollsOut(
  'Name an image that exists in the workload',
  'kubectl set image -n {namespace} deployment/WORKLOAD {container}=NEW_IMAGE',
);
const LOAD_FROM_FILE = free(
  'Bring the image as a file and load it under exactly the name the pod uses',
  'ctr -n k8s.io images import IMAGE.tar',
  'podman load -i IMAGE.tar',
);
const FULL_NAME = rollsOut(
  'Write the registry in front of the image name in the workload',
  'kubectl set image -n {namespace} deployment/WORKLOAD {container}=REGISTRY/NAME:TAG',
);

/** Pulls: names, logins, registries and what lies between. */
export const IMAGE_PULL_FIXES: FixTable = {
  'image-not-found': [
    elsewhere('Push the missing tag to the registry under the name the pod uses'),
    OTHER_IMAGE,
  ],
  'image-auth-or-absent': [
    free(
      'Correct or make the pull secret, if the image is private and exists',
      'kubectl create secret docker-registry PULL_SECRET -n {namespace} --docker-server={registry} --docker-username=USER --docker-password=PASSWORD',
    ),
    LOAD_FROM_FILE,
    FULL_NAME,
  ],
  'image-unauthorized': [
    free(
      'Make a pull secret for exactly this host and port',
      'kubectl create secret docker-registry PULL_SECRET -n {namespace} --docker-server={registry} --docker-username=USER --docker-password=PASSWORD',
    ),
    free(
      'Give the secret to every new pod of the service account',
      `kubectl patch serviceaccount -n {namespace} default -p '{"imagePullSecrets":[{"name":"PULL_SECRET"}]}'`,
    ),
    restartsPod(
      'Delete the pod when it was made before the service account had the secret',
      'kubectl delete pod -n {namespace} {pod}',
    ),
  ],
  'image-never-pull': [
    LOAD_FROM_FILE,
    rollsOut(
      'Let kubelet pull what is missing: set imagePullPolicy to IfNotPresent',
      `kubectl patch deployment WORKLOAD -n {namespace} --type json -p '[{"op":"replace","path":"/spec/template/spec/containers/0/imagePullPolicy","value":"IfNotPresent"}]'`,
    ),
  ],
  'invalid-image-name': [
    rollsOut(
      'Write the name anew: small letters, no blanks, one colon before the tag, no scheme such as https://',
      'kubectl set image -n {namespace} deployment/WORKLOAD {container}=REGISTRY/NAME:TAG',
    ),
  ],
  'short-name-ambiguous': [
    setting(
      'Give the short name one meaning on this node, as an alias; CRI-O takes it over when it reloads',
      `printf '[aliases]\\n"NAME" = "REGISTRY/NAME"\\n' > /etc/containers/registries.conf.d/100-alias.conf && systemctl reload crio`,
    ),
    FULL_NAME,
  ],
  'short-name-unresolved': [
    setting(
      'Name the registries in which short names are looked for; one is best, each more is a risk',
      `printf 'unqualified-search-registries = ["REGISTRY"]\\n' > /etc/containers/registries.conf.d/100-search.conf && systemctl reload crio`,
    ),
    FULL_NAME,
  ],
  'registry-refused': [
    elsewhere('Start the registry, or open its port on its own host'),
    free(
      'See where mirrors point, and correct a wrong port; the file is read at the next pull',
      'grep -rnE "server|host" /etc/containerd/certs.d',
      'grep -n -A3 location /etc/containers/registries.conf',
    ),
    LOAD_FROM_FILE,
  ],
  'registry-server-error': [
    free('Wait some minutes: kubelet goes on trying'),
    elsewhere('Mend the registry, or the mirror that the address in the error names'),
    setting(
      'Take a broken mirror out of use, so that the registry itself is asked',
      'mv /etc/containerd/certs.d/{registry} /root/{registry}.certs.d.off',
      'sed -n "/mirror/,+3p" /etc/containers/registries.conf',
    ),
    LOAD_FROM_FILE,
  ],
  'registry-plain-http': [
    elsewhere('Give the registry a certificate'),
    setting(
      'Say that this one speaks plain HTTP: server = "http://REGISTRY" in the file of containerd, insecure = true in that of CRI-O',
      'mkdir -p /etc/containerd/certs.d/{registry} && vi /etc/containerd/certs.d/{registry}/hosts.toml',
      'vi /etc/containers/registries.conf.d/100-{registry}.conf && systemctl reload crio',
    ),
    restartsRuntime(
      'Set config_path to /etc/containerd/certs.d if the runtime does not read that folder yet, then restart it',
      EDIT_CONTAINERD_CONFIG,
      EDIT_CRIO_CONFIG,
    ),
  ],
  'registry-token-endpoint-unreachable': [
    elsewhere('Open the way from this node to the host that www-authenticate names'),
    elsewhere('Let the mirror hand out tokens under its own name'),
    LOAD_FROM_FILE,
  ],
  'rate-limited': [
    free('Wait until the window of the limit is over, mostly some hours; kubelet goes on trying'),
    free(
      'Pull with a login, which has a limit of its own: make a pull secret',
      'kubectl create secret docker-registry PULL_SECRET -n {namespace} --docker-server={registry} --docker-username=USER --docker-password=PASSWORD',
    ),
    setting(
      'Put a mirror or cache before the registry for all pulls of this node: server = "https://MIRROR" (CRI-O: a [[registry]] with that location)',
      'mkdir -p /etc/containerd/certs.d/{registry} && vi /etc/containerd/certs.d/{registry}/hosts.toml',
      'vi /etc/containers/registries.conf.d/100-{registry}.conf && systemctl reload crio',
    ),
    rollsOut('Fix the tag and set imagePullPolicy to IfNotPresent, so that less is pulled'),
  ],
  'image-pull-dns': [
    setting(
      'Correct the resolvers of the node (not those of the cluster), and try the name again',
      'resolvectl flush-caches; getent hosts {registry}',
    ),
    restartsRuntime(
      'Restart the runtime if the name resolves in your shell and pulls still fail: it may hold old resolvers or a proxy',
      'systemctl restart {unit}',
    ),
  ],
  'image-pull-timeout': [
    elsewhere(
      'Open the way in the firewall: to the registry, and to the host it sends the node to',
    ),
    LOAD_FROM_FILE,
    restartsRuntime(
      'Give the runtime its proxy (HTTPS_PROXY, NO_PROXY) in a drop-in and restart it',
      'systemctl edit {unit} && systemctl restart {unit}',
    ),
  ],
  'image-pull-stalled': [
    free(
      'Pull from another place meanwhile, or bring the image as a file',
      'ctr -n k8s.io images import IMAGE.tar',
      'podman load -i IMAGE.tar',
    ),
    elsewhere('Free the registry or proxy that holds the connection open'),
    restartsPod(
      'Delete the pod: kubelet stops waiting for it, but the pull in the runtime may go on',
      'kubectl delete pod -n {namespace} {pod}',
    ),
    restartsRuntime('Restart the runtime: that breaks off every pull', 'systemctl restart {unit}'),
  ],
  'image-pull-queued': [
    free('Mend or end the pull that stands in front; this one then begins by itself'),
    restartsKubelet(
      'Let kubelet pull side by side: serializeImagePulls: false, with a maxParallelImagePulls',
      EDIT_KUBELET_CONFIG,
    ),
    restartsRuntime(
      'Restart the runtime: that breaks off the pull in front',
      'systemctl restart {unit}',
    ),
  ],
  'pull-progress-timeout': [
    PULL_AGAIN,
    elsewhere('Mend the slow part of the way: proxy, mirror, registry'),
    restartsRuntime(
      'Raise image_pull_progress_timeout in the configuration of the runtime (pull_progress_timeout of CRI-O)',
      EDIT_CONTAINERD_CONFIG,
      EDIT_CRIO_CONFIG,
    ),
  ],
  'pull-request-deadline': [
    PULL_AGAIN,
    rebuilds('Make the image smaller, or put it on the nodes in advance'),
    restartsKubelet(
      'Raise runtimeRequestTimeout in the configuration of kubelet, where that limit ended the pull',
      EDIT_KUBELET_CONFIG,
    ),
  ],
  'image-blob-cdn-failed': [
    elsewhere('Open the way to the host that the error names: layers come from there'),
    LOAD_FROM_FILE,
    setting(
      'Use a mirror that serves the layers by itself: server = "https://MIRROR/" (CRI-O: a [[registry]] with that location)',
      'mkdir -p /etc/containerd/certs.d/{registry} && vi /etc/containerd/certs.d/{registry}/hosts.toml',
      'vi /etc/containers/registries.conf.d/100-{registry}.conf && systemctl reload crio',
    ),
  ],
  'image-pull-x509-unknown-ca': [
    setting(
      'Give the runtime the authority of this registry (containerd: ca = "/etc/containerd/certs.d/REGISTRY/ca.crt" in hosts.toml); it is read at the next pull',
      'mkdir -p /etc/containerd/certs.d/{registry} && cp CA.crt /etc/containerd/certs.d/{registry}/ca.crt && vi /etc/containerd/certs.d/{registry}/hosts.toml',
      'mkdir -p /etc/containers/certs.d/{registry} && cp CA.crt /etc/containers/certs.d/{registry}/ca.crt',
    ),
    restartsRuntime(
      'Or trust it on the whole node; the runtime reads that only when it starts',
      'cp CA.crt /usr/local/share/ca-certificates/ && update-ca-certificates && systemctl restart {unit}',
    ),
    weakensNode('Switch the check off for this registry (skip_verify), for a test and no longer'),
  ],
  'image-pull-x509-incomplete-chain': [
    elsewhere('Let the registry serve the whole chain (fullchain.pem in place of cert.pem)'),
    restartsRuntime(
      'Until then give the node the certificate between',
      'cp INTERMEDIATE.crt /usr/local/share/ca-certificates/ && update-ca-certificates && systemctl restart {unit}',
    ),
  ],
  'credential-provider-exec-failed': [
    free(
      'See what its first lines say when it is started by hand',
      `echo '{"apiVersion":"credentialprovider.kubelet.k8s.io/v1","kind":"CredentialProviderRequest","image":"IMAGE"}' | BIN_DIR/PROVIDER`,
    ),
    install(
      'Install the helper as a static program for this architecture in the folder kubelet reads',
    ),
    restartsKubelet(
      'Correct its name or arguments in the file and restart kubelet',
      'vi PROVIDER_CONFIG && systemctl restart kubelet',
    ),
  ],
  'credential-provider-not-called': [
    free(
      'Pull it once with a login; pods that take present images start from it',
      'ctr -n k8s.io images pull --user USER {image}',
      'podman pull --creds USER {image}',
    ),
    restartsKubelet(
      'Set both --image-credential-provider flags and a matchImages entry that fits this registry',
      'systemctl edit kubelet && systemctl restart kubelet',
    ),
  ],
  'pull-qps-exceeded': [
    free('Wait: kubelet tries again by itself'),
    restartsKubelet(
      'Raise registryPullQPS and registryBurst in /var/lib/kubelet/config.yaml (5 and 10 where they are not set)',
      EDIT_KUBELET_CONFIG,
    ),
  ],
};
