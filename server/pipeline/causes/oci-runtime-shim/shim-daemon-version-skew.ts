import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const shimDaemonVersionSkew = textCause({
  id: 'shim-daemon-version-skew',
  stages: ['sandbox', 'start'],
  title: 'Shim and daemon are of different generations',
  explanation:
    'The daemon was updated and finds a shim that speaks another version (or the other way round). Pods that ran before may be affected until they are made anew.',
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  isNodeWide: true,
  patterns: [
    /unsupported shim version|TTRPC connection: unsupported protocol/i,
    /failed to create task.*Unimplemented/i,
  ],
  confusedWith: ['shim-binary-missing', 'shim-wrong-binary'],
  nextChecks: () => [
    run('Compare the versions', 'containerd --version; containerd-shim-runc-v2 -v'),
    samePods('shim-daemon-version-skew'),
  ],
});
