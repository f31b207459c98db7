import { z } from 'zod';

/** A process, told from a later one of the same number by its start. */
const mark = z.object({ pid: z.int().positive(), startedAfterMs: z.number().nonnegative() });
export type ProcessMark = z.infer<typeof mark>;

/** A command in a container that has not ended yet. */
const keptStart = z.object({
  containerId: z.string().regex(/^[\w.-]{1,256}$/),
  command: z.array(z.string()),
  /** When it was asked for, by the node's clock of processes; null where they cannot be seen. */
  sinceMs: z.number().nullable(),
  /** Null until its process was found among those of the node. */
  process: mark.extend({ command: z.string() }).nullable(),
});
export type KeptStartRecord = z.infer<typeof keptStart>;

/** What a server that is killed leaves to the next one. */
export const keptStartsSchema = z.object({
  owner: mark,
  /** Of the node: after a boot nothing of it runs. */
  bootId: z.string(),
  starts: z.array(keptStart),
});
export type KeptStarts = z.infer<typeof keptStartsSchema>;
