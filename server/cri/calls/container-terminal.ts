import { RuntimeService } from '../generated/runtime/v1/api_pb.js';
import type { Rpc, RpcOptions } from '../rpc.ts';

/** Whether the container's own process has a terminal, by the spec it was started with; null where it is not told. */
export async function hasTerminal(
  rpc: Rpc,
  containerId: string,
  options: RpcOptions,
): Promise<boolean | null> {
  const { info } = await rpc.call(
    RuntimeService.method.containerStatus,
    { containerId, verbose: true },
    options,
  );
  // Nothing else of it is read: it holds the container's environment, secrets included.
  const spec = toRecord(toRecord(parse(info['info'] ?? ''))['runtimeSpec']);
  const terminal = toRecord(spec['process'])['terminal'];
  if (typeof terminal === 'boolean') return terminal;
  // The field is left out where it is false.
  return 'process' in spec ? false : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
