import { describe, expect, it } from 'vitest';
import type { Image } from '../contract/runtime-objects.ts';
import { available, unavailable } from '../contract/section.ts';
import { type ImageFacts, imageRows, listImages } from './image-list.ts';
import { container, NOW_MS, node, sandbox } from './testing/builders.ts';

const hex = (letter: string) => letter.repeat(64);

function image(given: Partial<Image> = {}): Image {
  return {
    id: `sha256:${hex('a')}`,
    tags: ['registry.example/shop/web:1'],
    digests: [`registry.example/shop/web@sha256:${hex('b')}`],
    sizeBytes: 1_000,
    pinned: false,
    ...given,
  };
}

function rowsOf(given: Partial<ImageFacts>) {
  return imageRows({
    images: [image()],
    containers: [],
    sandboxes: [sandbox()],
    sandboxImage: null,
    ...given,
  });
}

describe('who uses an image', () => {
  it.each([
    ['its id, as containerd tells', { imageRef: `sha256:${hex('a')}`, image: '' }],
    ['its id without the word, as CRI-O tells', { imageRef: hex('a'), image: '' }],
    ['a digest of it', { imageRef: `registry.example/shop/web@sha256:${hex('b')}`, image: '' }],
    [
      'its name, where the runtime tells no reference',
      { imageRef: '', image: 'registry.example/shop/web:1' },
    ],
    [
      'its name, where the image it was made of is no more',
      { imageRef: `sha256:${hex('f')}`, image: 'registry.example/shop/web:1' },
    ],
  ])('is found by %s', (_, given) => {
    const [row] = rowsOf({ containers: [container(given)] });
    expect(row?.users).toEqual([expect.objectContaining({ container: container().name })]);
  });

  it('is told by what the container was made of, not by a tag that has moved on', () => {
    const old = image({ id: `sha256:${hex('d')}`, tags: [], digests: [] });
    const made = container({ imageRef: old.id, image: 'registry.example/shop/web:1' });
    const rows = rowsOf({ images: [image(), old], containers: [made] });
    expect(rows.map(({ users }) => users.length)).toEqual([0, 1]);
  });

  it('knows short names as runtimes fill them in', () => {
    const short = image({ tags: ['docker.io/library/redis:latest'], digests: [] });
    const [row] = rowsOf({
      images: [short],
      containers: [container({ imageRef: 'redis', image: 'redis' })],
    });
    expect(row?.users).toHaveLength(1);
  });
});

describe('why an image has to stay', () => {
  const user = (name: string, state: 'running' | 'exited') =>
    container({ id: name, name, state, imageRef: image().id });

  it.each([
    ['nobody', {}, null],
    ['one that runs', { containers: [user('web', 'running')] }, /^Container web of .* uses it\.$/],
    ['one that has ended', { containers: [user('web', 'exited')] }, /none of them runs/],
    [
      'many',
      { containers: ['a', 'b', 'c', 'd'].map((name) => user(name, 'running')) },
      /^Containers a of .*, b of .* and 2 more use it\.$/,
    ],
    ['a pin', { images: [image({ pinned: true })] }, /pinned/],
    ['sandboxes', { sandboxImage: 'registry.example/shop/web:1' }, /no pod starts/],
  ])('%s', (_, given, expected) => {
    const [row] = rowsOf(given);
    if (expected === null) expect(row?.neededBecause).toBeNull();
    else expect(row?.neededBecause).toMatch(expected);
  });
});

describe('the list', () => {
  const images = available(
    [image(), image({ id: 'other', tags: [], digests: [], sizeBytes: 50 })],
    NOW_MS,
  );

  it('sums up, and tells what the sizes are', () => {
    const list = listImages({
      ...node({ containers: [container({ imageRef: image().id })] }),
      images,
    });
    expect(list).toMatchObject({
      totalBytes: 1_050,
      unusedBytes: 50,
      stale: false,
      sizeIs: 'compressed',
    });
  });

  it('tells how full their disk is, and where it is not known, why', () => {
    const disk = { path: '/var/lib/containerd', totalBytes: 100, availableBytes: 20 };
    const measured = { ...disk, role: 'images', totalInodes: 10, availableInodes: 5 } as const;
    const listWith = (disks: ReturnType<typeof node>['host']['disks']) => {
      const snapshot = node();
      return listImages({ ...snapshot, images, host: { ...snapshot.host, disks } });
    };
    const known = listWith(available([measured], NOW_MS));
    expect(known.disk).toEqual(disk);
    expect(known.gaps).toEqual([]);
    const elsewhere = listWith(available([{ ...measured, role: 'kubelet' }], NOW_MS));
    expect(elsewhere.disk).toBeNull();
    expect(elsewhere.gaps).toEqual([
      'The room left on their disk is not known: the folder where the runtime keeps them was not found.',
    ]);
    const unread = listWith(unavailable('statfs hangs.'));
    expect(unread.gaps).toEqual(['The room left on their disk is not known: statfs hangs.']);
  });

  it('never shows as unused what it cannot know', () => {
    const reason = 'ListContainers hangs.';
    const list = listImages({ ...node(), images, containers: unavailable(reason) });
    expect(list.unusedBytes).toBeNull();
    expect(list.gaps).toContain(`Which containers use them is not known: ${reason}`);
  });

  it('is stale while the runtime does not answer', () => {
    const snapshot = node();
    const health = { ...snapshot.health, state: 'hung' as const };
    expect(listImages({ ...snapshot, images, health })).toMatchObject({ stale: true });
  });
});
