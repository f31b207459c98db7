import { run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const shimBinaryMissing = textCause({
  id: 'shim-binary-missing',
  stages: ['sandbox', 'start'],
  title: 'The shim of the handler is not installed',
  explanation:
    "The handler's shim program (containerd-shim-…) is not in the PATH of the runtime's service. The handler is configured, its package is not installed.",
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  confusedWith: [
    'runtime-handler-not-configured',
    'shim-wrong-binary',
    'shim-daemon-version-skew',
    'kvm-not-available',
  ],
  patterns: [
    /failed to start shim: .*(?:executable file not found|no such file or directory)/i,
    /runtime "…" binary not installed/i,
  ],
  fullPatterns: [/exec: "containerd-shim[^"]*": executable file not found/i],
  nextChecks: () => [
    run(
      'See which shims are there',
      'ls /usr/bin/containerd-shim* /usr/local/bin/containerd-shim* /usr/sbin/containerd-shim* /opt/kata/bin/containerd-shim* 2>/dev/null',
    ),
    run(
      'See which type the handler names',
      'containerd config dump | grep -E "runtimes\\.|runtime_type"',
    ),
    run("See the service's PATH", 'systemctl show containerd -p Environment'),
  ],
});
