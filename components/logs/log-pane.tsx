'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ClipboardEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { LogController } from './log-controller.ts';
import { type LineLook, LogLine } from './log-line.tsx';
import { LogNoticeRow } from './log-notice-row.tsx';
import { isFiltered, type LogState, type LogWish } from './log-state.ts';
import { countHeld, type LogRow } from './log-text.ts';
import { useLogScroll } from './use-log-scroll.ts';

/** As in logs.css. */
const ROW_PX = 20;
/** Room of what stands before the first line and behind the last. */
const EDGE_PX = 30;
const OVERSCAN_ROWS = 20;

interface LogPaneProps {
  readonly state: LogState;
  readonly wish: LogWish;
  readonly controller: LogController;
  readonly label: string;
  readonly look: LineLook;
  readonly isWrapped: boolean;
}

/** The lines. Only those in sight exist as elements. */
export function LogPane({ state, wish, controller, label, look, isWrapped }: LogPaneProps) {
  const pane = useRef<HTMLElement>(null);
  const { rows, isHolding } = state.text;
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (key: string) =>
      setOpen((old) =>
        old.has(key) ? new Set([...old].filter((one) => one !== key)) : new Set(old).add(key),
      ),
    [],
  );
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count: rows.length,
    getScrollElement: () => pane.current,
    estimateSize: () => ROW_PX,
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    overscan: OVERSCAN_ROWS,
    paddingStart: EDGE_PX,
    paddingEnd: EDGE_PX,
    // What is seen first is the end, mostly: rows of the beginning would be made for nothing.
    initialOffset: wish.at === null ? rows.length * ROW_PX : 0,
  });
  const isFollowing = wish.mode === 'follow';
  useLogScroll({
    pane,
    virtualizer,
    keys,
    isFollowing,
    isReading: isHolding,
    isSettled: state.phase === 'shown',
    soughtKey: wish.at === null ? null : (state.sought ?? wish.at),
    onReading: (isReading) => controller.setReading(isReading),
    onBegin: () => controller.loadOlder(),
    onEnd: () => controller.loadNewer(),
  });
  const onMouseUp = () => {
    // Text that is marked must not run away.
    if (isFollowing && window.getSelection()?.isCollapsed === false) controller.setReading(true);
  };
  return (
    <div className="log-frame">
      <section
        ref={pane}
        className="log-pane"
        data-wrapped={isWrapped || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        aria-label={label}
        onMouseUp={onMouseUp}
        onCopy={(event) => copyLines(event, rows)}
      >
        <div className="log-body" style={{ height: virtualizer.getTotalSize() }}>
          <Edge side="begin">
            <Begin state={state} wish={wish} controller={controller} />
          </Edge>
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <div
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                className="log-row"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {row.kind === 'notice' ? (
                  <LogNoticeRow notice={row.notice} />
                ) : (
                  <LogLine
                    record={row.record}
                    look={look}
                    isSought={row.key === state.sought}
                    isOpen={open.has(row.key)}
                    onToggle={toggle}
                  />
                )}
              </div>
            );
          })}
          <Edge side="end">
            <End state={state} wish={wish} controller={controller} />
          </Edge>
        </div>
      </section>
      {isHolding && <NewLines state={state} controller={controller} />}
    </div>
  );
}

function Edge({ side, children }: { side: 'begin' | 'end'; children: ReactNode }) {
  return (
    <div className="log-edge faint" data-side={side}>
      {children}
    </div>
  );
}

function Begin({ state, wish, controller }: Pick<LogPaneProps, 'state' | 'wish' | 'controller'>) {
  if (state.isPaging) return 'Reading …';
  if (state.older !== null) {
    return (
      <button type="button" className="button" onClick={() => controller.loadOlder()}>
        Show older lines
      </button>
    );
  }
  if (state.phase === 'loading' || state.phase === 'searching' || state.failure !== null)
    return null;
  const isPart = wish.at === null && (isFiltered(wish) || wish.since !== null);
  return isPart ? 'No line before these fits.' : 'Here the log begins.';
}

function End({ state, wish, controller }: Pick<LogPaneProps, 'state' | 'wish' | 'controller'>) {
  if (wish.mode === 'follow' || state.newer === null || state.phase !== 'shown') return null;
  return (
    <button type="button" className="button" onClick={() => controller.loadNewer()}>
      Show newer lines
    </button>
  );
}

function NewLines({ state, controller }: { state: LogState; controller: LogController }) {
  const count = countHeld(state.text);
  const words =
    count === 0 ? 'Paused' : `${count.toLocaleString('en')} new ${count === 1 ? 'line' : 'lines'}`;
  return (
    <button type="button" className="log-pill" onClick={() => controller.setReading(false)}>
      {words} – go to the end
    </button>
  );
}

/** Over several lines the raw text is copied, whatever is shown of it, and lines out of sight too. */
function copyLines(event: ClipboardEvent, rows: readonly LogRow[]): void {
  const selection = window.getSelection();
  if (selection === null || selection.isCollapsed) return;
  const [from, to] = [indexOf(selection.anchorNode), indexOf(selection.focusNode)];
  if (from === null || to === null || from === to) return;
  const chosen = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  event.clipboardData.setData('text/plain', toPlainText(chosen));
  event.preventDefault();
}

function indexOf(node: Node | null): number | null {
  const element = node instanceof Element ? node : node?.parentElement;
  const index = element?.closest('[data-index]')?.getAttribute('data-index');
  return index === null || index === undefined ? null : Number(index);
}

/** Lines as they were written; what happened between them as comments. */
export function toPlainText(rows: readonly LogRow[]): string {
  return rows
    .map((row) => (row.kind === 'line' ? row.record.text : `# ${row.notice.text}`))
    .join('\n');
}
