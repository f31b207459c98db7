import { describe, expect, it } from 'vitest';
import { STATS_FIGURES, type StatsLine, type StatsSeries } from '../../server/contract/stats.ts';
import { AS_OF } from '../testing/fixtures.ts';
import { renderPage, textOf } from '../testing/render.tsx';
import { Charts } from './stats-panel.tsx';

const NOW = Date.parse(AS_OF);

function series(part: Partial<StatsSeries> = {}): StatsSeries {
  const points = [1, 2, 3];
  return {
    containerId: 'c1',
    attempt: 0,
    at: [NOW - 2_000, NOW - 1_000, NOW],
    figures: Object.fromEntries(STATS_FIGURES.map((f) => [f, points])) as StatsLine['figures'],
    gapAt: [],
    asOf: AS_OF,
    everySeconds: 1,
    missing: {},
    container: null,
    earlier: [],
    gaps: [],
    ...part,
  };
}
const render = (part: Partial<StatsSeries>) =>
  textOf(renderPage(<Charts series={series(part)} name="app" error={null} />));

describe('charts of a container', () => {
  it('each has its title and what it is of', () => {
    const text = render({});
    for (const title of ['CPU cores', 'Memory working set', 'Network of the whole pod']) {
      expect(text).toContain(title);
    }
  });

  it('what was never measured is a sentence and no chart', () => {
    const figures = { ...series().figures, processes: [null, null, null] };
    const text = render({ figures, missing: { processes: 'not reported by containerd 2.1' } });
    expect(text).toContain('Processes and threads not reported by containerd 2.1');
  });

  it('what is missing now but was measured keeps its line', () => {
    const text = render({ missing: { processes: 'the container has ended' } });
    expect(text).not.toContain('the container has ended');
  });

  it('a container that ended says so, and gaps are told', () => {
    const text = render({ gaps: ['no figures from 03:10 to 03:11'] });
    expect(text).toContain('The container app has ended: these are its last figures');
    expect(text).toContain('No figures from 03:10 to 03:11');
  });
});
