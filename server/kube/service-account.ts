import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { guarded, type KubeAccess, type KubeAccessReader } from './kube-access.ts';
import { KubeError } from './kube-error.ts';

/** Where kubelet puts a pod's own credential. */
const SERVICE_ACCOUNT_DIR = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The files of a pod's own service account. */
export interface ServiceAccountFiles {
  readonly tokenFile: string;
  readonly caFile: string;
}

/** Our own pod's service account, null where we run in no pod or it is not mounted. */
export function findServiceAccount(dir: string = SERVICE_ACCOUNT_DIR): ServiceAccountFiles | null {
  const files = { tokenFile: join(dir, 'token'), caFile: join(dir, 'ca.crt') };
  return existsSync(files.tokenFile) && existsSync(files.caFile) ? files : null;
}

export interface InClusterAddress {
  readonly host: string;
  readonly port: string;
}

/** The API server as a pod finds it: by address from its environment, with its service account. */
export function inCluster(
  { host, port }: InClusterAddress,
  { tokenFile, caFile }: ServiceAccountFiles,
): KubeAccessReader {
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    async read(): Promise<KubeAccess> {
      try {
        const [token, ca] = await Promise.all([readFile(tokenFile, 'utf8'), readFile(caFile)]);
        return guarded({
          server: new URL(`https://${name}:${port}`),
          headers: { authorization: `Bearer ${token.trim()}` },
          tls: { ca, rejectUnauthorized: true },
        });
      } catch (error) {
        if (error instanceof KubeError) throw error;
        throw new KubeError('the service account of this pod cannot be read', { cause: error });
      }
    },
  };
}
