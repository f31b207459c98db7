import { z } from 'zod';

/** RFC 3339 in UTC with milliseconds, as every time of the API. */
export const timeSchema = z.string().datetime({ precision: 3 });

/** Where a sentence comes from, so that a person can verify it by hand. */
export const evidenceSchema = z.object({
  /** Which source said so: cri, runtime-log, kubelet, kubelet-log, containerd, pod-log, manifest, host … */
  source: z.enum([
    'cri',
    'containerd',
    'runtime-log',
    'kubelet',
    'kubelet-log',
    'pod-log',
    'manifest',
    'host',
    'kernel-log',
    'kube',
    'history',
  ]),
  /** The RPC, file:line, unit or URL. */
  where: z.string(),
  at: timeSchema.nullable(),
  /** The quoted text, control sequences stripped. */
  text: z.string(),
  /** The part of `text` that decides, as [start, end) in UTF-16 units; null when the whole text does. */
  mark: z.tuple([z.number().int(), z.number().int()]).nullable(),
});
export type Evidence = z.infer<typeof evidenceSchema>;
export type EvidenceSource = Evidence['source'];

/** A step a person can take: words, and a command to copy or a link into this tool. */
export const nextCheckSchema = z.object({
  text: z.string(),
  command: z.string().nullable(),
  href: z.string().nullable(),
});
export type NextCheck = z.infer<typeof nextCheckSchema>;
