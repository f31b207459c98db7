import {
  EDIT_CONTAINERD_CONFIG,
  EDIT_CRIO_CONFIG,
  EDIT_KUBELET_CONFIG,
  elsewhere,
  type FixTable,
  free,
  install,
  rebuilds,
  restartsContainer,
  restartsKubelet,
  restartsPod,
  restartsRuntime,
  rollsOut,
  rungOf,
  setting,
} from './rung.ts';

const startsApiServer = rungOf('node', 'the API server of that node starts anew; pods go on');

/** Logs, exec, attach, port-forward and the way to kubelet. */
export const STREAMING_FIXES: FixTable = {
  'exec-container-not-running': [
    free(
      'Read what it wrote before it ended',
      'kubectl logs -n {namespace} {pod} -c {container} --previous',
    ),
    rungOf('none', 'a copy of the pod more, until you delete it')(
      'Enter a copy of the pod with another command',
      'kubectl debug -n {namespace} {pod} -it --copy-to=DEBUG_POD --container={container} -- sh',
    ),
  ],
  'exec-shell-missing': [
    free(
      'Enter beside it with a debug container; it stays in the pod until the pod ends',
      'kubectl debug -n {namespace} {pod} -it --image=busybox --target={container}',
    ),
    free(
      'Or from the node, with the programs of the node',
      'nsenter -t $(crictl inspect --output go-template --template {{.info.pid}} {containerId}) -n -p sh',
    ),
  ],
  'exec-path-lost': [
    free('Name the full path', 'kubectl exec -n {namespace} {pod} -c {container} -it -- /bin/sh'),
    rebuilds('Set PATH in the image'),
    restartsRuntime('See which release runs, and update the runtime', '{unit} --version'),
  ],
  'exec-drop-reported-as-success': [
    free(
      'See whether the command still runs, before it is started again',
      'crictl exec {containerId} ps -ef',
    ),
    rollsOut(
      'Run long work as a Job',
      'kubectl create job NAME -n {namespace} --image={image} -- COMMAND',
    ),
  ],
  'container-log-file-missing': [
    free(
      'Read what the runtime itself knows',
      'crictl inspect {containerId} | grep -i logpath; ls -l /var/log/pods',
    ),
    setting(
      'Let the clean-up leave files of running containers alone',
      'grep -rl /var/log/pods /etc/cron* /etc/logrotate.d',
    ),
    restartsContainer('Restart the container: it gets a new file', 'crictl stop {containerId}'),
  ],
  'inotify-instances-kubectl-logs': [
    free(
      'Until then read without following',
      'kubectl logs -n {namespace} {pod} -c {container} --tail=100',
    ),
    rungOf('none', 'a little kernel memory; nothing restarts')(
      'Raise the limit on the node, now and for the next boot',
      'sysctl -w fs.inotify.max_user_instances=8192 && echo fs.inotify.max_user_instances=8192 > /etc/sysctl.d/90-inotify.conf',
    ),
  ],
  'shim-fifo-open-failed': [
    free(
      'End the exec sessions that were left open',
      "ps -eo pid,etime,args | grep '[k]ubectl exec'",
    ),
    setting(
      'Raise the limit of that shim',
      'pgrep -af {sandboxId}; prlimit --pid SHIM_PID --nofile=1048576:1048576',
    ),
    restartsPod(
      'Delete the pod; its new shim begins with none',
      'kubectl delete pod -n {namespace} {pod}',
    ),
  ],
  'kata-stream-idle': [
    free('Keep the session busy', 'kubectl exec -n {namespace} {pod} -c {container} -it -- top'),
    restartsRuntime(
      'See which release runs, and update the runtime of virtual machines',
      'kata-runtime --version',
    ),
  ],
  'portforward-localhost-lookup': [
    setting(
      'Put the name into the hosts file that the runtime sees',
      "grep -q localhost /etc/hosts || echo '127.0.0.1 localhost' >> /etc/hosts",
    ),
  ],
  'portforward-app-not-listening': [
    free(
      'Forward the port on which the program does listen',
      'kubectl exec -n {namespace} {pod} -c {container} -- sh -c "ss -ltn || netstat -ltn"',
    ),
    rollsOut(
      'Let the program listen on all addresses (0.0.0.0 or ::)',
      'kubectl edit deployment -n {namespace} WORKLOAD',
    ),
  ],
  'portforward-socat-missing': [
    install(
      'Install them where the runtime runs',
      'apt-get install socat util-linux || dnf install socat util-linux',
    ),
    restartsRuntime(
      'See which release runs, and update the runtime: newer ones need neither',
      '{unit} --version',
    ),
  ],
  'kubelet-serving-cert-missing': [
    free(
      'Approve the request of this node, once you have seen that it is its own',
      'kubectl get csr; kubectl certificate approve CSR',
    ),
    elsewhere('Run an approver for serving certificates'),
    restartsKubelet(
      'Or do without serverTLSBootstrap: kubelet then signs its own',
      EDIT_KUBELET_CONFIG,
    ),
  ],
  'kubelet-serving-cert-name-mismatch': [
    elsewhere(
      'Let the API server call the node by a name of the certificate: --kubelet-preferred-address-types',
    ),
    restartsKubelet(
      'Issue a serving certificate with name and address of the node',
      'openssl x509 -noout -subject -ext subjectAltName -in /var/lib/kubelet/pki/kubelet.crt; systemctl restart kubelet',
    ),
  ],
  'kubelet-authz-missing': [
    elsewhere(
      'Give the user of the API server its role',
      'kubectl create clusterrolebinding kube-apiserver-kubelet-admin --clusterrole=system:kubelet-api-admin --user=kube-apiserver-kubelet-client',
    ),
    startsApiServer(
      'See its flags, and let the API server show a client certificate: --kubelet-client-certificate and --kubelet-client-key',
      'grep kubelet-client /etc/kubernetes/manifests/kube-apiserver.yaml',
    ),
  ],
  'kubelet-authn-mismatch': [
    startsApiServer(
      'See its flags, and let the API server show a client certificate of the authority that kubelet trusts',
      'grep kubelet-client /etc/kubernetes/manifests/kube-apiserver.yaml',
    ),
    restartsKubelet(
      'Or let kubelet trust that authority: authentication.x509.clientCAFile',
      EDIT_KUBELET_CONFIG,
    ),
  ],
  'kubelet-port-blocked': [
    elsewhere('Open port 10250 from the API server to the node'),
    setting(
      'Open it in the firewall of the node, for the API server alone (the same in firewalld or ufw, if they run)',
      'iptables -I INPUT -p tcp -s APISERVER_ADDRESS --dport 10250 -j ACCEPT',
    ),
    startsApiServer('Add the addresses of the nodes to NO_PROXY of the API server'),
  ],
  'exec-upgrade-503': [
    free(
      'Try again; then past the load balancer',
      'kubectl --server https://APISERVER:6443 exec -n {namespace} {pod} -- true',
    ),
    elsewhere('Mend the hop that answered 503'),
  ],
  'exec-upgrade-404': [
    free('Until then use crictl on the node', 'crictl exec -it {containerId} sh'),
    restartsRuntime(
      'Give the streaming server an address and port of its own, then restart the runtime',
      EDIT_CONTAINERD_CONFIG,
      EDIT_CRIO_CONFIG,
    ),
  ],
  'proxy-strips-upgrade': [
    free(
      'Go past the proxy',
      'kubectl --server https://APISERVER:6443 exec -n {namespace} {pod} -- true',
    ),
    elsewhere('Let the proxy pass Upgrade and Connection, or let TCP through untouched'),
  ],
  'client-no-upgrade': [elsewhere("Use the library's own call for exec, attach and port-forward")],
  'lb-idle-timeout': [
    free(
      'Keep the session busy, or run long work apart from it (nohup, a Job)',
      'kubectl exec -n {namespace} {pod} -c {container} -it -- top',
    ),
    elsewhere('Raise the idle limit of the load balancer before the API server'),
    restartsKubelet(
      'Or raise streamingConnectionIdleTimeout, where kubelet is what cuts',
      EDIT_KUBELET_CONFIG,
    ),
  ],
};
