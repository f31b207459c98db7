import type { Metadata } from 'next';
import { CallsPage } from '../../components/calls/calls-page.tsx';
import { ViewFailed } from '../../components/ui/view-failed.tsx';
import { getFirstView } from '../first-view.ts';

export const metadata: Metadata = { title: 'Calls' };

export default async function Page() {
  const result = await getFirstView();
  if (!result.ok) return <ViewFailed result={result} />;
  const { node, view } = result.first;
  const { calls, query } = view.page === 'calls' ? view : { calls: null, query: '' };
  return <CallsPage firstNode={node} firstCalls={calls} firstQuery={query} />;
}
