import { NO_DATA_DIR } from './config-values.ts';

/** Where a service keeps what it may lose; only root may make it. */
const ROOT_DIRECTORY = '/var/lib/cri-triage';

/** Where this server keeps what outlives it, by --data-dir (null: not given); a null directory comes with its reason. */
export function chooseDirectory(dataDir: string | null): {
  readonly directory: string | null;
  readonly noDirectoryReason: string;
} {
  const isRoot = process.getuid?.() === 0;
  if (dataDir === NO_DATA_DIR) {
    return { directory: null, noDirectoryReason: `--data-dir is ${NO_DATA_DIR}` };
  }
  return {
    directory: dataDir ?? (isRoot ? ROOT_DIRECTORY : null),
    noDirectoryReason: 'no --data-dir was given, and only root has one by default',
  };
}
