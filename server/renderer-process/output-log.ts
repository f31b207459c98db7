import type { Readable } from 'node:stream';
import type { Log } from '../log.ts';

/** Lines of the renderer's output that are logged a start; the others are counted. */
const MAX_LINES = 100;
const MAX_LINE_LENGTH = 2_000;

/** Logs what a child prints, line by line, bounded; what is dropped is said. */
export function logOutput(outputs: readonly (Readable | null)[], log: Log): void {
  const say = createLineLog(log);
  for (const output of outputs) if (output !== null) logLines(output, say);
}

function logLines(output: Readable, say: (line: string) => void): void {
  output.setEncoding('utf8');
  let rest = '';
  output.on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_LENGTH);
    for (const line of lines) if (line.trim() !== '') say(line.slice(0, MAX_LINE_LENGTH));
  });
}

function createLineLog(log: Log): (line: string) => void {
  let lines = 0;
  return (line) => {
    lines += 1;
    if (lines <= MAX_LINES) log.info({ renderer: line }, 'the renderer says');
    if (lines === MAX_LINES) log.warn('further lines of this renderer are dropped');
  };
}
