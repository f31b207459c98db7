import { accessSync, constants, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { ConfigError } from './config-error.ts';
import type { Setting } from './config-settings.ts';
import { ALLOW_KINDS, type AllowKind } from './contract/stream-words.ts';
import { type LogPlace, parseLogPlace } from './journal/log-places.ts';

/** Every converter takes the setting, or null where none was given, and throws ConfigError with flag and expectation. */
type Given = Setting | null;

function refuse(setting: Setting, expected: string): never {
  throw new ConfigError(`${setting.from} is "${setting.value}": expected ${expected}`);
}

/** A TCP port. */
export function toPort(setting: Given, fallback: number): number {
  if (setting === null) return fallback;
  const port = Number(setting.value);
  if (!/^\d{1,5}$/.test(setting.value) || port > 65_535) refuse(setting, 'a port, 0 to 65535');
  return port;
}

/** An IP address or "localhost". */
export function toListen(setting: Given, fallback: string): string {
  if (setting === null) return fallback;
  const address = setting.value.replace(/^\[(.*)\]$/, '$1');
  if (address !== 'localhost' && isIP(address) === 0) {
    refuse(setting, 'an IP address such as 127.0.0.1, 0.0.0.0 or ::1');
  }
  return address;
}

/** Whether only this machine can reach the address. */
export function isLoopbackAddress(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127\./.test(address);
}

/** A host name, with port or without, or http(s)://name where a proxy in front speaks that scheme. */
export function toAllowHost(setting: Setting): string {
  const value = setting.value.toLowerCase();
  const isSound = /^(https?:\/\/)?([a-z0-9._-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/.test(value);
  if (!isSound)
    refuse(setting, 'a host name as it stands in the address bar, such as node-3.example');
  return value;
}

/** Switches of --allow: one, or several with commas. */
export function toAllowKinds(setting: Setting): readonly AllowKind[] {
  const words = setting.value.split(',').map((word) => word.trim());
  return words.map(
    (word) =>
      ALLOW_KINDS.find((kind) => kind === word) ??
      refuse(setting, `kinds out of ${ALLOW_KINDS.join(', ')}, with commas between them`),
  );
}

/** "" or "/prefix" without a slash at the end. */
export function toBasePath(setting: Given): string {
  if (setting === null || setting.value === '/') return '';
  const path = setting.value.replace(/\/$/, '');
  if (!/^(\/[A-Za-z0-9._~-]+)+$/.test(path) || path.split('/').some((part) => /^\.+$/.test(part))) {
    refuse(setting, 'a path such as /cri-triage');
  }
  return path;
}

/** A unix socket: a path, or unix:///path as crictl writes it. */
export function toEndpoint(setting: Given): Setting | null {
  if (setting === null) return null;
  const path = setting.value.replace(/^unix:(\/\/)?/, '');
  if (!isAbsolute(path))
    refuse(setting, 'a unix socket such as unix:///run/containerd/containerd.sock');
  return setting;
}

/** A log's place: a file of the node or a systemd unit that we know. */
export function toLogPlace(setting: Given): LogPlace | null {
  if (setting === null) return null;
  return (
    parseLogPlace(setting.value) ??
    refuse(setting, 'an absolute path, or a unit such as containerd, crio, kubelet, k3s')
  );
}

/** A node's name as the API server takes it. */
export function toNodeName(setting: Given): string | null {
  if (setting === null) return null;
  if (!/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/.test(setting.value)) {
    refuse(setting, 'a node name: lower-case letters, digits, dots and dashes');
  }
  return setting.value;
}

/** An http or https address without credentials. */
export function toUrl(setting: Given): string | null {
  if (setting === null) return null;
  const url = URL.canParse(setting.value) ? new URL(setting.value) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') {
    refuse(setting, 'an address such as https://127.0.0.1:10250');
  }
  return setting.value.replace(/\/+$/, '');
}

/** An absolute path on the node. */
export function toAbsolute<F extends string | null>(setting: Given, fallback: F): string | F {
  if (setting === null) return fallback;
  if (!isAbsolute(setting.value)) refuse(setting, 'an absolute path');
  return setting.value;
}

/** As --data-dir: history is kept in memory only. */
export const NO_DATA_DIR = 'none';

/** Our own folder: an absolute path, or "none". */
export function toDataDir(setting: Given): string | null {
  if (setting === null || setting.value === NO_DATA_DIR) return setting?.value ?? null;
  if (!isAbsolute(setting.value)) refuse(setting, `an absolute path, or ${NO_DATA_DIR}`);
  return setting.value;
}

/** One of a closed list of words. */
export function toChoice<T extends string>(setting: Given, choices: readonly T[], fallback: T): T {
  if (setting === null) return fallback;
  const choice = choices.find((word) => word === setting.value);
  return choice ?? refuse(setting, `one of ${choices.join(', ')}`);
}

/** A small file's bytes, now. */
export function readFileOf(setting: Setting): Buffer {
  try {
    return readFileSync(setting.value);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${setting.from} cannot be read: ${why}`, { cause: error });
  }
}

/** A file that must be readable now and is read again later by its user. */
export function toReadableFile(setting: Given): string | null {
  if (setting === null) return null;
  readFileOf(setting);
  return setting.value;
}

/** A file named from where the person stands: npm starts us in our own folder and tells theirs in INIT_CWD. */
export function toFileToOpen(setting: Given, startedFrom: string | undefined): string | null {
  if (setting === null) return null;
  const path = resolve(startedFrom ?? '.', setting.value);
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${setting.from} cannot be read: ${why}`, { cause: error });
  }
  return path;
}

/** Two flags that make sense together only. */
export function refuseHalfPair(one: Given, other: Given, names: readonly [string, string]): void {
  const given = one ?? other;
  if (given === null || (one !== null && other !== null)) return;
  throw new ConfigError(
    `${given.from} is set alone: expected --${names[0]} and --${names[1]} together`,
  );
}
