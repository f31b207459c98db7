import { CHANNEL, type ControlMessage } from '../contract/ticket.ts';

/** A frame of either side: the channel, then the bytes. */
export function toFrame(channel: number, payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(payload.length + 1);
  frame[0] = channel;
  frame.set(payload, 1);
  return frame;
}

/** A message of ours on the control channel. */
export function toControlFrame(message: ControlMessage): Buffer {
  return toFrame(CHANNEL.control, Buffer.from(JSON.stringify(message)));
}

/** What `ws` hands over, as one buffer. */
export function toBuffer(message: Buffer | ArrayBuffer | readonly Buffer[]): Buffer {
  if (Buffer.isBuffer(message)) return message;
  return message instanceof ArrayBuffer ? Buffer.from(message) : Buffer.concat([...message]);
}
