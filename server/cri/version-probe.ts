import { listPlugins } from '../containerd/plugin-list.ts';
import type { RuntimeVersion } from '../contract/runtime-objects.ts';
import { getVersion } from './calls/runtime-version.ts';
import type { CallOptions } from './cri.ts';
import { CriError } from './cri-error.ts';
import { versionFailureSentence } from './failure-sentence.ts';
import type { Rpc } from './rpc.ts';

/** The API's version before v1; the same messages as far as Version goes. */
const V1ALPHA2 = 'runtime.v1alpha2.RuntimeService';

export type VersionProbe =
  | { readonly kind: 'answered'; readonly version: RuntimeVersion }
  /** Its deadline passed without a word. */
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'failed'; readonly sentence: string };

/** Asks Version and says in one sentence what is wrong with whoever does not answer it. Rejects on abort only. */
export async function probeVersion(
  rpc: Rpc,
  path: string,
  options: CallOptions,
): Promise<VersionProbe> {
  try {
    return { kind: 'answered', version: await getVersion(rpc, options) };
  } catch (error) {
    if (!(error instanceof CriError)) throw error;
    if (error.isDeadline) return { kind: 'unanswered' };
    const sentence = versionFailureSentence(path, error);
    if (!error.isUnimplemented || /HTTP status/u.test(error.details)) {
      return { kind: 'failed', sentence };
    }
    return { kind: 'failed', sentence: await missingServiceSentence(rpc, path, options, sentence) };
  }
}

/** Somebody speaks gRPC but not CRI v1: an old runtime, or containerd without its CRI plugin. */
async function missingServiceSentence(
  rpc: Rpc,
  path: string,
  options: CallOptions,
  fallback: string,
): Promise<string> {
  const old = await orNull(getVersion(rpc, { ...options, serviceName: V1ALPHA2 }));
  if (old) {
    return `${old.runtimeName} ${old.runtimeVersion} at ${path} speaks only CRI v1alpha2; cri-triage needs v1 (containerd 1.6 or CRI-O 1.20 and later).`;
  }
  const plugins = await orNull(listPlugins(rpc, options));
  if (!plugins) return fallback;
  const errors = plugins
    .filter((plugin) => /(^|\.)cri(\.|$)/u.test(`${plugin.type}.${plugin.id}`))
    .flatMap((plugin) => (plugin.initError === null ? [] : [plugin.initError]));
  const [first] = errors;
  return first === undefined
    ? `containerd runs at ${path}, but its CRI plugin is disabled (see disabled_plugins in its config.toml).`
    : `containerd runs at ${path}, but its CRI plugin failed to start: ${first}`;
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    // A further question that stays open leaves the sentence less exact, no more.
    if (error instanceof CriError) return null;
    throw error;
  }
}
