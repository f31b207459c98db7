/**
 * Errors of container runtimes are read from the right: each layer wraps the one below with words that tell only who
 * passed it on. Here the wrappers are taken off one by one, so that the innermost message remains.
 */

export interface UnwrappedError {
  /** Wrappers from the outside in, without their trailing colon. */
  readonly frames: readonly string[];
  /** [start, end) of the innermost message within the text. */
  readonly innermost: readonly [number, number];
  readonly message: string;
}

const QUOTED = String.raw`(?:\\*"[^"\n]{0,500}?\\*")`;

/** Wrappers that stand at the left end; each match is one frame. Who speaks, then what it passes on. */
const WRAPPERS: readonly RegExp[] = [
  // journal and events
  /^[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d(?:\.\d+)? \S+ [\w.@-]+\[\d+\]: /,
  /^(?:\d\w* +)?(?:Warning|Normal) +\w+ +\S+(?: \(x\d+(?: over \S+)?\))? +(?:kubelet(?:, \S+)?|pod\/\S+) +/,
  // klog, logrus and crictl heads
  /^[IWEF]\d{4} [\d:.]+\s+\d+ [\w.-]+:\d+\] /,
  /^(?:FATA|ERRO|WARN)\[[^\]]*\] /,
  /^\\*"[^"\n]{1,200}\\*" err=\\*"/,
  /^(?:time=\S+ )?level=\w+ msg=\\*"[^\n]{1,600}?\\*" error=\\*"/,
  /^time=\\*"[^"]*" level=\w+ msg=\\*"/,
  /^level=\w+ msg=\\*"/,
  /^(?:\(combined from similar events\): )/,
  // kubelet
  /^Back-off pulling image \\*"[^"\n]*": /,
  /^(?:ErrImagePull|ImagePullBackOff|ImageInspectError|CreateContainerError|CreateContainerConfigError|RunContainerError|PostStartHookError|PreStartHookError|CreatePodSandboxError|KillPodSandboxError|KillContainerError|InvalidImageName|RegistryUnavailable|SignatureValidationFailed): /,
  /^(?:error|Error) killing pod: \[?/,
  /^failed to \\*"\w+\\*" for \\*"[^"\n]*" with \w+: \\*"/,
  /^Failed to create (?:pod )?sandbox(?: for pod \\*"[^"\n]*")?: /,
  /^Failed create pod sandbox: /,
  /^Error: /,
  /^(?:network is not ready: )/,
  /^Pod was rejected: /,
  new RegExp(
    `^\\w+Volume\\.\\w+ failed for volume ${QUOTED}(?: \\(UniqueName: ${QUOTED}\\))?(?: pod ${QUOTED} \\(UID: ${QUOTED}\\))? ?: `,
  ),
  // gRPC
  /^rpc error: code = \w+ desc = /,
  /^Error response from daemon: /,
  // CRI of containerd
  new RegExp(`^failed to (?:start|run) sandbox(?: container)?(?: ${QUOTED})?: `),
  new RegExp(`^failed to (?:start|create) container ${QUOTED}: `),
  new RegExp(`^failed to setup network for sandbox(?: ${QUOTED})?: `),
  new RegExp(`^failed to destroy network for (?:pod )?sandbox(?: ${QUOTED}| \\S+)?: `),
  new RegExp(`^failed to get sandbox image ${QUOTED}: (?=failed|rpc|Head|Get|no available)`),
  /^failed to get sandbox runtime: /,
  new RegExp(`^unable to get OCI runtime for sandbox ${QUOTED}: `),
  new RegExp(`^failed to generate container ${QUOTED} spec: `),
  new RegExp(`^failed to generate sandbox security options for sandbox ${QUOTED}: `),
  /^failed to generate (?:container )?spec: /,
  /^failed to generate seccomp (?:spec opts|security options for container): /,
  /^failed to (?:get container spec opts|apply OCI options): /,
  /^failed to create containerd container: /,
  /^mount callback failed on [^:\s]+: /,
  /^failed to create containerd task: /,
  /^failed to create task for container: /,
  /^failed to create shim(?: task)?: /,
  /^failed to start shim: /,
  /^start failed: (?=.)/,
  /^CreateContainer failed: /,
  // CRI-O
  /^container create failed: /,
  /^failed to create pod network sandbox [^\s(]+\([0-9a-f]+\): /,
  /^error (?:adding pod|removing pod) [^\s]+ (?:to|from) CNI network \\*"[^"\n]*": /,
  /^pulling image: /,
  /^unable to pull image(?: or OCI artifact)?: /,
  /^pull image err: /,
  /^(?:initializing|reading) source docker:\/\/\S+: /,
  /^(?:Error|error) initializing source docker:\/\/\S+: /,
  /^pinging container registry [^\s]+: /,
  /^reading manifest \S+ in \S+: (?=\S+ \S|unauthorized|denied)/,
  /^(?:error )?creating pod sandbox with name \\*"[^"\n]*": /,
  // pull of containerd
  new RegExp(`^failed to pull and unpack image ${QUOTED}: `),
  new RegExp(`^Failed to pull image ${QUOTED}: `, 'i'),
  new RegExp(`^failed to resolve (?:reference|image) ${QUOTED}: (?!not found$)`),
  /^failed to resolve image: (?!not found$)/,
  /^no available registry endpoint: /,
  /^failed to do request: /,
  /^failed to authorize: /,
  /^failed to fetch (?:anonymous|oauth) token: /,
  /^failed to copy: /,
  /^httpRead(?:er)?Seeker: failed open: /,
  /^failed to unpack image on snapshotter \w+: /,
  // shim, OCI runtime
  /^OCI runtime (?:create|start|exec|state) failed: /,
  /^oci runtime error: /,
  /^unable to retrieve OCI runtime error \([^)]*\): (?!unknown\b)(?=.)/,
  /^\S+ did not terminate suc+essfully: exit status \d+: (?!unknown\b)(?=.)/,
  /^(?:runc|crun|kata-runtime|youki) (?:create|run|start) failed: /,
  /^unable to start container process: /,
  /^error during container init: /,
  /^error running (?:prestart|createRuntime|createContainer|startContainer|poststart) hook #\d+: /,
  /^(?:container_linux|process_linux|rootfs_linux|standard_init_linux|init_linux)\.go:\d+: (?:starting container process|container init|running exec setns process for init|copying bootstrap data to pipe|getting the final child's pid from pipe|applying cgroup configuration for process|setting cgroup config for procHooks process)? ?(?:caused:? ?)?(?:\\*")?/,
  /^(?:starting container process|container init) caused:? (?:\\*")?/,
  /^exit status \d+, stdout: ?,? stderr: (?=.)/,
  // CNI
  /^plugin type=\\*"[^"\n]*"(?: name=\\*"[^"\n]*")? failed \((?:add|delete|check)\): /,
  /^netplugin failed(?: with no error message)?: (?=.)/,
  /^add cmd: /,
  /^cni plugin \S+ failed: /,
];

/** Codes that gRPC and errdefs append; they repeat the kind, not the cause. */
const TRAILING_CODE =
  /(?:: (?:unknown|not found|invalid argument|failed precondition|unavailable|already exists|not implemented|context canceled|ErrImagePull))+\.?\s*$/;
const CLOSERS = new Set([' ', '\n', '\t', '\r', '"', '\\']);
const FRAME_ENDS = new Set([...CLOSERS, ':', '[']);

/** Where the text ends when characters of the set are taken off; a pattern would try at every character. */
function endWithout(text: string, characters: ReadonlySet<string>, end: number): number {
  let last = end;
  while (last > 0 && characters.has(text.charAt(last - 1))) last -= 1;
  return last;
}
/** Without its ": not found" what is left must still say that something is wrong. */
const TELLS_BY_ITSELF = /\b(?:no|not|cannot|fail\w*|missing|denied|refused|error|invalid)\b/i;
/** "unknown" never tells anything. */
const EMPTY_CODE = /^(?:: unknown)+\.?\s*$/;

function peelLeft(text: string, from: number, end: number): { frames: string[]; start: number } {
  const frames: string[] = [];
  let start = from;
  let isPeeling = true;
  while (isPeeling && frames.length < 40) {
    isPeeling = false;
    const rest = text.slice(start, end);
    for (const wrapper of WRAPPERS) {
      const found = wrapper.exec(rest);
      if (found === null || found[0] === '' || found[0].length >= rest.length) continue;
      frames.push(found[0].slice(0, endWithout(found[0], FRAME_ENDS, found[0].length)).trim());
      start += found[0].length;
      isPeeling = true;
      break;
    }
  }
  return { frames, start };
}

/** A quote that was opened within the message is closed within it. */
function withQuote(text: string, start: number, end: number): number {
  const quotes = text.slice(start, end).split('"').length - 1;
  if (quotes % 2 === 0) return end;
  const next = text.indexOf('"', end);
  return next >= end && next - end <= 3 ? next + 1 : end;
}

function trimRight(text: string, start: number): number {
  const end = endWithout(text, CLOSERS, text.length);
  const code = TRAILING_CODE.exec(text.slice(start, end));
  if (code === null) return end;
  const bare = start + code.index;
  const rest = text.slice(start, bare);
  const isEmpty =
    EMPTY_CODE.test(code[0]) || (!code[0].includes('not found') && rest.includes(': '));
  if (bare <= start || !(isEmpty || TELLS_BY_ITSELF.test(rest))) return end;
  return Math.max(start, endWithout(text, CLOSERS, bare));
}

/** CRI-O tries the reference as an image and as an artifact, and prints the same failure twice. */
function withoutRepeat(text: string, start: number, end: number): number {
  const repeat = text.indexOf('; artifact err: ', start);
  return repeat > start && repeat < end ? repeat : end;
}

/** What kubelet and containerd write behind an error of a structured line. */
const FIELDS_BEHIND =
  /" (?:pod\w*|container\w*|image|id|name|key|namespace|interval|filter|type|plugin|gracePeriod|probeType|cmd|logger)=/;

/** The fields that stand behind an error belong to the line, not to the error. */
function withoutFields(
  text: string,
  frames: readonly string[],
  start: number,
  end: number,
): number {
  if (!frames.some((frame) => /\b(?:err|error)=$/.test(frame))) return end;
  const fields = FIELDS_BEHIND.exec(text.slice(start, end));
  return fields === null || fields.index === 0 ? end : start + fields.index;
}

/** In "[a, b]" a is the cause and b the clean-up that failed too. */
function endOfFirst(text: string, start: number, end: number): number {
  const open = text.slice(start, end).startsWith('[');
  if (!open) return end;
  const second = text.indexOf(', failed to', start);
  return second > start && second < end ? second : end;
}

/** 400: a failing call says the same at each try, and every view of it asks again. */
const MAX_KNOWN = 400;
const known = new Map<string, UnwrappedError>();

/** Takes the wrappers off an error text; total: any text has an innermost message, at worst the whole. */
export function unwrapError(text: string): UnwrappedError {
  const ready = known.get(text);
  if (ready !== undefined) return ready;
  if (known.size >= MAX_KNOWN) known.clear();
  const result = unwrap(text);
  known.set(text, result);
  return result;
}

function unwrap(text: string): UnwrappedError {
  const lead = text.length - text.trimStart().length;
  const rough = endWithout(text, CLOSERS, text.length);
  const { frames, start } = peelLeft(text, lead, Math.max(rough, lead));
  const body = text.slice(0, withoutFields(text, frames, start, text.length));
  const trimmed = Math.max(start, trimRight(body, start));
  const first = withoutRepeat(text, start, endOfFirst(text, start, trimmed));
  const end = withQuote(text, start, first);
  const message = text.slice(start, end).trim().replace(/\\+"/g, '"');
  return { frames, innermost: [start, end], message };
}
