import type { Metadata } from 'next';
import { PodsPage } from '../../components/pods/pods-page.tsx';
import { ViewFailed } from '../../components/ui/view-failed.tsx';
import { getFirstView } from '../first-view.ts';

export const metadata: Metadata = { title: 'Pods' };

export default async function Page() {
  const result = await getFirstView();
  if (!result.ok || result.first.view.page !== 'pods') return <ViewFailed result={result} />;
  const { pods, query } = result.first.view;
  return <PodsPage firstNode={result.first.node} firstPods={pods} firstQuery={query} />;
}
