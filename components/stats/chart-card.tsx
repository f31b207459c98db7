import type { StatsSeries } from '../../server/contract/stats.ts';
import type { ChartKind } from './chart-kinds.ts';
import { type ChartRow, summarise, toChartRows, toMarks } from './chart-rows.ts';
import { formatMemory, numberOf } from './stat-words.ts';
import { StatsChart } from './stats-chart.tsx';

interface ChartCardProps {
  readonly kind: ChartKind;
  readonly series: StatsSeries;
  readonly fromMs: number;
  readonly toMs: number;
}

/** One chart with the figure of this moment; where nothing was ever measured, the reason instead. */
export function ChartCard({ kind, series, fromMs, toMs }: ChartCardProps) {
  const { missing, container } = series;
  const known = kind.lines.filter(
    ({ figure }) =>
      missing[figure] === undefined || series.figures[figure]?.some((value) => value !== null),
  );
  const reasons = new Set(kind.lines.map(({ figure }) => missing[figure]).filter(Boolean));
  const title = `chart-${kind.id}`;
  const rows = toChartRows(
    series,
    known.map(({ figure }) => figure),
    fromMs,
  );
  return (
    <section className="card stat-card" aria-labelledby={title}>
      <header>
        <h3 id={title}>
          {kind.title} {kind.note !== null && <span className="faint">{kind.note}</span>}
        </h3>
        <p className="stat-now">
          {known.map((line) => (
            <Now
              key={line.figure}
              kind={kind}
              line={line}
              series={series}
              hasName={known.length > 1}
            />
          ))}
        </p>
      </header>
      {known.length === 0 ? (
        <p className="stat-missing muted">{[...reasons].join('; ')}</p>
      ) : (
        <>
          <StatsChart
            rows={rows}
            lines={known}
            marks={toMarks(series, fromMs).filter(
              ({ label }) => kind.hasOomMarks || !label.includes('OOM'),
            )}
            fromMs={fromMs}
            toMs={toMs}
            format={kind.format}
            levels={container === null ? [] : kind.levels(container)}
            leastTop={kind.leastTop}
            isBinary={kind.format === formatMemory}
          />
          {known.map((line) => (
            <Summary key={line.figure} kind={kind} line={line} rows={rows} />
          ))}
        </>
      )}
    </section>
  );
}

interface SummaryProps {
  readonly kind: ChartKind;
  readonly line: ChartKind['lines'][number];
  readonly rows: readonly ChartRow[];
}

/** What the line shows, for who does not see it. */
function Summary({ kind, line, rows }: SummaryProps) {
  const summary = summarise(rows, line.figure);
  if (summary === null) return null;
  const { lowest, highest, gaps } = summary;
  return (
    <p
      className="only-screen-reader"
      data-figure={line.figure}
      data-highest={highest}
      data-gaps={gaps}
    >
      {`${line.label}: from ${kind.format(lowest)} to ${kind.format(highest)}`}
      {gaps > 0 && `, with ${gaps === 1 ? 'a gap' : `${gaps} gaps`}`}
    </p>
  );
}

interface NowProps {
  readonly kind: ChartKind;
  readonly line: ChartKind['lines'][number];
  readonly series: StatsSeries;
  readonly hasName: boolean;
}

function Now({ kind, line, series, hasName }: NowProps) {
  const sample = series.container?.latest ?? null;
  const value = sample === null ? null : numberOf(line.latest(sample));
  return (
    <span>
      {hasName && <i className="stat-swatch" style={{ background: line.color }} aria-hidden />}
      {hasName && <span className="muted">{line.label} </span>}
      <b className="num">{value === null ? '–' : kind.format(value)}</b>
    </span>
  );
}
