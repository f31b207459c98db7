import { tableOf } from '../../table-cause.ts';

/** Pulls: causes that need a second look beside the text. */
export const PULL_TEXTS = tableOf([
  {
    id: 'credential-provider-not-called',
    title: "kubelet did not ask its plugin for the cloud registry's credentials",
    explanation:
      'The image lies in a cloud registry for which kubelet gets short-lived credentials from a plugin, and the pull came without any: the plugin was not called, because flags or match patterns do not fit.',
    fullPatterns: [
      /\.(?:dkr\.ecr\.[\w-]+\.amazonaws\.com|azurecr\.io|pkg\.dev|gcr\.io)\b.*no basic auth credentials/i,
    ],
    confidence: 0.75,
    confusedWith: ['image-unauthorized', 'credential-provider-exec-failed'],
    steps: [
      [
        'See the flags of kubelet',
        "tr '\\0' ' ' < /proc/$(pgrep -o kubelet)/cmdline | grep -o 'image-credential-provider[^ ]*'",
      ],
      [
        'See whether it was called',
        'journalctl -u kubelet | grep -i "external exec plugin" | tail',
      ],
    ],
  },
  {
    id: 'pull-qps-exceeded',
    title: 'kubelet holds the pull back: too many at once',
    explanation:
      'kubelet limits how many pulls it starts each second (registryPullQPS), and this one was over the limit. It is tried again by itself; the registry was not asked.',
    patterns: [/pull QPS exceeded/i],
    confusedWith: ['rate-limited'],
    steps: [
      ['See the limits', 'grep -iE "registryPullQPS|registryBurst" /var/lib/kubelet/config.yaml'],
    ],
  },
  {
    id: 'image-pull-x509-incomplete-chain',
    title: 'The registry sends its certificate without the chain',
    explanation:
      'The certificate is of a public authority, but the server leaves out the link between. Browsers hide that; the runtime cannot verify it.',
    patterns: [
      /incomplete (?:certificate )?chain|unable to (?:get (?:local )?issuer certificate|verify the first certificate)/i,
    ],
    confusedWith: ['image-pull-x509-unknown-ca'],
    steps: [
      [
        'Count the certificates it sends',
        'openssl s_client -showcerts -connect $(echo REGISTRY:443 | cut -d: -f1,2) </dev/null 2>/dev/null | grep -c BEGIN',
      ],
    ],
  },
]);
