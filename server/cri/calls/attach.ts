import type { ExecRequest } from '../cri.ts';
import { RuntimeService } from '../generated/runtime/v1/api_pb.js';
import type { Rpc, RpcOptions } from '../rpc.ts';

/** The address of the container's own process, input and output. `tty` has to be as the container was created. */
export async function attach(
  rpc: Rpc,
  request: Omit<ExecRequest, 'command'>,
  options: RpcOptions,
): Promise<string> {
  const { containerId, tty } = request;
  const { url } = await rpc.call(
    RuntimeService.method.attach,
    { containerId, tty, stdin: true, stdout: true, stderr: !tty },
    options,
  );
  return url;
}
