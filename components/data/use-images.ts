'use client';
import { useQuery } from '@tanstack/react-query';
import type { ImageList } from '../../server/contract/image-list.ts';
import { apiPaths } from '../../server/contract/paths.ts';
import { getJson } from './api-client.ts';
import { keys, useNewerFirstView } from './queries.ts';

/** 10 s: as often as the server lists them. */
const EVERY_MS = 10_000;

/** The images of the node, asked for again while the page is seen. */
export function useImages(first: ImageList): {
  readonly list: ImageList;
  readonly error: Error | null;
} {
  const { data, error } = useQuery({
    queryKey: keys.images,
    queryFn: ({ signal }) => getJson<ImageList>(apiPaths.images(), signal),
    initialData: first,
    initialDataUpdatedAt: Date.parse(first.asOf),
    refetchInterval: EVERY_MS,
  });
  useNewerFirstView(keys.images, first, data.asOf < first.asOf);
  return { list: data, error };
}
