import { quote } from '../../evidence.ts';
import type { NodeCause } from '../../node-cause.ts';
import { iso } from '../../time.ts';
import { NODE_BINARY_CHECKS } from './node-binary-broken.ts';

/** 5 files convince; the command finds the rest. */
const MAX_EVIDENCE = 5;

/** Programs of the node without any content, as a power cut leaves them; the same cause that their error text tells. */
export const nodeBinaryEmpty: NodeCause = {
  id: 'node-binary-broken',
  title: 'Programs of this node are empty files',
  effect: 'Whatever needs one of them fails with "exec format error".',
  nextChecks: NODE_BINARY_CHECKS,
  match({ host }) {
    if (!host.configFiles.available) return { result: 'blind', needs: ['host'] };
    const empty = host.configFiles.value.filter(
      (file) => file.kind === 'binary' && file.sizeBytes === 0,
    );
    if (empty.length === 0) return { result: 'clear' };
    const bootedAtMs = host.boot.available ? host.boot.value.bootedAtMs : null;
    const boot = bootedAtMs === null ? '' : `; the node was started at ${iso(bootedAtMs)}`;
    const times = empty.map((file) => file.modifiedAtMs).filter((atMs) => atMs !== null);
    return {
      result: 'matched',
      severity: 'critical',
      detail: empty
        .map((file) => file.path.split('/').at(-1))
        .slice(0, MAX_EVIDENCE)
        .join(', '),
      sinceMs: times.length === 0 ? null : Math.min(...times),
      evidence: empty
        .slice(0, MAX_EVIDENCE)
        .map((file) => quote('host', file.path, file.modifiedAtMs, `0 bytes${boot}`)),
    };
  },
};
