import { z } from 'zod';
import { evidenceSchema, timeSchema } from './evidence.ts';

/** Something that changed on the node: what a person asks for first when several pods fail at once. */
export const nodeChangeSchema = z.object({
  at: timeSchema,
  kind: z.enum([
    'runtime-restarted',
    'kubelet-restarted',
    'reboot',
    'config-changed',
    'cni-changed',
    'disk-full',
    'image-removed',
    'out-of-memory',
    'first-failure',
  ]),
  /** "containerd restarted", "/etc/containerd/config.toml was written". */
  text: z.string(),
  evidence: evidenceSchema,
});
export type NodeChange = z.infer<typeof nodeChangeSchema>;
