import type { CriError } from './cri-error.ts';
import type { SocketFile } from './socket-file.ts';

/** What is wrong with the file at the path, in one sentence; null for a socket we may open. */
export function fileSentence(path: string, file: SocketFile): string | null {
  switch (file.kind) {
    case 'socket':
      return null;
    case 'missing':
      return `There is no socket at ${path}: the runtime is not running, or it listens elsewhere.`;
    case 'denied':
      return `No permission to open ${path}: run as root, or as a member of the socket's group.`;
    case 'not-a-socket':
      return `${path} is not a socket but ${file.found}.`;
    case 'unreadable':
      return `${path} cannot be looked at: ${file.error}.`;
  }
}

/** Docker's own socket is the usual wrong one; CRI for Docker is served by another program. */
function dockerHint(path: string): string {
  return /docker[^/]*\.sock$/u.test(path) && !path.endsWith('cri-dockerd.sock')
    ? ' It looks like Docker’s API; kubelet reaches Docker through cri-dockerd at /run/cri-dockerd.sock.'
    : '';
}

/**
 * Why Version failed on a socket we could open, in one sentence. The library tells a failed connection by its text only;
 * a text that is not known is quoted.
 */
export function versionFailureSentence(path: string, error: CriError): string {
  const { details } = error;
  if (/HTTP status/u.test(details) || /Protocol error/iu.test(details)) {
    return `${path} answers, but not with gRPC: this is no CRI socket.${dockerHint(path)}`;
  }
  if (error.isUnimplemented) {
    return `The server at ${path} speaks gRPC but does not serve CRI (runtime.v1.RuntimeService).`;
  }
  if (/ECONNREFUSED/u.test(details)) {
    return `Nothing listens on ${path}: the runtime that made this socket is not running.`;
  }
  if (/EACCES|EPERM/u.test(details)) {
    return `No permission to open ${path}: run as root, or as a member of the socket's group.`;
  }
  if (/ENOENT/u.test(details)) {
    return `There is no socket at ${path}: the runtime is not running, or it listens elsewhere.`;
  }
  if (/Failed to connect/u.test(details)) {
    return `${path} closes each connection at once: a runtime that is just starting or stopping, or no gRPC server.${dockerHint(path)}`;
  }
  if (error.isUnavailable && /ECONNRESET|Connection dropped|closed|GOAWAY/iu.test(details)) {
    return `The connection to ${path} was closed by the runtime.`;
  }
  return `${path} answers Version with an error: ${details}.`;
}
