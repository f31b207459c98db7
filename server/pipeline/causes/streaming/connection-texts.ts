import { tableOf } from '../../table-cause.ts';

/** Logs, exec and port-forward: what happens between the client, the API server and kubelet's port. */
export const CONNECTION_TEXTS = tableOf([
  {
    id: 'kubelet-serving-cert-missing',
    title: 'kubelet has no serving certificate yet',
    explanation:
      'kubelet asks the cluster for its serving certificate, and the request waits for approval; until then it breaks off every handshake on its port. New nodes show it for minutes.',
    patterns: [
      /remote error: tls: internal error/i,
      /no serving certificate available for the kubelet/i,
    ],
    confusedWith: ['kubelet-serving-cert-name-mismatch', 'kubelet-port-blocked'],
    steps: [
      ['See which requests wait', 'kubectl get csr | grep -i pending'],
      ['See who asks, and for which names', 'kubectl describe csr CSR'],
    ],
  },
  {
    id: 'kubelet-serving-cert-name-mismatch',
    title: "kubelet's serving certificate is for another name",
    explanation:
      'The certificate that kubelet shows on its port does not hold the name or address by which the API server calls it; often a client certificate is being served.',
    fullPatterns: [
      /(?:error dialing backend|:10250|containerLogs|\/exec\/).*x509: (?:cannot validate certificate|certificate is (?:not )?valid for|certificate relies on legacy)/i,
      /x509: .*doesn't contain any IP SANs/i,
    ],
    except: [/registry|manifests|\/v2\/|pull/i],
    confusedWith: ['kubelet-serving-cert-missing'],
    steps: [
      [
        'See the names in it',
        'openssl s_client -connect 127.0.0.1:10250 </dev/null 2>/dev/null | openssl x509 -noout -subject -ext subjectAltName',
      ],
    ],
  },
  {
    id: 'kubelet-authz-missing',
    title: 'kubelet knows the caller and does not allow it',
    explanation:
      "The API server's call reached kubelet, but as a user without rights on the node, often anonymous because no client certificate was shown. Rights for anonymous are the wrong cure.",
    patterns: [
      /(?:Forbidden|Authorization error) \(user=\S+, verb=\w+, resource=nodes/i,
      /(?:unable to upgrade connection|error dialing backend).*Forbidden \(user/i,
    ],
    fullPatterns: [/User \S+ cannot \w+ resource \S*nodes\/(?:proxy|log|exec|stats|metrics)/i],
    confusedWith: ['kubelet-authn-mismatch'],
    steps: [
      [
        'See whom the API server presents',
        'grep kubelet-client /etc/kubernetes/manifests/kube-apiserver.yaml',
      ],
      ['See who holds the role', 'kubectl get clusterrolebinding -o wide | grep kubelet-api-admin'],
    ],
  },
  {
    id: 'kubelet-authn-mismatch',
    title: 'kubelet does not know who calls',
    explanation:
      "The API server shows kubelet no client certificate, or one of an authority that kubelet does not trust. The 401 comes from kubelet's port, not from the API server.",
    patterns: [
      /unable to upgrade connection: (?:<[^>]{1,20}>\s?)*(?:401 )?Unauthorized/i,
      /asked for the client to provide credentials.*(?:pods\/(?:log|exec|attach|portforward)|nodes)/i,
    ],
    fullPatterns: [
      /(?::10250|containerLogs).*(?:\b(?:Unauthorized|401)\b|tls: (?:bad|unknown) certificate)/i,
    ],
    confusedWith: ['kubelet-authz-missing', 'image-unauthorized'],
    steps: [
      ['See which authority kubelet trusts', 'grep -i clientCAFile /var/lib/kubelet/config.yaml'],
      [
        'See whom the API server presents',
        'grep kubelet-client /etc/kubernetes/manifests/kube-apiserver.yaml',
      ],
    ],
  },
  {
    id: 'kubelet-port-blocked',
    title: "The API server does not get through to kubelet's port",
    explanation:
      'The API server calls kubelet on its port for logs and exec, and the packets are lost or refused on the way: firewall, MTU, a proxy, or an overloaded kubelet. The pod is fine.',
    patterns: [
      /error dialing backend: .*(?:i\/o timeout|timeout|no route to host|connection refused|network is unreachable|EOF|proxy error|Bad Gateway|reset)/i,
      /error dialing backend: .*(?:No agent available|agent)/i,
    ],
    fullPatterns: [
      /:10250\b.*(?:i\/o timeout|TLS handshake timeout|connection refused|no route to host|deadline exceeded|Client\.Timeout|network is unreachable)/i,
      /containerLogs.*(?:timeout|refused|no route)/i,
    ],
    confusedWith: ['kubelet-serving-cert-missing', 'exec-upgrade-503'],
    steps: [
      ['Ask the port from another node', 'curl -sk -m 5 https://NODE:10250/healthz'],
      ['See whether kubelet listens', 'ss -ltnp | grep 10250'],
    ],
  },
  {
    id: 'exec-upgrade-503',
    title: 'Something between client and kubelet answered 503',
    explanation:
      'The request for a stream was answered by a hop on the way that cannot pass it on just now. The text gives the state of that hop only, not of kubelet or the pod.',
    patterns: [
      /unable to upgrade connection: .*(?:50[234]\b|Service Unavailable|Bad Gateway|Gateway Time-?out)/i,
      /websocket: bad handshake.*\b50[234]\b/i,
    ],
    confusedWith: ['kubelet-port-blocked', 'exec-upgrade-404'],
    steps: [
      ['Ask kubelet directly on the node', 'curl -sk https://127.0.0.1:10250/healthz'],
      [
        'See by which address the client reaches the API server',
        "kubectl config view --minify -o jsonpath='{.clusters[0].cluster.server}'",
      ],
    ],
  },
  {
    id: 'exec-upgrade-404',
    title: 'Another server answered the streaming address',
    explanation:
      'The address that the runtime handed out for the stream leads to an HTTP server that does not know it: wrong streaming address or port, or two listeners on one port.',
    patterns: [
      /unable to upgrade connection: .*(?:404|page not found|not found)/i,
      /websocket: bad handshake.*\b404\b/i,
    ],
    confusedWith: ['proxy-strips-upgrade', 'exec-upgrade-503'],
    steps: [
      ['See who listens where', 'ss -ltnp | grep -E "containerd|crio|kubelet"'],
      [
        'See the streaming address of the runtime',
        'containerd config dump | grep -i stream; crio status config | grep -i stream',
      ],
    ],
  },
  {
    id: 'proxy-strips-upgrade',
    title: 'A proxy removes the headers that open a stream',
    explanation:
      'The client asked to upgrade the connection, and the request arrived without those headers: a reverse proxy in front of the API server takes them off.',
    patterns: [
      /Error from server(?: \(BadRequest\))?: (?:Connection )?Upgrade request required/i,
      /error upgrading connection: .*Upgrade request required|unable to upgrade(?: connection)?: .*(?:Upgrade request required|missing upgrade|upgrade header|Bad Request|<html|403 Forbidden)/i,
      /(?:upgrade|connection) headers? (?:is |was )?(?:missing|not present|stripped)/i,
    ],
    confusedWith: ['client-no-upgrade', 'exec-upgrade-404'],
    steps: [
      [
        'Ask the API server without the proxy',
        'kubectl --server https://APISERVER:6443 exec -n NAMESPACE POD -- true',
      ],
      [
        'See by which address the client reaches the API server',
        "kubectl config view --minify -o jsonpath='{.clusters[0].cluster.server}'",
      ],
    ],
  },
  {
    id: 'client-no-upgrade',
    title: 'The client asked for a stream in a plain request',
    explanation:
      'Exec and attach need an upgraded connection, and the client called the path with an ordinary request. With a client library its stream helper has to be used.',
    patterns: [
      /^\W*(?:\(\d+\) Reason: )?(?:Connection )?Upgrade request required/i,
      /Upgrade request required/i,
      /Handshake status \d{3}/i,
    ],
    confusedWith: ['proxy-strips-upgrade'],
    steps: [
      ['Try with kubectl', 'kubectl exec -n NAMESPACE POD -- true'],
      ["Use the library's stream call for exec, attach and port-forward"],
    ],
    confidence: 0.75,
  },
  {
    id: 'lb-idle-timeout',
    title: 'An idle stream was cut on the way',
    explanation:
      'Something between client and API server, mostly a load balancer, ends connections on which nothing is said for a while. The process in the container goes on running.',
    patterns: [
      /lost connection to pod/i,
      /\bv[2-5]\.go:\d+\] .*(?:EOF|reset by peer|timed out|timeout)/i,
      /error reading from (?:error )?stream|error copying from (?:local|remote) (?:connection|stream)/i,
      /websocket: close 1006/i,
      /\/(?:exec|attach|portforward)\?\S*:? .*(?:reset by peer|EOF|timed out)/i,
      /(?:exec|attach|logs|port-?forward|stream|session)\b.*(?:idle|inactivity).*(?:timeout|timed out|closed)/i,
      /(?:^|\] )error: (?:unexpected EOF|read tcp .*(?:reset by peer|timed out|i\/o timeout)|stream error)/i,
      /(?:net\/http|http2): client connection lost.*(?:exec|attach|log)/i,
      /stream (?:closed|idle) .*timeout|idle ?timeout/i,
    ],
    except: [/pull|blob|registry|lease/i],
    confidence: 0.7,
    confusedWith: ['kata-stream-idle', 'exec-drop-reported-as-success'],
    steps: [
      [
        'Measure after how long it breaks; round minutes point to a limit',
        'time kubectl exec -n NAMESPACE POD -c CONTAINER -- sleep 3600',
      ],
      [
        "See kubelet's own limit",
        'grep -i streamingConnectionIdleTimeout /var/lib/kubelet/config.yaml',
      ],
    ],
  },
]);
