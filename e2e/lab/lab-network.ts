import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GATE_PLUGIN } from './lab-programs.ts';
import type { LabRecord } from './lab-record.ts';
import { runCommand } from './run-command.ts';

/** Labs that can run at once; each takes one bridge and one /24 of 10.213.0.0/16. */
const MAX_NETWORKS = 200;

/** What a CNI configuration may get wrong on purpose. */
export interface CniVariation {
  /** A plugin type whose program does not exist. */
  readonly pluginType?: string;
  /** Prefix length of the pod subnet; /30 has room for one pod. */
  readonly prefixLength?: number;
}

export interface LabNetwork {
  readonly bridge: string;
  /** The first three numbers of the subnet: "10.213.4". */
  readonly subnetBase: string;
}

/** Claims a bridge nobody uses: creating the link is atomic, so two labs never get the same one. */
export async function claimNetwork(record: LabRecord, signal: AbortSignal): Promise<LabNetwork> {
  for (let index = 0; index < MAX_NETWORKS; index += 1) {
    const bridge = `crilab${index}`;
    try {
      await runCommand('ip', ['link', 'add', bridge, 'type', 'bridge'], { signal });
    } catch (error) {
      if (error instanceof Error && /File exists/.test(error.message)) continue;
      throw error;
    }
    record.bridge = bridge;
    await runCommand('ip', ['link', 'set', bridge, 'up'], { signal });
    return { bridge, subnetBase: `10.213.${index}` };
  }
  throw new Error(`all ${MAX_NETWORKS} lab bridges are taken`);
}

/** Writes the CNI configuration of the lab; no gateway and no masquerade: pods reach nothing outside. */
export async function writeCniConfig(
  confDir: string,
  record: LabRecord,
  network: LabNetwork,
  variation: CniVariation = {},
): Promise<void> {
  await mkdir(confDir, { recursive: true });
  const config = {
    cniVersion: '0.4.0',
    name: record.network,
    plugins: [
      { type: GATE_PLUGIN },
      {
        type: variation.pluginType ?? 'bridge',
        bridge: network.bridge,
        isGateway: false,
        ipMasq: false,
        ipam: {
          type: 'host-local',
          dataDir: join(record.dir, 'ipam'),
          ranges: [[{ subnet: `${network.subnetBase}.0/${variation.prefixLength ?? 24}` }]],
        },
      },
    ],
  };
  await writeFile(join(confDir, '10-lab.conflist'), JSON.stringify(config, null, 2));
}
