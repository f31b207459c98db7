import type { Metadata } from 'next';
import { ExplainPage } from '../../components/explain/explain-page.tsx';
import { ViewFailed } from '../../components/ui/view-failed.tsx';
import { getFirstView } from '../first-view.ts';

export const metadata: Metadata = { title: 'Explain' };

export default async function Page() {
  const result = await getFirstView();
  if (!result.ok || result.first.view.page !== 'explain') return <ViewFailed result={result} />;
  const { text, answer } = result.first.view;
  return <ExplainPage firstText={text} firstAnswer={answer} />;
}
