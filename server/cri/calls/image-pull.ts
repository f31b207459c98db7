import type { RegistryAuth } from '../../contract/probe.ts';
import { stripControl } from '../../lib/strip-control.ts';
import type { Changes } from '../cri.ts';
import { CriError } from '../cri-error.ts';
import { ImageService, PodSandboxConfigSchema } from '../generated/runtime/v1/api_pb.js';
import { toMessage } from '../map/to-message.ts';
import type { Rpc, RpcOptions } from '../rpc.ts';
import { withhold } from './withhold.ts';

/**
 * Fetches the image, or what is new of it, and tells the reference by which the runtime knows it. The credentials go to
 * the runtime and nowhere else: should its refusal repeat them, they are taken out.
 */
export async function pullImage(
  rpc: Rpc,
  request: Parameters<Changes['pullImage']>[0],
  options: RpcOptions,
): Promise<string> {
  const method = ImageService.method.pullImage;
  const { image, auth } = request;
  const sandboxConfig = toMessage(method.name, PodSandboxConfigSchema, request.sandboxConfig);
  const message = { image: { image }, sandboxConfig, ...(auth === null ? {} : { auth }) };
  const pull = rpc.call(method, message, options);
  const { imageRef } = await (auth === null ? pull : pull.catch(rethrowWithout(secretsOf(auth))));
  return imageRef;
}

/** Fails as before, without these secrets; the first error, which has them, is dropped. */
function rethrowWithout(secrets: readonly string[]) {
  return (error: unknown): never => {
    if (!(error instanceof CriError)) throw error;
    throw new CriError(error.rpc, error.grpcCode, withhold(error.details, secrets));
  };
}

/** The secret parts in the forms in which they travel: as they are, quoted, in an address, in a header. */
function secretsOf(auth: RegistryAuth): readonly string[] {
  const { username, password, identityToken, registryToken } = auth;
  const secrets = [password, identityToken, registryToken];
  const login = password === '' ? '' : Buffer.from(`${username}:${password}`).toString('base64');
  const forms = (secret: string) => [
    stripControl(secret),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ];
  return [...secrets.flatMap(forms), login];
}
