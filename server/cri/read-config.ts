import type { ReadConfig } from '../contract/cri-config.ts';
import { describeMisplaced } from './config/misplaced-config.ts';
import { parseConfigText } from './config/parse-config-text.ts';
import { ProblemList } from './config/problem-list.ts';
import { readMessage } from './config/read-message.ts';
import { ContainerConfigSchema, PodSandboxConfigSchema } from './generated/runtime/v1/api_pb.js';

/** 512 KiB of JSON: anchors of a short YAML text unfold to more than anybody wrote. */
const MAX_CONFIG_CHARS = 512 * 1024;

const ROOTS = {
  sandbox: { path: 'sandbox_config', desc: PodSandboxConfigSchema },
  container: { path: 'container_config', desc: ContainerConfigSchema },
} as const;

/**
 * A configuration as crictl takes it (an object, or its text in JSON or YAML) in canonical form: CRI's own field names,
 * enums as numbers, whole numbers as numbers where JSON is exact, no nulls. Else every wrong place by its path. What
 * was given is never repeated but for names of fields and of enums' values.
 */
export const readConfig: ReadConfig = (kind, value) => {
  const { path, desc } = ROOTS[kind];
  const problems = new ProblemList(path);
  const parsed = typeof value === 'string' ? parseConfigText(value) : { ok: true as const, value };
  const whole = parsed.ok ? describeMisplaced(kind, parsed.value) : parsed.message;
  if (!parsed.ok || whole !== null) {
    problems.add(path, whole ?? '');
    return { ok: false, problems: problems.toArray() };
  }
  const config = readMessage(desc, parsed.value, { path, problems });
  if (problems.isEmpty && JSON.stringify(config).length > MAX_CONFIG_CHARS) {
    problems.add(path, `too large: more than ${MAX_CONFIG_CHARS} characters when written out`);
  }
  return problems.isEmpty ? { ok: true, config } : { ok: false, problems: problems.toArray() };
};
