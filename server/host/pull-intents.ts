import { join } from 'node:path';
import { z } from 'zod';
import type { PullIntent } from '../contract/host-facts.ts';
import { stripControl } from '../lib/strip-control.ts';
import { HostError } from './host-error.ts';
import { listNodeFolder, readNodeText, statOnNode } from './node-files.ts';

/** Below kubelet's root: one file an image that is being pulled, named after the hash of its reference. */
const FOLDER = 'image_manager/pulling';
const MAX_FILES = 2_000;
const MAX_FILE_BYTES = 16 * 1024;

/** kubelet.config.k8s.io ImagePullIntent, of whatever version. */
const schema = z.object({ image: z.string().min(1).transform(stripControl) });

async function readIntent(hostRoot: string, path: string): Promise<PullIntent | null> {
  const text = await readNodeText(hostRoot, path, MAX_FILE_BYTES);
  const parsed = schema.safeParse(text === null ? null : parseJson(text));
  if (!parsed.success) return null;
  const info = await statOnNode(hostRoot, path);
  // kubelet writes the file again for each pod that asks for the image: the latest of them counts.
  const sinceMs = info === null || info.mtimeMs <= 0 ? null : Math.trunc(info.mtimeMs);
  return { image: parsed.data.image, sinceMs, path: stripControl(path) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // Half written: the next reading sees it whole.
  }
}

/**
 * The images that kubelet noted down as being pulled. Such a record may outlive its pull (kubelet was ended meanwhile): it is
 * a witness beside others. Throws HostError when this kubelet keeps none (before 1.33, or the feature is off).
 */
export async function readPullIntents(
  hostRoot: string,
  kubeletRoot: string,
): Promise<readonly PullIntent[]> {
  const folder = join(kubeletRoot, FOLDER);
  const names = await listNodeFolder(hostRoot, folder, MAX_FILES).catch((error: unknown) => {
    if (!(error instanceof HostError) || !error.isAbsent) throw error;
    throw new HostError(`this kubelet keeps no record of its pulls (there is no ${folder})`, {
      cause: error,
      isAbsent: true,
    });
  });
  const intents: PullIntent[] = [];
  for (const name of names) {
    if (!name.startsWith('sha256-')) continue;
    const intent = await readIntent(hostRoot, join(folder, name));
    if (intent !== null) intents.push(intent);
  }
  return intents;
}
