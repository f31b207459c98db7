import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from './config.ts';
import { ConfigError, HelpAsked } from './config-error.ts';
import { createLog } from './log.ts';
import type { RendererScript } from './renderer-process/start-renderer.ts';
import { startServer } from './start-server.ts';

/** 10 s: whatever has not ended by then is cut. */
const FUSE_MS = 10_000;

async function main(): Promise<void> {
  const config = readConfig(process.argv.slice(2), process.env);
  const log = createLog({ level: config.logLevel, isTerminal: process.stderr.isTTY });
  // Whatever we create is for us alone.
  process.umask(0o077);
  for (const warning of config.warnings) log.warn(warning);
  const script = findRenderer(config.basePath);
  refuseOtherBasePath(script);
  const server = await startServer(config, log, script);
  process.stdout.write(`${server.address}\n`);
  let isStopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    // Ctrl-C reaches us from the terminal and from whoever started us.
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), FUSE_MS).unref();
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** The renderer's scripts: beside the bundle in production, beside the sources in development. */
function findRenderer(basePath: string): RendererScript {
  const here = dirname(fileURLToPath(import.meta.url));
  const isDev = !existsSync(join(here, 'renderer.mjs'));
  return {
    entry: join(here, isDev ? 'renderer.ts' : 'renderer.mjs'),
    enterEntry: join(here, isDev ? 'renderer-process/enter-renderer.ts' : 'enter-renderer.mjs'),
    projectRoot: dirname(here),
    basePath,
    isDev,
  };
}

/** Next writes the prefix into the pages when they are built: with another one they would find nothing. */
function refuseOtherBasePath({ isDev, projectRoot, basePath }: RendererScript): void {
  const manifest = join(projectRoot, '.next/routes-manifest.json');
  if (isDev || !existsSync(manifest)) return;
  const built: unknown = JSON.parse(readFileSync(manifest, 'utf8')).basePath;
  if (built === basePath) return;
  throw new ConfigError(
    `--base-path is "${basePath}": expected "${String(built)}", for which the pages were built; npm start builds them anew`,
  );
}

try {
  await main();
} catch (error) {
  if (error instanceof HelpAsked) {
    process.stdout.write(error.message);
  } else if (error instanceof ConfigError) {
    process.stderr.write(`cri-triage: ${error.message}\n`);
    process.exitCode = 2;
  } else {
    throw error;
  }
}
