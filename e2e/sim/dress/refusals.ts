import type { SimContainer, SimRpcError } from '../model/objects.ts';

/** How a runtime refuses what does not fit what it has; null where it does not refuse that. */
export interface DressRefusals {
  /** A sandbox without metadata, or without a name. */
  namelessSandbox(hasMetadata: boolean): SimRpcError | null;
  /** Null: the answer is the id of the one that there is. */
  sandboxNameTaken(name: string, id: string): SimRpcError | null;
  containerNameTaken(name: string, id: string): SimRpcError | null;
  sandboxMissing(id: string): SimRpcError;
  containerMissing(id: string): SimRpcError;
  sandboxStopped(id: string): SimRpcError | null;
  /** CreateContainer of an image that is not on the node. */
  imageMissing(image: string): SimRpcError;
  logFolderMissing(): SimRpcError | null;
  /** StartContainer of one that is not new any more. */
  notCreated(container: SimContainer): SimRpcError;
  badReference(image: string, why: 'capitals' | 'other'): SimRpcError;
}
