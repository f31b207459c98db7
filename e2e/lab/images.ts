import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { SLOW_LAYER_MARK } from './lab-programs.ts';
import { packTar, type TarEntry } from './tar.ts';

export const MANIFEST_TYPE = 'application/vnd.oci.image.manifest.v1+json';
const CONFIG_TYPE = 'application/vnd.oci.image.config.v1+json';
const LAYER_TYPE = 'application/vnd.oci.image.layer.v1.tar+gzip';

export interface Blob {
  readonly digest: string;
  readonly content: Buffer;
}

/** An image as a registry holds it. */
export interface LabImage {
  /** Full reference: "registry.lab:5000/lab/app:1". */
  readonly ref: string;
  readonly manifest: Blob;
  readonly blobs: readonly Blob[];
}

interface ImageConfig {
  readonly Cmd?: readonly string[];
  readonly Entrypoint?: readonly string[];
  readonly Env?: readonly string[];
  readonly User?: string;
}

const RUN_SHELL: ImageConfig = { Cmd: ['/bin/sh'], Env: ['PATH=/bin'] };

/** A small world: a shell with its tools, two users and something to stumble over. */
export function busyboxImage(ref: string): LabImage {
  return buildImage(ref, busyboxFiles(), { config: RUN_SHELL });
}

/** The sandbox's own process: sleeps for as long as the sandbox lives. */
export function pauseImage(ref: string): LabImage {
  const files: TarEntry[] = [
    { path: 'bin', kind: 'directory' },
    { path: 'bin/busybox', kind: 'file', content: busybox(), mode: 0o755 },
  ];
  const config = { Entrypoint: ['/bin/busybox', 'sleep', '2147483647'] };
  return buildImage(ref, files, { config });
}

/** A layer that a registry tells of and sends without ever coming to its end. */
export interface EndlessLayer {
  readonly digest: string;
  readonly sizeBytes: number;
}

/** An image of one real, small layer and some that never arrive. */
export function endlessImage(ref: string, sizesBytes: readonly number[]): EndlessImage {
  const plain = packTar(busyboxFiles());
  const small = toBlob(gzipSync(plain, { level: 1 }));
  const layers = sizesBytes.map((sizeBytes) => ({ digest: digestOf(randomBytes(32)), sizeBytes }));
  // A runtime may unpack the first layer while the others come in: its content has to be what is promised.
  const diffIds = [digestOf(plain), ...layers.map(({ digest }) => digest)];
  const config = toBlob(configJson(RUN_SHELL, diffIds));
  const own = { digest: small.digest, sizeBytes: small.content.length };
  const manifest = manifestOf(config, [own, ...layers]);
  return { image: { ref, manifest, blobs: [config, small] }, layers };
}

export interface EndlessImage {
  readonly image: LabImage;
  readonly layers: readonly EndlessLayer[];
}

/** Adds a layer of this size that our decompressor hands out slowly; it is small while packed. */
export function slowlyUnpackedImage(ref: string, sizeBytes: number): LabImage {
  const ballast: TarEntry = { path: 'ballast', kind: 'file', content: Buffer.alloc(sizeBytes) };
  return buildImage(ref, [...busyboxFiles(), ballast], {
    config: RUN_SHELL,
    mark: SLOW_LAYER_MARK,
  });
}

/** An image whose one layer has this size and cannot be packed smaller. */
export function bulkyImage(ref: string, sizeBytes: number): LabImage {
  const ballast: TarEntry = { path: 'ballast', kind: 'file', content: randomBytes(sizeBytes) };
  return buildImage(ref, [...busyboxFiles(), ballast], { config: RUN_SHELL });
}

interface BuildOptions {
  readonly config: ImageConfig;
  /** Written into the layer's gzip header. */
  readonly mark?: string;
}

function buildImage(ref: string, files: readonly TarEntry[], options: BuildOptions): LabImage {
  const plain = packTar(files);
  const packed = gzipSync(plain, { level: 1 });
  const layer = toBlob(options.mark === undefined ? packed : withName(packed, options.mark));
  const config = toBlob(configJson(options.config, [digestOf(plain)]));
  const size = { digest: layer.digest, sizeBytes: layer.content.length };
  return { ref, manifest: manifestOf(config, [size]), blobs: [config, layer] };
}

/** The same gzip stream with a name in its header: bit 3 of byte 3 announces it, a zero byte ends it. */
function withName(packed: Buffer, name: string): Buffer {
  const head = Buffer.from(packed.subarray(0, 10));
  head[3] = (head[3] ?? 0) | 0b1000;
  return Buffer.concat([head, Buffer.from(`${name}\0`), packed.subarray(10)]);
}

function configJson(config: ImageConfig, diffIds: readonly string[]): Buffer {
  return json({
    architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
    os: 'linux',
    config,
    rootfs: { type: 'layers', diff_ids: diffIds },
  });
}

function manifestOf(config: Blob, layers: readonly EndlessLayer[]): Blob {
  return toBlob(
    json({
      schemaVersion: 2,
      mediaType: MANIFEST_TYPE,
      config: { mediaType: CONFIG_TYPE, digest: config.digest, size: config.content.length },
      layers: layers.map(({ digest, sizeBytes }) => ({
        mediaType: LAYER_TYPE,
        digest,
        size: sizeBytes,
      })),
    }),
  );
}

function busyboxFiles(): TarEntry[] {
  const applets = execFileSync('/usr/bin/busybox', ['--list'], { encoding: 'utf8' })
    .split('\n')
    .filter((name) => name !== '' && name !== 'busybox');
  const text = (path: string, content: string): TarEntry => ({
    path,
    kind: 'file',
    content: Buffer.from(content),
  });
  return [
    ...['bin', 'etc', 'tmp', 'root', 'data', 'dev', 'proc', 'sys'].map(
      (path): TarEntry => ({ path, kind: 'directory' }),
    ),
    { path: 'bin/busybox', kind: 'file', content: busybox(), mode: 0o755 },
    ...applets.map((name): TarEntry => ({ path: `bin/${name}`, kind: 'link', target: 'busybox' })),
    text('etc/passwd', 'root:x:0:0:root:/root:/bin/sh\napp:x:1000:1000:app:/:/bin/sh\n'),
    text('etc/group', 'root:x:0:\napp:x:1000:\n'),
    text('etc/notes.txt', 'This file is not a program.\n'),
  ];
}

function busybox(): Buffer {
  return readFileSync('/usr/bin/busybox');
}

function toBlob(content: Buffer): Blob {
  return { digest: digestOf(content), content };
}

function digestOf(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** JSON as bytes. */
export function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
