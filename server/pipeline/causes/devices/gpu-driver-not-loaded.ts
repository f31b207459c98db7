import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const gpuDriverNotLoaded = textCause({
  id: 'gpu-driver-not-loaded',
  stages: ['start'],
  title: 'The GPU driver is not loaded',
  explanation:
    "The vendor's hook could not reach the driver of the GPU: its module is not loaded, or its libraries are not where the hook looks.",
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  isNodeWide: true,
  patterns: [
    /nvidia-container-cli: initialization error/i,
    /nvml error: driver not loaded|libnvidia-ml\.so/i,
  ],
  confusedWith: ['cdi-device-unresolvable', 'gpu-driver-library-mismatch'],
  nextChecks: () => [
    run('Ask the driver', 'nvidia-smi; lsmod | grep nvidia'),
    samePods('gpu-driver-not-loaded'),
  ],
});
