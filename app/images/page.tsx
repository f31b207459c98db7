import type { Metadata } from 'next';
import { ImagesPage } from '../../components/images/images-page.tsx';
import { ViewFailed } from '../../components/ui/view-failed.tsx';
import { getFirstView } from '../first-view.ts';

export const metadata: Metadata = { title: 'Images' };

export default async function Page() {
  const result = await getFirstView();
  if (!result.ok) return <ViewFailed result={result} />;
  const { view } = result.first;
  return view.page === 'images' ? (
    <ImagesPage firstImages={view.images} firstQuery={view.query} />
  ) : null;
}
