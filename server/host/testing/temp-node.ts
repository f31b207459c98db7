import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** A folder that stands for a node's root. */
export class TempNode {
  readonly hostRoot: string;

  constructor(hostRoot: string) {
    this.hostRoot = hostRoot;
  }

  /** Where a path of the node is in truth. */
  path(nodePath: string): string {
    return join(this.hostRoot, nodePath);
  }

  async put(nodePath: string, text: string | Buffer = ''): Promise<void> {
    await mkdir(dirname(this.path(nodePath)), { recursive: true });
    await writeFile(this.path(nodePath), text);
  }

  async folder(nodePath: string): Promise<void> {
    await mkdir(this.path(nodePath), { recursive: true });
  }
}

/** An empty node for each test of the file, removed after it. */
export function nodeForEach(): () => TempNode {
  let node: TempNode | undefined;
  beforeEach(async () => {
    node = new TempNode(await realpath(await mkdtemp(join(tmpdir(), 'node-'))));
  });
  afterEach(async () => {
    if (node !== undefined) await rm(node.hostRoot, { recursive: true });
  });
  return () => {
    if (node === undefined) throw new Error('no test runs');
    return node;
  };
}
