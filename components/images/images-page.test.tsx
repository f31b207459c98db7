import { describe, expect, it } from 'vitest';
import type { ImageList, ImageRow } from '../../server/contract/image-list.ts';
import { AS_OF } from '../testing/fixtures.ts';
import { renderPage, textOf } from '../testing/render.tsx';
import { ImagesPage } from './images-page.tsx';
import { matchesImage, parseImageQuery } from './images-query.ts';

const digest = (letter: string) => `sha256:${letter.repeat(64)}`;

function user(pod: string, part: Partial<ImageRow['users'][number]> = {}) {
  return {
    namespace: 'shop',
    pod,
    uid: `uid-${pod}`,
    container: 'app',
    containerId: `${pod}-app`,
    isRunning: true,
    ...part,
  };
}

function image(name: string, part: Partial<ImageRow> = {}): ImageRow {
  return {
    id: digest(name.charAt(0)),
    tags: [`registry.example/shop/${name}`],
    digests: [],
    sizeBytes: 1_000_000,
    pinned: false,
    neededBecause: null,
    users: [],
    ...part,
  };
}

const ROWS = [
  image('b-web:1', {
    sizeBytes: 40_000_000,
    neededBecause: 'Container app of shop/web-1 uses it.',
    users: ['web-1', 'web-2', 'web-3'].map((pod) => user(pod)),
  }),
  image('a-old:2', { sizeBytes: 90_000_000 }),
  image('c-pause:3', { pinned: true, neededBecause: 'Every pod sandbox starts with this image.' }),
  image('d-job:4', { neededBecause: 'Used.', users: [user('job-1', { isRunning: false })] }),
];

function render(part: Partial<ImageList> = {}, search = ''): string {
  const list: ImageList = {
    asOf: AS_OF,
    stale: false,
    sizeIs: 'compressed',
    images: ROWS,
    totalBytes: 131_000_000,
    unusedBytes: 90_000_000,
    disk: { path: '/var/lib/containerd', totalBytes: 10e9, availableBytes: 1e9 },
    gaps: [],
    ...part,
  };
  const query = new URLSearchParams(search).get('q') ?? '';
  return renderPage(<ImagesPage firstImages={list} firstQuery={query} />, search);
}

/** Names of the images in the order of the rows. */
function order(markup: string): readonly string[] {
  return [...markup.matchAll(/title="registry\.example\/shop\/([^"]+)"/g)].map(
    ([, name]) => name ?? '',
  );
}

describe('the page of images', () => {
  it('sums up: what there is, what is unused, how full the disk is, and what the sizes are', () => {
    const text = textOf(render());
    expect(text).toContain('4 images, 131.0 MB (compressed');
    expect(text).toContain('1 unused, 90.0 MB');
    expect(text).toContain('1.0 GB free of 10.0 GB at /var/lib/containerd');
  });

  it('says nothing of what is unused while that is not known', () => {
    const gaps = ['Which containers use them is not known: the runtime hangs.'];
    const text = textOf(render({ unusedBytes: null, gaps }));
    expect(text).not.toContain('unused,');
    expect(text).toContain('the runtime hangs.');
  });

  it.each([
    ['', ['a-old:2', 'b-web:1', 'c-pause:3', 'd-job:4']],
    ['sort=name', ['a-old:2', 'b-web:1', 'c-pause:3', 'd-job:4']],
    ['sort=used', ['b-web:1', 'd-job:4', 'a-old:2', 'c-pause:3']],
    ['sort=nonsense', ['a-old:2', 'b-web:1', 'c-pause:3', 'd-job:4']],
  ])('orders by the address: %s', (search, names) => {
    expect(order(render({}, search))).toEqual(names);
  });

  it('names two pods, and leads to the others by the filter of pods', () => {
    const markup = render();
    expect(markup).toContain('href="/pods/shop/web-1"');
    expect(markup).toContain('href="/pods/shop/web-2"');
    expect(markup).not.toContain('href="/pods/shop/web-3"');
    expect(markup).toContain(
      `href="/pods?q=image%3A${encodeURIComponent('registry.example/shop/b-web:1')}"`,
    );
    expect(textOf(markup)).toContain('+1 more pods');
  });

  it('says of a container that has ended that it has', () => {
    expect(textOf(render({}, 'q=d-job'))).toContain('shop/job-1 ended');
  });

  it('offers no removal to somebody who may not, and says why', () => {
    const markup = render();
    expect(markup.match(/<button[^>]*aria-label="Remove [^>]*disabled/g)).toHaveLength(4);
    expect(textOf(markup)).toContain('Nothing can be removed here.');
  });

  it('tells an empty filter from an empty node', () => {
    expect(textOf(render({}, 'q=nothing-like-it'))).toContain('No image fits this filter');
    const gaps = ['The images are not known: ListImages hangs.'];
    const text = textOf(render({ images: [], gaps }));
    expect(text).toContain('No image is known');
    expect(text).toContain('ListImages hangs.');
  });
});

describe('the filter of images', () => {
  it.each([
    ['web', ['b-web:1']],
    ['is:unused', ['a-old:2']],
    ['is:pinned', ['c-pause:3']],
    ['is:used', ['b-web:1', 'd-job:4']],
    ['-is:used', ['a-old:2', 'c-pause:3']],
    ['pod:job', ['d-job:4']],
    ['ns:shop web', ['b-web:1']],
    ['ns:sho', []],
    [`id:${'a'.repeat(12)}`, ['a-old:2']],
    [`id:sha256:${'a'.repeat(12)}`, ['a-old:2']],
    ['is:nonsense', []],
  ])('%s', (query, names) => {
    const terms = parseImageQuery(query);
    const fitting = ROWS.filter((row) => matchesImage(row, terms));
    expect(fitting.map(({ tags }) => tags[0]?.split('/').at(-1))).toEqual(names);
  });
});
