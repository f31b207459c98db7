import type { Evidence, NextCheck } from '../contract/evidence.ts';
import type { Finding } from '../contract/finding.ts';
import type { SourceName } from '../contract/node-status.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';

/** A cause that the node's own files and lists tell, whether or not a pod is hit by it now. */
export interface NodeCause {
  readonly id: string;
  readonly title: string;
  /** One sentence: what it does to this node. */
  readonly effect: string;
  readonly nextChecks: readonly NextCheck[];
  /** Pure and total, in three values like every cause. */
  match(snapshot: NodeSnapshot): NodeOutcome;
}

export type NodeOutcome =
  | {
      readonly result: 'matched';
      readonly severity: Finding['severity'];
      readonly detail: string;
      readonly sinceMs: number | null;
      readonly evidence: readonly Evidence[];
    }
  | { readonly result: 'clear' }
  | { readonly result: 'blind'; readonly needs: readonly SourceName[] };
