import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { guarded, type KubeAccess, type KubeAccessReader } from './kube-access.ts';
import { KubeError } from './kube-error.ts';

const text = z.string().optional();
const clusterSchema = z.object({
  server: z.string(),
  'certificate-authority': text,
  'certificate-authority-data': text,
  'insecure-skip-tls-verify': z.boolean().optional(),
  'tls-server-name': text,
});
const userSchema = z.object({
  token: text,
  tokenFile: text,
  'client-certificate': text,
  'client-certificate-data': text,
  'client-key': text,
  'client-key-data': text,
  username: text,
  exec: z.unknown().optional(),
  'auth-provider': z.unknown().optional(),
});
const configSchema = z.object({
  'current-context': text,
  contexts: z
    .array(z.object({ name: z.string(), context: z.object({ cluster: z.string(), user: text }) }))
    .nullish(),
  clusters: z.array(z.object({ name: z.string(), cluster: clusterSchema })).nullish(),
  users: z.array(z.object({ name: z.string(), user: userSchema.nullish() })).nullish(),
});
type Cluster = z.infer<typeof clusterSchema>;
type User = z.infer<typeof userSchema>;

/** The cluster and user of the current context; of the only one where none is current. */
function currentOf(config: z.infer<typeof configSchema>): { cluster: Cluster; user: User } {
  const { contexts, clusters, users } = config;
  const name = config['current-context'];
  const context =
    contexts?.find((one) => one.name === name)?.context ??
    (contexts?.length === 1 ? contexts[0]?.context : undefined);
  const cluster = clusters?.find((one) => one.name === context?.cluster)?.cluster;
  if (cluster === undefined) throw new KubeError('the kubeconfig has no current context');
  const user = users?.find((one) => one.name === context?.user)?.user ?? {};
  return { cluster, user };
}

/** Undefined, which no document is, where `read` throws. */
function orUndefined(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined; // The caller tells it.
  }
}

class Kubeconfig implements KubeAccessReader {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async read(): Promise<KubeAccess> {
    const { cluster, user } = currentOf(await this.#parse());
    if (user.exec !== undefined || user['auth-provider'] !== undefined) {
      throw new KubeError('the kubeconfig logs in with a program, which is not started from here', {
        enable: 'Give a kubeconfig with a token, a tokenFile or a client certificate.',
      });
    }
    if (!URL.canParse(cluster.server))
      throw new KubeError('the kubeconfig names no server address');
    const [ca, cert, key, tokenFile] = await Promise.all([
      this.#bytes(cluster['certificate-authority-data'], cluster['certificate-authority']),
      this.#bytes(user['client-certificate-data'], user['client-certificate']),
      this.#bytes(user['client-key-data'], user['client-key']),
      this.#bytes(undefined, user.tokenFile),
    ]);
    const token = tokenFile === null ? user.token : tokenFile.toString('utf8');
    const serverName = cluster['tls-server-name'];
    return guarded({
      server: new URL(cluster.server),
      headers: token === undefined ? {} : { authorization: `Bearer ${token.trim()}` },
      tls: {
        rejectUnauthorized: cluster['insecure-skip-tls-verify'] !== true,
        ...(ca === null ? {} : { ca }),
        ...(cert === null || key === null ? {} : { cert, key }),
        ...(serverName === undefined ? {} : { servername: serverName }),
      },
    });
  }

  async #parse(): Promise<z.infer<typeof configSchema>> {
    // Loaded when it is needed: a worker without a kubeconfig never pays for it.
    const { parse } = await import('yaml');
    const text = (await this.#file(this.#path)).toString('utf8');
    const config = configSchema.safeParse(orUndefined(() => parse(text)));
    // Without the parser's own words: they quote the file, and the file holds secrets.
    if (!config.success) throw new KubeError(`${this.#path} is no kubeconfig`);
    return config.data;
  }

  async #bytes(inline: string | undefined, path: string | undefined): Promise<Buffer | null> {
    if (inline !== undefined && inline !== '') return Buffer.from(inline, 'base64');
    if (path === undefined || path === '') return null;
    return this.#file(resolve(dirname(this.#path), path));
  }

  async #file(path: string): Promise<Buffer> {
    try {
      return await readFile(path);
    } catch (error) {
      throw new KubeError(`${path} cannot be read`, {
        cause: error,
        enable: 'Check the path given with --kubeconfig, and run as a user who may read it.',
      });
    }
  }
}

/** The API server that a kubeconfig names: its current context, with tokens and certificates but no log-in programs. */
export function fromKubeconfig(path: string): KubeAccessReader {
  return new Kubeconfig(path);
}
