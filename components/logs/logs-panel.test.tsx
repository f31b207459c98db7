import { describe, expect, it } from 'vitest';
import type { LogItem, LogRecord } from '../../server/contract/log-record.ts';
import type { PodDetail } from '../../server/contract/pod.ts';
import { PodFocusProvider, selectContainer } from '../data/pod-focus.tsx';
import { AS_OF, podDetail, podRow } from '../testing/fixtures.ts';
import { renderPage, textOf } from '../testing/render.tsx';
import { toMark } from './line-text.tsx';
import { LogLine } from './log-line.tsx';
import { LogNoticeRow } from './log-notice-row.tsx';
import { FIRST_STATE } from './log-state.ts';
import { LogStatus } from './log-status.tsx';
import { append, EMPTY_TEXT, toRows } from './log-text.ts';
import { toWish } from './log-wish.ts';
import { LogsPanel } from './logs-panel.tsx';

function render(pod: PodDetail, search = '') {
  const container = selectContainer(pod, null);
  return renderPage(
    <PodFocusProvider focus={{ pod, container }}>
      <LogsPanel />
    </PodFocusProvider>,
    search,
  );
}

const LINE: LogRecord = {
  time: '2026-01-31T03:12:04.123456789Z',
  stream: 'stderr',
  partial: false,
  text: '{"level":"error","msg":"cannot <b>reach</b> db","try":3}',
  offset: '0.a.7',
};
const LOOK = { hasTimes: true, isLifted: true, mark: null };

function renderLine(record: LogRecord, part: Partial<typeof LOOK> = {}, isOpen = false) {
  return renderPage(
    <LogLine
      record={record}
      look={{ ...LOOK, ...part }}
      isSought={false}
      isOpen={isOpen}
      onToggle={() => undefined}
    />,
  );
}

describe('a line of a log', () => {
  it('JSON shows its message, its fields as chips, and its level', () => {
    const markup = renderLine(LINE);
    expect(textOf(markup)).toContain('03:12:04.123');
    expect(textOf(markup)).toContain('cannot &lt;b&gt;reach&lt;/b&gt; db');
    expect(textOf(markup)).toContain('try =3');
    expect(markup).toContain('data-level="error"');
    expect(markup).not.toContain('<b>');
    expect(markup).toContain('href="?at=0.a.7&amp;mode=history"');
  });

  it('folded out it shows all of it, and with lifting off the raw text', () => {
    expect(renderLine(LINE, {}, true)).toContain('&quot;try&quot;: 3');
    expect(textOf(renderLine(LINE, { isLifted: false }))).toContain('"level":"error"');
  });

  it('colours become spans and a match is marked', () => {
    const text = 'a \u001b[32mgreen\u001b[0m line';
    const mark = toMark('gre+n', false);
    const markup = renderPage(
      <LogLine
        record={{ ...LINE, text }}
        look={{ ...LOOK, mark }}
        isSought
        isOpen={false}
        onToggle={() => undefined}
      />,
    );
    expect(markup).toContain('<span class="ansi-2"><mark>green</mark></span>');
    expect(markup).toContain('data-sought="true"');
  });

  it('a pattern that could hang the browser marks nothing', () => {
    expect(toMark('(a+)+$', false)).toBeNull();
    expect(toMark('(', false)).toBeNull();
    expect(toMark('a', true)).toBeNull();
  });

  it('a very long line is cut, and says how long it is', () => {
    const markup = renderLine({ ...LINE, text: 'x'.repeat(100_000) });
    expect(markup.length).toBeLessThan(5_000);
    expect(markup).toContain('100000 characters');
  });
});

describe('rows between lines', () => {
  it.each([
    'rotated',
    'truncated',
    'restarted',
    'gap',
    'dropped',
    'waiting',
    'removed',
    'disconnected',
  ] as const)('%s is a row with its words', (notice) => {
    const markup = renderPage(
      <LogNoticeRow notice={{ notice, at: AS_OF, text: 'what happened' }} />,
    );
    expect(textOf(markup)).toMatch(/^\w+ what happened 03:12:04$/);
  });
});

describe('the tab', () => {
  it('is live from the start, and waits for a container that is not there yet', () => {
    expect(textOf(render(podDetail('web')))).toContain('Follow History 1 min 5 min');
    const row = podRow('web');
    const waiting = podDetail('web', {
      containers: row.containers.map((c) => ({ ...c, id: null })),
    });
    expect(textOf(render(waiting))).toContain('The runtime has not created app on this node');
  });

  it('search and filters are in the address', () => {
    const markup = render(
      podDetail('web'),
      'tab=logs&q=error.*db&level=warn&stream=stderr&mode=history',
    );
    expect(markup).toContain('value="error.*db"');
    expect(markup).toContain('<option value="warn" selected="">');
    expect(markup).toContain('<option value="stderr" selected="">');
  });

  it('understands what the address asks for, and nothing else', () => {
    const wish = (search: string) => {
      const params = new URLSearchParams(search);
      return toWish((key) => params.get(key));
    };
    expect(wish('')).toMatchObject({ mode: 'follow', since: null, levels: null, attempt: null });
    expect(wish('at=0.a.1').mode).toBe('history');
    expect(wish('attempt=3')).toMatchObject({ mode: 'history', attempt: 3 });
    expect(wish('attempt=x&since=9y&level=loud&stream=tty')).toMatchObject(wish(''));
    expect(wish('level=error').levels).toEqual(['error', 'fatal']);
  });
});

describe('the status line', () => {
  const status = (part: Partial<typeof FIRST_STATE>) =>
    textOf(renderPage(<LogStatus state={{ ...FIRST_STATE, ...part }} controller={null} />));

  it('a search says how far it is and can be cancelled', () => {
    const progress = { readBytes: 3e9, totalBytes: 9e9, matches: 12, reached: AS_OF };
    expect(status({ phase: 'searching', progress })).toBe(
      'Searching … 12 found in 3.0 GB of 9.0 GB, back to 03:12:04 Cancel 0 lines here',
    );
  });

  it('says what gave way, why it ended, and offers to go on', () => {
    const items: LogItem[] = [LINE];
    const text = { ...append(EMPTY_TEXT, toRows(items)), cutBefore: 1_200 };
    expect(status({ phase: 'ended', sentence: 'Your login ended.', text })).toBe(
      'Your login ended. Again 1 line here, 1,200 older ones gave way',
    );
    expect(status({ phase: 'lost' })).toContain('Connection lost, trying again … Try now');
  });
});
