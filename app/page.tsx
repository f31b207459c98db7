import { NodePage } from '../components/node/node-page.tsx';
import { ViewFailed } from '../components/ui/view-failed.tsx';
import { getFirstView } from './first-view.ts';

export default async function Page() {
  const result = await getFirstView();
  if (!result.ok || result.first.view.page !== 'node') return <ViewFailed result={result} />;
  return <NodePage firstNode={result.first.node} firstFindings={result.first.view.findings} />;
}
