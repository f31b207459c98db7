/** The interface that CNI gives a pod first. */
const POD_INTERFACE = 'eth0';
/** Names are aligned to the right by blanks: another one may end like it. */
const POD_MARK = ` ${POD_INTERFACE}:`;

/** Received and sent bytes stand in the first and the ninth column. */
const SENT_COLUMN = 8;

export interface InterfaceBytes {
  readonly receivedBytes: number;
  readonly sentBytes: number;
}

/**
 * Bytes of a pod's network by its /proc/<pid>/net/dev: of eth0, as the runtimes report it, else of all interfaces but the
 * loopback. Null when there is none. Accepted: traffic of further networks of a pod is not in it.
 */
export function parseNetDev(text: string): InterfaceBytes | null {
  const at = text.indexOf(POD_MARK);
  const end = text.indexOf('\n', at);
  const known = at === -1 ? [] : parseLine(text.slice(at, end === -1 ? undefined : end));
  const counted =
    known.length > 0 ? known : text.split('\n').flatMap(parseLine).filter(isNoLoopback);
  if (counted.length === 0) return null;
  return {
    receivedBytes: counted.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0),
    sentBytes: counted.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
  };
}

function isNoLoopback({ name }: { readonly name: string }): boolean {
  return name !== 'lo';
}

function parseLine(line: string): (InterfaceBytes & { readonly name: string })[] {
  const colon = line.indexOf(':');
  if (colon === -1) return [];
  const columns = line
    .slice(colon + 1)
    .trim()
    .split(/\s+/)
    .map(Number);
  const [receivedBytes = Number.NaN] = columns;
  const sentBytes = columns[SENT_COLUMN] ?? Number.NaN;
  if (Number.isNaN(receivedBytes + sentBytes)) return [];
  return [{ name: line.slice(0, colon).trim(), receivedBytes, sentBytes }];
}
