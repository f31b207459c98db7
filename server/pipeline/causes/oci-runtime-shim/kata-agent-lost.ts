import { run, runtimeLogOf } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const kataAgentLost = textCause({
  id: 'kata-agent-lost',
  stages: ['start', 'create', 'sandbox'],
  title: 'The agent inside the virtual machine does not answer',
  explanation:
    "The pod's virtual machine came up, but the agent in it broke off or never answered: too little memory, or a guest image that does not fit.",
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  patterns: [
    /Failed to check if grpc server is working/i,
    /(?:kata|vsock|hvsock)\b.*(?:transport is closing|not responding|timed? ?out|connection reset)/i,
  ],
  confusedWith: ['kvm-not-available', 'runtime-socket-reset'],
  nextChecks: (view) => [
    runtimeLogOf(view, 'kata'),
    run(
      'See whether its virtual machine runs',
      'ps -eo pid,etime,args | grep -E "[q]emu|[c]loud-hypervisor|[f]irecracker"',
    ),
    run('See whether this node can run them', 'kata-runtime check'),
  ],
});
