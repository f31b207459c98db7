import { HostError } from '../host/host-error.ts';
import { resolveOnNode } from '../host/node-files.ts';
import { FeedError } from './feed.ts';

/** Where a log of the node is for us: links are followed within the host root, not into our own file system. */
export async function resolveLogPath(hostRoot: string, path: string): Promise<string> {
  try {
    return await resolveOnNode(hostRoot, path);
  } catch (error) {
    if (error instanceof HostError) throw new FeedError(error.message, { cause: error });
    throw error;
  }
}
