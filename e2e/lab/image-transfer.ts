import { json, type LabImage, MANIFEST_TYPE } from './images.ts';
import { packTar, type TarEntry } from './tar.ts';

/** The image as an OCI layout, which `ctr images import` reads. */
export function packArchive(image: LabImage): Buffer {
  const descriptor = {
    mediaType: MANIFEST_TYPE,
    digest: image.manifest.digest,
    size: image.manifest.content.length,
    annotations: { 'io.containerd.image.name': image.ref },
  };
  const index = { schemaVersion: 2, manifests: [descriptor] };
  const blobs = [image.manifest, ...image.blobs].map(
    (blob): TarEntry => ({
      path: `blobs/sha256/${blob.digest.slice('sha256:'.length)}`,
      kind: 'file',
      content: blob.content,
    }),
  );
  return packTar([
    { path: 'oci-layout', kind: 'file', content: json({ imageLayoutVersion: '1.0.0' }) },
    { path: 'index.json', kind: 'file', content: json(index) },
    { path: 'blobs', kind: 'directory' },
    { path: 'blobs/sha256', kind: 'directory' },
    ...blobs,
  ]);
}

/** Sends the image to a registry's plain HTTP API. */
export async function pushImage(image: LabImage, registryUrl: string, signal: AbortSignal) {
  const { name, tag } = repositoryOf(image);
  for (const blob of image.blobs) {
    const begun = await send(`${registryUrl}/v2/${name}/blobs/uploads/`, {
      method: 'POST',
      signal,
    });
    const upload = new URL(begun.headers.get('location') ?? '', registryUrl);
    upload.searchParams.set('digest', blob.digest);
    const headers = { 'content-type': 'application/octet-stream' };
    await send(upload, { method: 'PUT', body: new Uint8Array(blob.content), headers, signal });
  }
  await send(`${registryUrl}/v2/${name}/manifests/${tag}`, {
    method: 'PUT',
    body: new Uint8Array(image.manifest.content),
    headers: { 'content-type': MANIFEST_TYPE },
    signal,
  });
}

/** The answer to a manifest or blob request, or null for another path; for registries made in the lab. */
export function registryAnswer(
  image: LabImage,
  path: string,
): { readonly type: string; readonly digest: string; readonly content: Buffer } | null {
  const wanted = path.split('/').at(-1) ?? '';
  if (path.includes('/manifests/')) {
    return { type: MANIFEST_TYPE, digest: image.manifest.digest, content: image.manifest.content };
  }
  const blob = image.blobs.find((candidate) => candidate.digest === wanted);
  if (blob === undefined) return null;
  return { type: 'application/octet-stream', digest: blob.digest, content: blob.content };
}

/** Repository and tag without the host. */
function repositoryOf(image: LabImage): { readonly name: string; readonly tag: string } {
  const [name = '', tag = ''] = image.ref.slice(image.ref.indexOf('/') + 1).split(':');
  return { name, tag };
}

async function send(url: string | URL, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${init.method} ${url}: ${response.status}`);
  return response;
}
