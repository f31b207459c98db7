import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { stripControl } from '../lib/strip-control.ts';
import { HostError } from './host-error.ts';
import { readNodeFile } from './node-files.ts';

export const CRICTL_CONFIG_PATH = '/etc/crictl.yaml';
const MAX_FILE_BYTES = 64 * 1024;

const schema = z.object({
  'runtime-endpoint': z.string().min(1).transform(stripControl).nullish().catch(null),
});

/** The runtime endpoint that crictl is told to use; null when its file is absent, broken, or does not say. */
export async function readCrictlEndpoint(hostRoot: string): Promise<string | null> {
  try {
    const bytes = await readNodeFile(hostRoot, CRICTL_CONFIG_PATH, MAX_FILE_BYTES);
    const parsed = schema.safeParse(parseYaml(bytes.toString('utf8'), { logLevel: 'error' }));
    return parsed.success ? (parsed.data['runtime-endpoint'] ?? null) : null;
  } catch (error) {
    if (error instanceof HostError || (error instanceof Error && error.name === 'YAMLParseError')) {
      return null;
    }
    throw error;
  }
}
