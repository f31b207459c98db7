import type { RuntimeCondition, RuntimeStatus } from '../../contract/runtime-objects.ts';
import { stripControl } from '../../lib/strip-control.ts';
import type { RuntimeHandler, StatusResponse } from '../generated/runtime/v1/api_pb.js';
import { at, keysOf, parseJson, textOrNull, textsOf } from './json-path.ts';

/**
 * Verbose Status. Its info is JSON by key and differs: containerd tells configuration, CNI load status and CNI
 * directories; CRI-O its configuration only, with Go's field names. What is not told is null or empty.
 */
export function toRuntimeStatus(response: StatusResponse): RuntimeStatus {
  const config = parseJson(response.info['config']);
  const cni = parseJson(response.info['cniconfig']);
  return {
    conditions: (response.status?.conditions ?? []).map(toCondition),
    handlers: toHandlers(response.runtimeHandlers, config),
    cniLoadStatus: stripOrNull(textOrNull(response.info['lastCNILoadStatus'])),
    cniConfDir: stripOrNull(
      textOrNull(at(config, 'cni', 'confDir')) ?? textOrNull(at(cni, 'PluginConfDir')),
    ),
    cniBinDirs: toBinDirs(config, cni).map(stripControl),
    sandboxImage: stripOrNull(textOrNull(at(config, 'sandboxImage'))),
    cgroupDriver: stripOrNull(toCgroupDriver(config)),
  };
}

function toCondition(condition: RuntimeCondition): RuntimeCondition {
  return {
    type: stripControl(condition.type),
    status: condition.status,
    reason: stripControl(condition.reason),
    message: stripControl(condition.message),
  };
}

/** The named handlers; containerd before 2.0 does not list them, but its configuration does. */
function toHandlers(handlers: readonly RuntimeHandler[], config: unknown): readonly string[] {
  const named = handlers.map((handler) => handler.name).filter((name) => name !== '');
  const names = named.length > 0 ? named : keysOf(at(config, 'containerd', 'runtimes'));
  return names.map(stripControl).sort();
}

function toBinDirs(config: unknown, cni: unknown): readonly string[] {
  const listed = textsOf(at(config, 'cni', 'binDirs'));
  if (listed.length > 0) return listed;
  const single = textOrNull(at(config, 'cni', 'binDir'));
  return single === null ? textsOf(at(cni, 'PluginDirs')) : [single];
}

/** containerd's driver stands in the options of its default runtime; runc without options uses cgroupfs. */
function toCgroupDriver(config: unknown): string | null {
  const crio = textOrNull(at(config, 'crio', 'CgroupManagerName'));
  if (crio !== null) return crio;
  const name = textOrNull(at(config, 'containerd', 'defaultRuntimeName'));
  const runtime = name === null ? undefined : at(config, 'containerd', 'runtimes', name);
  if (at(runtime, 'runtimeType') !== 'io.containerd.runc.v2') return null;
  const isSystemd =
    at(runtime, 'options', 'SystemdCgroup') === true || at(config, 'systemdCgroup') === true;
  return isSystemd ? 'systemd' : 'cgroupfs';
}

function stripOrNull(text: string | null): string | null {
  return text === null ? null : stripControl(text);
}
