/** What a layer or an archive holds; parents before children. */
export type TarEntry =
  | { readonly path: string; readonly kind: 'directory'; readonly mode?: number }
  | {
      readonly path: string;
      readonly kind: 'file';
      readonly content: Buffer;
      readonly mode?: number;
    }
  | { readonly path: string; readonly kind: 'link'; readonly target: string };

/** A tar block as of POSIX ustar. */
const BLOCK_BYTES = 512;
const TYPE_FLAG = { file: '0', link: '2', directory: '5' } as const;

/** Packs the entries as a ustar archive, owned by root, with a fixed time: the same input gives the same digest. */
export function packTar(entries: readonly TarEntry[]): Buffer {
  const parts: Buffer[] = [];
  for (const entry of entries) {
    const content = entry.kind === 'file' ? entry.content : Buffer.alloc(0);
    parts.push(header(entry, content.length), content);
    const rest = content.length % BLOCK_BYTES;
    if (rest > 0) parts.push(Buffer.alloc(BLOCK_BYTES - rest));
  }
  parts.push(Buffer.alloc(2 * BLOCK_BYTES));
  return Buffer.concat(parts);
}

function header(entry: TarEntry, sizeBytes: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  const path = entry.kind === 'directory' ? `${entry.path}/` : entry.path;
  if (Buffer.byteLength(path) > 100)
    throw new Error(`path too long for a plain tar header: ${path}`);
  const mode =
    entry.kind === 'link' ? 0o777 : (entry.mode ?? (entry.kind === 'file' ? 0o644 : 0o755));
  block.write(path, 0);
  block.write(octal(mode, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(sizeBytes, 11), 124);
  block.write(octal(0, 11), 136);
  block.write('        ', 148);
  block.write(TYPE_FLAG[entry.kind], 156);
  if (entry.kind === 'link') block.write(entry.target, 157);
  block.write('ustar\u000000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\u0000 `, 148);
  return block;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}
