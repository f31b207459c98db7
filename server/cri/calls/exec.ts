import type { ExecRequest } from '../cri.ts';
import { RuntimeService } from '../generated/runtime/v1/api_pb.js';
import type { Rpc, RpcOptions } from '../rpc.ts';

/** The address at which the command waits to be started, input and output together. */
export async function exec(rpc: Rpc, request: ExecRequest, options: RpcOptions): Promise<string> {
  const { containerId, command, tty } = request;
  const { url } = await rpc.call(
    RuntimeService.method.exec,
    // Runtimes refuse a terminal with a second output.
    { containerId, cmd: [...command], tty, stdin: true, stdout: true, stderr: !tty },
    options,
  );
  return url;
}
