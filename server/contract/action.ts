import { z } from 'zod';

/** What an admin can do to an object of the runtime when nobody else does any more. */
export const ACTION_KINDS = [
  'stop-container',
  'remove-container',
  'stop-sandbox',
  'remove-sandbox',
  'remove-image',
] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

const target = z.string().min(1).max(1_024);

/** GET /actions?kind=&id=: whether it may be done now, and what it costs. Asks kubelet, changes nothing. */
export const actionPreviewSchema = z.object({
  kind: z.enum(ACTION_KINDS),
  /** Id of the container or sandbox; id or reference of the image. */
  id: z.string(),
  /** For people: "container web of shop/web-7c9", "image registry.example/web:1". */
  subject: z.string(),
  /** Whose evidence is to be saved first; null for an image. */
  pod: z.object({ namespace: z.string(), name: z.string(), uid: z.string() }).nullable(),
  allowed: z.boolean(),
  /** Why not, in a sentence; null when allowed. */
  refusal: z.string().nullable(),
  /** The way that works instead: a command and what it does. */
  instead: z.array(z.object({ text: z.string(), command: z.string().nullable() })),
  /** Whether kubelet is alive, and how that is known. */
  kubelet: z.object({ state: z.enum(['alive', 'dead', 'unknown']), reason: z.string() }),
  /** What is gone afterwards: "the writable layer, 12 MiB", "the pod's address 10.1.2.3". */
  lost: z.array(z.string()),
  /** What has to be typed. */
  confirm: z.string(),
});
export type ActionPreview = z.infer<typeof actionPreviewSchema>;

/** POST /actions. */
export const actionRequestSchema = z.strictObject({
  kind: z.enum(ACTION_KINDS),
  id: target,
  /** As the preview wants it typed. */
  confirm: z.string().max(1_024),
});
export type ActionRequest = z.infer<typeof actionRequestSchema>;

export const actionResultSchema = z.object({
  /** What was done, in a sentence. */
  sentence: z.string(),
  durationMs: z.number(),
});
export type ActionResult = z.infer<typeof actionResultSchema>;
