import type { TextRule } from './text-rule.ts';

/** 0.6: the words fit one cause, but little around them says who speaks. */
const LATE = 0.6;

/** Wordings of registries, layers and image stores without the call around them; asked only where nothing else answers. */
export const LATE_PULL_RULES: readonly TextRule[] = [
  {
    cause: 'credential-provider-exec-failed',
    patterns: [/credential[- ]provider\b.*(?:did not exist|no such|error|fail)/i],
    confidence: LATE,
  },
  {
    cause: 'image-unauthorized',
    patterns: [/FailedToRetrieveImagePullSecret|retrieve some image pull secrets/i],
    confidence: LATE,
  },
  {
    cause: 'image-auth-or-absent',
    patterns: [/\bdenied: .*(?:project not found|repository|requested access to the resource)\b/i],
    except: [/\bgit\b|remote:/i],
    confidence: LATE,
  },
  {
    cause: 'image-not-found',
    patterns: [/Failed to pull image .{1,200}: (?:\S+ )?not found\W*(?:$|pod\w*=)/i],
    confidence: LATE,
  },
  {
    cause: 'short-name-unresolved',
    patterns: [
      /short[- ]?names?\b.*(?:registr|alias|resolve|not found)|unqualified[- ](?:image|search)/i,
    ],
    confidence: LATE,
  },
  { cause: 'invalid-image-name', patterns: [/\bInvalidImageName\b/], confidence: LATE },
  {
    cause: 'layer-digest-mismatch',
    patterns: [
      /(?:layer|image|checksum)\b.*verif\w+ failed for digest|wrong diff ?id\b/i,
      /digest\b.*(?:mismatch|did not match)|mismatched? digest/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'layer-truncated',
    patterns: [/flate: corrupt|gzip: invalid|invalid tar header|archive\/tar: /i],
    confidence: LATE,
  },
  {
    cause: 'platform-mismatch',
    patterns: [/(?:the )?specified platform\b|no image found in \w+ (?:list|index)/i],
    confidence: LATE,
  },
  {
    cause: 'rate-limited',
    patterns: [/\btoomanyrequests\b/i],
    confidence: LATE,
  },
  {
    cause: 'registry-plain-http',
    patterns: [/failed to do request: .*does not look like a TLS handshake/i],
    fullPatterns: [/first record does not look like a TLS handshake.*(?:\/v2\/|registry)/i],
    confidence: LATE,
  },
  {
    cause: 'schema1-unsupported',
    patterns: [/schema (?:version )?1\b.*(?:removed|unsupported|no longer|not supported)/i],
    fullPatterns: [/manifest\.v1\+(?:prettyjws|json)/i],
    confidence: LATE,
  },
  {
    cause: 'signature-policy-invalid',
    patterns: [
      /(?:signature|trust) policy\b.*(?:pars|load|invalid|no such|json)|unable to get policy\b/i,
      /(?:pars|load)\w* .*(?:signature|trust) policy/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'signature-policy-rejected',
    patterns: [
      /(?:image )?signatures?\b.*(?:not found|rejected|no signatures?|required|accepted)/i,
    ],
    except: [/jwt|token|webhook|saml|commit|apt|gpg|InRelease/i],
    confidence: LATE,
  },
  {
    cause: 'content-blob-missing',
    patterns: [
      /\bblob\b.*not found|content digest \S+: not found|unexpected media type\b.*not found/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'snapshot-data-lost',
    patterns: [
      /\blayer not known\b|failed to return the head/i,
      /(?:readlink|symlink)\b.*\/overlay2?\/l\/\S+: (?:no such file|invalid argument)/i,
      /failed to register layer\b.*no such file/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'unsupported-snapshotter',
    patterns: [
      /\boverlay(?:fs)?\b.*(?:does not support|not supported|unsupported|d_type|no such device)/i,
      /kernel does not support overlay|no unpack platforms defined|\bsnapshotter\b.*(?:not loaded|not found|cannot be enabled)/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'image-fs-stats-not-ready',
    patterns: [
      /missing image stats|image filesystem\b.*(?:not found|no device|unknown)/i,
      /no device found for\b.*\/(?:containerd|docker|containers)/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'pid-or-task-limit',
    patterns: [
      /(?:crun|runc|nsexec|containerd|conmon|fork\/exec|OCI runtime)\b.*(?:resource temporarily unavailable|newosproc|cannot allocate memory)/i,
      /(?:newosproc|cannot allocate memory)\b.*(?:crun|runc|containerd|conmon|fork\/exec)/i,
    ],
    except: [/guest RAM|hugepage|qemu/i],
    confidence: LATE,
  },
  {
    cause: 'fd-limit',
    patterns: [
      /(?:pipe2?|socket|eventfd|epoll_create1?|dup): .*too many open files/i,
      /accept unix \S*(?:containerd|crio|docker)\S*: .*too many open files/i,
    ],
    except: [/inotify|fsnotify|watch|nginx|java|redis/i],
    confidence: 0.5,
  },
  {
    cause: 'node-readonly-filesystem',
    patterns: [
      /remounting filesystem read-only/i,
      /\/var\/lib\/(?:docker|containerd|containers|kubelet)\/\S*: input\/output error/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'container-state-unknown',
    patterns: [/(?:task|container) (?:state|status)\b.{0,20}\bunknown/i],
    confidence: 0.4,
  },
  {
    cause: 'kubelet-client-cert-expired',
    patterns: [/(?:kubelet-client|client certificate|bootstrap)\b.*expired/i],
    fullPatterns: [/\/api\/v1\/\S*.*x509: certificate has expired/i],
    except: [/kubectl|webhook/i],
    confidence: 0.5,
  },
  {
    cause: 'pleg-unhealthy',
    patterns: [/PLEG\b.*(?:relist|timeout|timed out|unhealthy|not healthy)/i],
    confidence: LATE,
  },
  {
    cause: 'runtime-hung',
    patterns: [
      /\b(?:List|Get)?(?:PodSandbox(?:es|Status)?|Containers?|ContainerStatus|Images|Retrieve pods)\b.*deadline ?exceeded/i,
      /deadline ?exceeded\b.*\bPLEG\b/i,
    ],
    except: [
      /RunPodSandbox|CreateContainer|StartContainer|StopPodSandbox|StopContainer|PullImage/i,
    ],
    confidence: 0.5,
  },
  {
    cause: 'runtime-down',
    patterns: [/runtime sanity check failed/i],
    confidence: LATE,
  },
  {
    cause: 'crictl-wrong-endpoint',
    patterns: [/make sure you are running as root and the \w+ has been started/i],
    confidence: LATE,
  },
  {
    cause: 'kubelet-authn-mismatch',
    patterns: [/error dialing backend: .*tls: (?:bad|unknown) certificate/i],
    confidence: LATE,
  },
  {
    cause: 'exec-upgrade-404',
    patterns: [/unable to upgrade connection: pod does not exist/i],
    confidence: 0.5,
  },
  {
    cause: 'exec-upgrade-503',
    patterns: [/(?:error dialing backend|bad handshake|upgrade connection)\b.*\b503\b/i],
    confidence: LATE,
  },
  {
    cause: 'exec-container-not-running',
    patterns: [
      /^(?:error: )?(?:unable to upgrade connection: )?container not found\b/i,
      /^Error from server\b.*\bpod \S+ is not running/i,
    ],
    confidence: LATE,
  },
];
