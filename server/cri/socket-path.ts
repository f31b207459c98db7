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
