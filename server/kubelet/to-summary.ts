import { z } from 'zod';
import type { KubeletSummary } from '../contract/kubelet-facts.ts';
import { valueOfKey } from './split-items.ts';

const count = z.number().nullable().catch(null);
const filesystem = z
  .object({ availableBytes: count, capacityBytes: count, inodesFree: count })
  .nullable()
  .catch(null);

const nodeSchema = z.object({
  memory: z.object({ availableBytes: count }).nullable().catch(null),
  fs: filesystem,
  runtime: z.object({ imageFs: filesystem }).nullable().catch(null),
  rlimit: z.object({ maxpid: count, curproc: count }).nullable().catch(null),
});

const NODE_KEY = Buffer.from('"node"');

function parseNode(body: Buffer): z.infer<typeof nodeSchema> | null {
  const bytes = valueOfKey(body, NODE_KEY);
  if (bytes === null) return null;
  try {
    return nodeSchema.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null;
  } catch {
    return null; // The caller says that this is no summary.
  }
}

/** The node's part of /stats/summary, read without parsing the pods'; null when the body is no summary. */
export function toSummary(body: Buffer): KubeletSummary | null {
  const node = parseNode(body);
  if (node === null) return null;
  return {
    nodeMemoryAvailableBytes: node.memory?.availableBytes ?? null,
    nodeFsAvailableBytes: node.fs?.availableBytes ?? null,
    nodeFsCapacityBytes: node.fs?.capacityBytes ?? null,
    nodeFsInodesFree: node.fs?.inodesFree ?? null,
    imageFsAvailableBytes: node.runtime?.imageFs?.availableBytes ?? null,
    imageFsCapacityBytes: node.runtime?.imageFs?.capacityBytes ?? null,
    processCount: node.rlimit?.curproc ?? null,
    maxProcesses: node.rlimit?.maxpid ?? null,
  };
}
