import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CNI_BIN_DIR } from './containerd-config.ts';

/** What our CNI configurations call by name. */
const PLUGINS = ['bridge', 'host-local', 'loopback'] as const;
/** In the name field of a layer's gzip header: our decompressor then takes its time. */
export const SLOW_LAYER_MARK = 'cri-lab-slow';
/** A plugin of the lab's own, ahead of `bridge`: it misbehaves for the pods it is told to. */
export const GATE_PLUGIN = 'lab-gate';
/** A plugin whose file has no content, as a power cut leaves them. */
export const EMPTY_PLUGIN = 'emptied';
/** An OCI runtime that cannot be run on this machine. */
export const BROKEN_RUNC = 'runc-of-a-newer-system';

/** Folders of programs that belong to one lab, so that a fault may break them. */
export interface LabPrograms {
  /** First in containerd's PATH. */
  readonly binDir: string;
  readonly cniBinDir: string;
}

/** Puts the lab's programs below `dir`: real CNI plugins as copies, and a few small ones of our own. */
export async function provideLabPrograms(dir: string): Promise<LabPrograms> {
  const binDir = join(dir, 'bin');
  const cniBinDir = join(dir, 'cni-bin');
  await mkdir(binDir, { recursive: true });
  await mkdir(cniBinDir, { recursive: true });
  await mkdir(gateDir(dir), { recursive: true });
  for (const name of PLUGINS) await copyFile(join(CNI_BIN_DIR, name), join(cniBinDir, name));
  const write = (path: string, text: string) => writeFile(path, text, { mode: 0o755 });
  await write(join(cniBinDir, EMPTY_PLUGIN), '');
  await write(join(cniBinDir, GATE_PLUGIN), gateScript(gateDir(dir)));
  await write(join(binDir, 'unpigz'), decompressorScript(dir));
  await write(join(binDir, BROKEN_RUNC), brokenRuncScript());
  return { binDir, cniBinDir };
}

/** Files named "<pod>.del-fails", "<pod>.add-hangs" or "<pod>.add-waits" (3 s) tell the gate what to do for a pod. */
export function gateDir(dir: string): string {
  return join(dir, 'cni-gate');
}

/**
 * Answers an empty result, so that the next plugin decides. The sleep outlives a shell that is killed and keeps its
 * output open: the runtime waits on after its deadline, as with real plugins that hang on a lock.
 */
function gateScript(gates: string): string {
  return `#!/bin/sh
pod=$(printf '%s' "$CNI_ARGS" | sed -n 's/.*K8S_POD_NAME=\\([^;]*\\).*/\\1/p')
case "$CNI_COMMAND" in
VERSION) echo '{"cniVersion":"0.4.0","supportedVersions":["0.3.0","0.3.1","0.4.0"]}'; exit ;;
ADD) if [ -e "${gates}/$pod.add-hangs" ]; then sleep 600; exit 1; fi
  if [ -e "${gates}/$pod.add-waits" ]; then sleep 3; fi ;;
DEL) if [ -e "${gates}/$pod.del-fails" ]; then
  echo '{"cniVersion":"0.4.0","code":11,"msg":"the network agent cannot be reached: dial unix /run/agent.sock: connect: connection refused"}'
  exit 1
fi ;;
esac
echo '{"cniVersion":"0.4.0"}'
`;
}

/**
 * containerd unpacks through this program when it is there. A layer that bears our mark comes out at 16 KiB a second; the
 * others as they are.
 */
function decompressorScript(dir: string): string {
  return `#!/bin/sh
head=$(mktemp "${dir}/unpack-XXXXXX")
dd bs=64 count=1 iflag=fullblock of="$head" 2>/dev/null
if ! grep -q ${SLOW_LAYER_MARK} "$head"; then
  cat "$head" - | gzip -dc
  rm -f "$head"
  exit
fi
{ cat "$head"; rm -f "$head"; cat; } | gzip -dc | while :; do
  read=$(dd bs=16k count=1 iflag=fullblock 2>&1 >&3 | head -n 1)
  [ "$read" = '0+0 records in' ] && exit
  sleep 1
done 3>&1
`;
}

/** What the program loader says of a runtime that was built for a newer C library. */
function brokenRuncScript(): string {
  return `#!/bin/sh
echo "runc: /lib/x86_64-linux-gnu/libc.so.6: version \\\`GLIBC_2.38' not found (required by runc)" >&2
exit 1
`;
}
