import { z } from 'zod';
import type { KubeletConfigz } from '../contract/kubelet-facts.ts';
import { stripControl } from '../lib/strip-control.ts';
import { parseGoDuration } from './go-duration.ts';

/** 200: kubelet knows about a dozen eviction signals and some hundred gates, of which few are set. */
const MAX_ENTRIES = 200;

/** A field of another type than expected counts as absent. */
function orNull<T>(schema: z.ZodType<T>): z.ZodType<T | null> {
  return schema.nullable().catch(null);
}

const text = orNull(z.string().transform(stripControl));
const flag = orNull(z.boolean());
const count = orNull(z.number());
const durationMs = orNull(z.string().transform((value) => parseGoDuration(value) ?? Number.NaN));

function mapOf<T>(value: z.ZodType<T>) {
  return z
    .record(z.string(), value)
    .catch({})
    .transform((map): Readonly<Record<string, T>> => {
      const entries = Object.entries(map).slice(0, MAX_ENTRIES);
      return Object.fromEntries(entries.map(([key, item]) => [stripControl(key), item]));
    });
}

const configSchema = z.object({
  containerRuntimeEndpoint: text,
  cgroupDriver: text,
  cgroupsPerQOS: flag,
  serializeImagePulls: flag,
  maxParallelImagePulls: count,
  registryPullQPS: count,
  registryBurst: count,
  maxPods: count,
  staticPodPath: text,
  runtimeRequestTimeout: durationMs,
  shutdownGracePeriod: durationMs,
  evictionHard: mapOf(z.string().transform(stripControl)),
  featureGates: mapOf(z.boolean()),
});
const answerSchema = z.object({ kubeletconfig: configSchema });

function orNoTime(ms: number | null): number | null {
  return ms === null || Number.isNaN(ms) ? null : ms;
}

/** The fields of /configz that decide behaviour; null when the answer is no kubelet configuration. */
export function toConfigz(json: unknown): KubeletConfigz | null {
  const parsed = answerSchema.safeParse(json);
  if (!parsed.success) return null;
  const { kubeletconfig: config } = parsed.data;
  return {
    containerRuntimeEndpoint: config.containerRuntimeEndpoint,
    cgroupDriver: config.cgroupDriver,
    cgroupsPerQos: config.cgroupsPerQOS,
    serializeImagePulls: config.serializeImagePulls,
    maxParallelImagePulls: config.maxParallelImagePulls,
    registryPullQps: config.registryPullQPS,
    registryBurst: config.registryBurst,
    maxPods: config.maxPods,
    staticPodPath: config.staticPodPath,
    runtimeRequestTimeoutMs: orNoTime(config.runtimeRequestTimeout),
    shutdownGracePeriodMs: orNoTime(config.shutdownGracePeriod),
    evictionHard: config.evictionHard,
    featureGates: config.featureGates,
  };
}
