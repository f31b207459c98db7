'use client';
import { Layers, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { ImageList, ImageRow } from '../../server/contract/image-list.ts';
import { pagePaths } from '../../server/contract/paths.ts';
import { withBase } from '../data/base-path.ts';
import { useRefusal } from '../data/session.tsx';
import { useUrlState } from '../data/url-state.ts';
import { useAction } from '../data/use-action.ts';
import { useImages } from '../data/use-images.ts';
import { useQueryText } from '../data/use-query-text.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { FilterBox } from '../ui/filter-box.tsx';
import { Picture } from '../ui/picture.tsx';
import { matchesImage, nameOf, parseImageQuery, sortImages, toImageSort } from './images-query.ts';
import { ImagesTable } from './images-table.tsx';
import { ImagesTotals } from './images-totals.tsx';

interface ImagesPageProps {
  readonly firstImages: ImageList;
  readonly firstQuery: string;
}

/** What is on the node to start containers of, and who needs it. */
export function ImagesPage({ firstImages, firstQuery }: ImagesPageProps) {
  const { list, error } = useImages(firstImages);
  const refusal = useRefusal('remove');
  const [leaving, setLeaving] = useState<ImageRow | null>(null);
  const action = useAction(leaving === null ? null : { kind: 'remove-image', id: leaving.id });
  return (
    <div className="images-page">
      <h1>Images</h1>
      <ImagesTotals list={list} />
      <ImagesView
        list={list}
        error={error}
        firstQuery={firstQuery}
        refusal={refusal}
        onRemove={setLeaving}
      />
      {leaving !== null && (
        <ActionDialog
          key={leaving.id}
          title={`Remove ${nameOf(leaving)}`}
          verb="Remove"
          action={action}
          onClose={() => setLeaving(null)}
        />
      )}
    </div>
  );
}

interface ImagesViewProps {
  readonly list: ImageList;
  readonly error: Error | null;
  readonly firstQuery: string;
  readonly refusal: string | null;
  readonly onRemove: (row: ImageRow) => void;
}

function ImagesView({ list, error, firstQuery, refusal, onRemove }: ImagesViewProps) {
  const url = useUrlState();
  const { input, query, setQuery } = useQueryText(firstQuery);
  const sort = toImageSort(url.get('sort'));
  const terms = parseImageQuery(query);
  const rows = sortImages(
    list.images.filter((row) => matchesImage(row, terms)),
    sort,
  );
  const total = list.images.length;
  const words = [...(error === null ? [] : [`Not asked again: ${error.message}`]), ...list.gaps];
  return (
    <>
      <FilterBox
        input={input}
        action={withBase(pagePaths.images())}
        label="Filter images"
        placeholder="any word, or ns: pod: id: is:unused is:pinned"
        query={query}
        onQuery={setQuery}
        shown={rows.length}
        total={total}
      />
      {words.length > 0 && (
        <ul className="gaps muted">
          {words.map((word) => (
            <li key={word}>{word}</li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <ImagesTable rows={rows} sort={sort} filter={query} refusal={refusal} onRemove={onRemove} />
      )}
      {rows.length > 0 && refusal !== null && (
        <p className="muted images-foot needs-script">Nothing can be removed here. {refusal}</p>
      )}
      {rows.length === 0 && total > 0 && (
        <Picture icon={SearchX} tone="idle" title="No image fits this filter">
          <p>
            {total} images are on this node.{' '}
            <a className="link" href={withBase(pagePaths.images())}>
              Show them all
            </a>
          </p>
        </Picture>
      )}
      {total === 0 && (
        <Picture icon={Layers} tone="idle" title="No image is known">
          <p>{list.gaps[0] ?? 'The runtime has none: the first pod that starts here pulls one.'}</p>
        </Picture>
      )}
    </>
  );
}
