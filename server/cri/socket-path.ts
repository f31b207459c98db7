/**
 * The file path of a runtime endpoint: `unix:///run/x.sock`, `unix:/run/x.sock` or a bare path. Null for anything else
 * (tcp://, npipe://, a relative path): such an endpoint is not on this node's disk.
 */
export function socketPath(endpoint: string): string | null {
  const text = endpoint.trim();
  const path = text.startsWith('unix:')
    ? text.slice('unix:'.length).replace(/^\/{2,}/u, '/')
    : text;
  return path.startsWith('/') ? path : null;
}

/** The endpoint in the form that kubelet and crictl write. */
export function toEndpoint(path: string): string {
  return `unix://${path}`;
}

/** Where a path of the node is seen by us. */
export function underHostRoot(path: string, hostRoot: string): string {
  return `${hostRoot.replace(/\/+$/u, '')}${path}`;
}

/** The node's own path of what we see below the host root. */
export function nodePath(path: string, hostRoot: string): string {
  const root = hostRoot.replace(/\/+$/u, '');
  return root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length) : path;
}

/** True when both name one file; /var/run is a link to /run on every current distribution. */
export function isSameNodePath(one: string, two: string): boolean {
  const plain = (path: string) => path.replace(/\/{2,}/gu, '/').replace(/^\/var\/run\//u, '/run/');
  return plain(one) === plain(two);
}
