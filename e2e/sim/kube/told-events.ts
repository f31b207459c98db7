/** What an event says, before it is counted. */
export interface ToldEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly container: string | null;
}

/** Takes one level of Go's quoting away. */
export function unquote(text: string): string {
  return text.replace(/\\(["\\nt])/g, (_, char: string) =>
    char === 'n' ? '\n' : char === 't' ? '\t' : char,
  );
}

const STEP = /failed to "(\w+)" for "([^"]*)" with (\w+): "((?:[^"\\]|\\.)*)"/;
const NOT_READY = /^network is not ready: [\s\S]*/;

interface FailedStep {
  readonly container: string;
  readonly reason: string;
  readonly text: string;
  /** namespace/name. */
  readonly pod: string;
  readonly podUid: string;
}

function failedStart({ container, reason, text, pod, podUid }: FailedStep): ToldEvent | null {
  switch (reason) {
    case 'ErrImagePull':
      return {
        type: 'Warning',
        reason: 'Failed',
        message: `Failed to pull image: ${text}`,
        container,
      };
    case 'ImagePullBackOff': {
      const image = /image "([^"]+)"/.exec(text)?.[1] ?? '';
      return {
        type: 'Normal',
        reason: 'BackOff',
        message: `Back-off pulling image "${image}"`,
        container,
      };
    }
    case 'CrashLoopBackOff': {
      const [namespace = '', name = ''] = pod.split('/');
      const message = `Back-off restarting failed container ${container} in pod ${name}_${namespace}(${podUid})`;
      return { type: 'Warning', reason: 'BackOff', message, container };
    }
    case 'InvalidImageName':
      return { type: 'Warning', reason: 'InspectFailed', message: text, container };
    case 'ErrImageNeverPull':
      return { type: 'Warning', reason, message: text, container };
    default:
      return { type: 'Warning', reason: 'Failed', message: `Error: ${text}`, container };
  }
}

/** The event that kubelet sends with an error of a pod's sync; null for errors that it only logs. */
export function readStartError(err: string, pod: string, podUid: string): ToldEvent | null {
  const network = NOT_READY.exec(err)?.[0];
  if (network !== undefined) {
    return { type: 'Warning', reason: 'NetworkNotReady', message: network, container: null };
  }
  const [, step, subject = '', reason = '', quoted = ''] = STEP.exec(err) ?? [];
  const text = unquote(quoted);
  if (step === 'CreatePodSandbox') {
    const inner = text.replace(/^Failed to create sandbox for pod "[^"]*": /, '');
    const message = `Failed to create pod sandbox: ${inner}`;
    return { type: 'Warning', reason: 'FailedCreatePodSandBox', message, container: null };
  }
  if (step === 'KillPodSandbox') {
    const message = `error killing pod: failed to "KillPodSandbox" for "${subject}" with ${reason}: "${text}"`;
    return { type: 'Warning', reason: 'FailedKillPod', message, container: null };
  }
  if (step !== 'StartContainer') return null;
  return failedStart({ container: subject, reason, text, pod, podUid });
}
