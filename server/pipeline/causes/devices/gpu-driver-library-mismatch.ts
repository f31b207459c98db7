import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const gpuDriverLibraryMismatch = textCause({
  id: 'gpu-driver-library-mismatch',
  stages: ['start'],
  title: 'The GPU driver and its libraries are of different versions',
  explanation:
    'The driver was updated while the old module is still in the kernel. A reboot (or reload of the modules) brings them together.',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  isNodeWide: true,
  patterns: [/driver\/library version mismatch/i],
  confusedWith: ['gpu-driver-not-loaded'],
  nextChecks: () => [
    run('Ask the driver', 'nvidia-smi; cat /proc/driver/nvidia/version'),
    samePods('gpu-driver-library-mismatch'),
  ],
});
