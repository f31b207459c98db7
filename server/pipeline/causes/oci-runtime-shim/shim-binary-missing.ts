import { run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const shimBinaryMissing = textCause({
  id: 'shim-binary-missing',
  stages: ['sandbox', 'start'],
  title: 'The shim of the handler is not installed',
  explanation:
    "The handler's shim program (containerd-shim-…) is not in the PATH of the runtime's service. The handler is configured, its package is not installed.",
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  confusedWith: ['runtime-handler-not-configured'],
  patterns: [
    /failed to start shim: .*(?:executable file not found|no such file or directory)/i,
    /runtime "…" binary not installed/i,
  ],
  fullPatterns: [/exec: "containerd-shim[^"]*": executable file not found/i],
  nextChecks: () => [
    run('See which shims are there', 'ls /usr/bin /usr/local/bin /usr/sbin | grep containerd-shim'),
  ],
});
