import { NodePage } from '../components/node/node-page.tsx';
import { ViewFailed } from '../components/ui/view-failed.tsx';
import { getFirstView } from './first-view.ts';

export default async function Page() {
  const result = await getFirstView();
  if (!result.ok || result.first.view.page !== 'node') return <ViewFailed result={result} />;
  const { node, view } = result.first;
  return <NodePage firstNode={node} firstFindings={view.findings} firstStuck={view.stuck ?? []} />;
}
