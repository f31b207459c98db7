import { installLab, whyNoLab } from '../e2e/lab/install-packages.ts';

/** Installs what the lab needs and says which containerd releases are ready; exit 0 also where there can be no lab. */
async function main(): Promise<void> {
  const reason = whyNoLab();
  if (reason !== null) {
    console.log(`lab skipped: ${reason}`);
    return;
  }
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  const report = await installLab(controller.signal);
  if (report.installed.length > 0) console.log(`installed: ${report.installed.join(', ')}`);
  for (const { label, version } of report.ready) console.log(`containerd ${label}: ${version}`);
  for (const { label, reason: why } of report.missing) {
    console.log(`containerd ${label}: not to be had, the lab goes on without it: ${why}`);
  }
  if (report.ready.length === 0) process.exitCode = 1;
}

await main();
