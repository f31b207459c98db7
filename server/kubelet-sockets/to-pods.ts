import { type JsonValue, toJson } from '@bufbuild/protobuf';
import type { KubeletPod } from '../contract/kubelet-pod.ts';
import { toKubeletPod } from '../kubelet/to-kubelet-pod.ts';
import { type Pod, PodSchema } from './generated/kubelet/pod_pb.js';

/** The API's JSON has an ephemeral container's common fields among its own. */
function withFlatEphemerals(json: JsonValue): JsonValue {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return json;
  const { spec } = json;
  if (!spec || typeof spec !== 'object' || Array.isArray(spec)) return json;
  const { ephemeralContainers } = spec;
  if (!Array.isArray(ephemeralContainers)) return json;
  const flat = ephemeralContainers.map((item) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? (item['ephemeralContainerCommon'] ?? null)
      : item,
  );
  return { ...json, spec: { ...spec, ephemeralContainers: flat } };
}

function toPod(pod: Pod): KubeletPod | null {
  try {
    return toKubeletPod(withFlatEphemerals(toJson(PodSchema, pod)));
  } catch {
    return null; // A time out of range, for one: counted by the caller.
  }
}

/** The pods of a ListPods answer as those of /pods, and how many could not be read. */
export function toPods(pods: readonly Pod[]): { pods: KubeletPod[]; malformed: number } {
  const sound = pods.flatMap((pod) => toPod(pod) ?? []);
  return { pods: sound, malformed: pods.length - sound.length };
}
