import { appendFileSync } from 'node:fs';

export type KlogFields = Readonly<Record<string, string | number | object>>;

/** Writes kubelet's log form: one entry a line, values with line breaks spread over several. */
export class KlogWriter {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
    appendFileSync(path, '');
  }

  /** `where` is the place in kubelet's source that writes this entry: "pod_workers.go:1324". */
  info(where: string, message: string, fields: KlogFields = {}): void {
    this.#write('I', where, message, fields);
  }

  error(where: string, message: string, fields: KlogFields = {}): void {
    this.#write('E', where, message, fields);
  }

  #write(severity: string, where: string, message: string, fields: KlogFields): void {
    const pid = String(process.pid).padStart(7);
    const rest = Object.entries(fields).map(([key, value]) => ` ${key}=${formatValue(value)}`);
    const head = `${severity}${formatTime(new Date())} ${pid} ${where}] ${JSON.stringify(message)}`;
    appendFileSync(this.path, `${head}${rest.join('')}\n`);
  }
}

function formatValue(value: string | number | object): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (!value.includes('\n')) return JSON.stringify(value);
  return `<\n${value
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `\t${line}`)
    .join('\n')}\n >`;
}

/** klog writes local time without a year or zone: 1129 20:52:25.264386. */
function formatTime(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${two(time.getMonth() + 1)}${two(time.getDate())}`;
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':');
  return `${day} ${clock}.${String(time.getMilliseconds()).padStart(3, '0')}000`;
}
