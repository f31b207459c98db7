import type { Metadata } from 'next';
import { LogsAhead, LogsTab } from '../../../../components/logs/logs-tab.tsx';
import { PodPage } from '../../../../components/pod/pod-page.tsx';
import { StatsTab } from '../../../../components/stats/stats-tab.tsx';
import { ExecTab } from '../../../../components/terminal/exec-tab.tsx';
import { ViewFailed } from '../../../../components/ui/view-failed.tsx';
import { getFirstView } from '../../../first-view.ts';

export async function generateMetadata(): Promise<Metadata> {
  const result = await getFirstView();
  if (!result.ok || result.first.view.page !== 'pod') return {};
  const { pod, namespace, name } = result.first.view;
  return {
    title: pod === null ? `${namespace}/${name}` : `${pod.verdict.outcome} ${namespace}/${name}`,
  };
}

export default async function Page() {
  const result = await getFirstView();
  if (!result.ok || result.first.view.page !== 'pod') return <ViewFailed result={result} />;
  const { pod, namespace, name } = result.first.view;
  return (
    <>
      <PodPage
        key={`${namespace}/${name}`}
        firstNode={result.first.node}
        firstPod={pod}
        namespace={namespace}
        name={name}
        panels={{ logs: <LogsTab />, exec: <ExecTab />, stats: <StatsTab /> }}
      />
      <LogsAhead />
    </>
  );
}
