import type { Metadata } from 'next';
import { ProbePage } from '../../components/probe/probe-page.tsx';
import { ViewFailed } from '../../components/ui/view-failed.tsx';
import { getFirstView } from '../first-view.ts';

export const metadata: Metadata = { title: 'Probe' };

export default async function Page() {
  const result = await getFirstView();
  return result.ok ? <ProbePage /> : <ViewFailed result={result} />;
}
