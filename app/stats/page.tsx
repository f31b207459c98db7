import type { Metadata } from 'next';
import { StatsPage } from '../../components/stats/stats-page.tsx';
import { ViewFailed } from '../../components/ui/view-failed.tsx';
import { getFirstView } from '../first-view.ts';

export const metadata: Metadata = { title: 'Stats' };

export default async function Page() {
  const result = await getFirstView();
  return result.ok ? <StatsPage /> : <ViewFailed result={result} />;
}
