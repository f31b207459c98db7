import type { WebSocket } from 'ws';
import type { SimContainer } from '../model/objects.ts';

/** The simulated process writes a line this often. */
const LINE_MS = 100;
const STDOUT = 1;

/** Serves one attach: the container's own process writes a line now and then, and repeats what is typed. */
export function serveAttach(container: SimContainer): (socket: WebSocket) => void {
  return (socket) => {
    const say = (text: string): void =>
      socket.send(Buffer.from(`${String.fromCharCode(STDOUT)}${text}`));
    say('');
    let line = 0;
    const next = (): void => {
      line += 1;
      if (container.state !== 'running') socket.close(1000);
      else {
        say(`${container.name} ${line}\n`);
        timer = setTimeout(next, LINE_MS);
      }
    };
    let timer = setTimeout(next, LINE_MS);
    socket.on('message', (message) => {
      const frame = message as Buffer;
      if (frame[0] === 0) say(`read ${frame.toString('utf8', 1)}`);
    });
    socket.on('close', () => clearTimeout(timer));
  };
}
