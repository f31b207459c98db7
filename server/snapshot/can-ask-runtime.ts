import type { RuntimeConnection } from '../cri/runtime-connection.ts';

/** False while the runtime hangs or is down: then nothing is asked of it but the connection's own probe. */
export function canAskRuntime(connection: Pick<RuntimeConnection, 'health'>): boolean {
  const { state } = connection.health();
  return state !== 'hung' && state !== 'down';
}
