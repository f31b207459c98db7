import { describe, expect, it } from 'vitest';
import type { ContainerStats, StatsList, StatsSample } from '../../server/contract/stats.ts';
import { AS_OF } from '../testing/fixtures.ts';
import { renderPage, textOf } from '../testing/render.tsx';
import { StatsPage, StatsView } from './stats-page.tsx';

const MISSING = { missing: 'not reported by containerd 2.1' };

function sample(part: Partial<StatsSample> = {}): StatsSample {
  return {
    at: AS_OF,
    cpuCores: 0.25,
    cpuThrottledRatio: 0,
    memoryWorkingSetBytes: 64 * 2 ** 20,
    oomKills: 0,
    processes: 7,
    receivedBytesPerSecond: 1_200,
    sentBytesPerSecond: 0,
    writableLayerBytes: MISSING,
    pressure: { cpu: 0, memory: 0, io: 0 },
    isAfterGap: false,
    ...part,
  };
}

function row(pod: string, part: Partial<ContainerStats> = {}): ContainerStats {
  return {
    containerId: `id-${pod}`,
    namespace: 'shop',
    pod,
    podUid: `uid-${pod}`,
    container: 'app',
    attempt: 0,
    cpuLimitCores: 0.5,
    cpuRequestCores: null,
    memoryLimitBytes: 128 * 2 ** 20,
    memoryRequestBytes: null,
    source: 'cgroup v2',
    latest: sample(),
    recent: { cpuCores: [0.1, null, 0.25], memoryWorkingSetBytes: [1, 2, 3] },
    ...part,
  };
}

function render(containers: readonly ContainerStats[], search = '', part: Partial<StatsList> = {}) {
  const list: StatsList = {
    asOf: AS_OF,
    everySeconds: 5,
    containers: [...containers],
    pods: containers.map(({ namespace, pod, podUid }) => ({
      namespace,
      name: pod,
      uid: podUid,
      cpuCores: 0,
      memoryWorkingSetBytes: 0,
      receivedBytesPerSecond: 0,
      sentBytesPerSecond: 0,
    })),
    gaps: [],
    ...part,
  };
  return renderPage(<StatsView list={list} error={null} />, search);
}
const order = (markup: string, names: readonly string[]) =>
  names.toSorted((a, b) => markup.indexOf(`shop/${a}`) - markup.indexOf(`shop/${b}`));

describe('stats page', () => {
  it('says that it measures before there are figures', () => {
    expect(textOf(renderPage(<StatsPage />))).toContain('Nothing is measured while nobody looks');
  });

  it('tells figures, their share of the limit, and leads to the charts', () => {
    const markup = render([row('web')]);
    const text = textOf(markup);
    expect(text).toContain('1 container 0.25 cores 64 MiB working set');
    expect(text).toContain('0.25 50 % 0 % 64 MiB 50 % 0 1.2 kB/s 0 B/s 7');
    expect(markup).toContain('href="/pods/shop/web?container=app&amp;tab=stats"');
  });

  it('what is not reported is a dash with the reason, never 0', () => {
    const markup = render([row('web', { latest: sample({ processes: MISSING }) })]);
    expect(markup).toContain('title="not reported by containerd 2.1"');
    expect(textOf(markup)).toContain('– Processes not reported by containerd 2.1');
  });

  it('a sum of nothing measured is a dash', () => {
    const text = textOf(render([row('new', { latest: null })]));
    expect(text).toContain('1 container – cores – working set');
  });

  it('the busiest first, or by what the address asks for', () => {
    const rows = [
      row('calm', { latest: sample({ cpuCores: 0.01, oomKills: 3 }) }),
      row('busy', { latest: sample({ cpuCores: 2 }) }),
      row('unmeasured', { latest: null }),
    ];
    const names = ['calm', 'busy', 'unmeasured'];
    expect(order(render(rows), names)).toEqual(['busy', 'calm', 'unmeasured']);
    expect(order(render(rows, 'sort=oom'), names)).toEqual(['calm', 'busy', 'unmeasured']);
    expect(order(render(rows, 'sort=name'), names)).toEqual(['busy', 'calm', 'unmeasured']);
    expect(order(render(rows, 'sort=nonsense'), names)).toEqual(['busy', 'calm', 'unmeasured']);
  });

  it('filters by the address, and says when nothing fits', () => {
    const rows = [row('web'), row('db', { container: 'postgres' })];
    expect(textOf(render(rows, 'q=container:postgres'))).toContain('1 of 2');
    expect(render(rows, 'q=-web')).not.toContain('shop/web');
    expect(textOf(render(rows, 'q=ns:nowhere'))).toContain('No container fits this filter');
    expect(textOf(render([]))).toContain('No container runs here');
  });

  it('a container near its limit stands out, and what cannot be measured is told', () => {
    const near = row('near', { latest: sample({ memoryWorkingSetBytes: 127 * 2 ** 20 }) });
    const markup = render([near], '', { gaps: ['CRI is asked every 10 s only'] });
    expect(markup).toContain('data-near=""');
    expect(textOf(markup)).toContain('CRI is asked every 10 s only');
  });
});
