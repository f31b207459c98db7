/** The interface that CNI gives a pod first. */
const POD_INTERFACE = 'eth0';

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
  const interfaces = text.split('\n').flatMap(parseLine);
  const first = interfaces.find(({ name }) => name === POD_INTERFACE);
  const counted = first === undefined ? interfaces.filter(({ name }) => name !== 'lo') : [first];
  if (counted.length === 0) return null;
  return {
    receivedBytes: counted.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0),
    sentBytes: counted.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
  };
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
