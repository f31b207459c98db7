'use client';
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { utcClock } from '../ui/format.ts';
import { type ChartMark, type ChartRow, roundTop } from './chart-rows.ts';

/** As in stats.css: kept while nothing is drawn yet. */
const HEIGHT_PX = 168;
const AXIS_PX = 62;

export interface ChartLine {
  readonly figure: string;
  readonly label: string;
  readonly color: string;
}

export interface StatsChartProps {
  readonly rows: readonly ChartRow[];
  readonly lines: readonly ChartLine[];
  readonly marks: readonly ChartMark[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly format: (value: number) => string;
  /** A limit: the axis reaches it, so that the line shows how near it is. */
  readonly levels: readonly { readonly value: number; readonly label: string }[];
  /** The upper edge at least: so that noise about zero does not fill the chart. */
  readonly leastTop: number;
  /** Whether people count it in powers of two. */
  readonly isBinary: boolean;
}

const clock = (at: number): string => utcClock(new Date(at).toISOString());

/** Lines over time; gaps stay gaps. */
export function StatsChart({ rows, lines, marks, format, levels, ...span }: StatsChartProps) {
  const { fromMs, toMs, leastTop, isBinary } = span;
  const top = roundTop(
    Math.max(
      leastTop,
      ...rows.flatMap((row) => lines.map(({ figure }) => row[figure] ?? 0)),
      ...levels.map(({ value }) => value),
    ),
    isBinary,
  );
  return (
    <ResponsiveContainer width="100%" height={HEIGHT_PX}>
      <LineChart
        data={[...rows]}
        margin={{ top: 14, right: 12, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis
          dataKey="at"
          type="number"
          domain={[fromMs, toMs]}
          allowDataOverflow
          tickFormatter={clock}
          tickCount={5}
          minTickGap={40}
          tick={TICK}
          stroke="var(--line)"
        />
        <YAxis
          width={AXIS_PX}
          domain={[0, top]}
          ticks={[0, top / 4, top / 2, (top * 3) / 4, top]}
          interval={0}
          allowDataOverflow
          tickFormatter={format}
          tick={TICK}
          stroke="var(--line)"
        />
        <Tooltip
          isAnimationActive={false}
          labelFormatter={(at) => `${clock(Number(at))} UTC`}
          formatter={(value) => format(Number(value))}
          contentStyle={TOOLTIP}
          itemStyle={{ padding: 0 }}
        />
        {levels.map(({ value, label }) => (
          <ReferenceLine
            key={label}
            y={value}
            stroke="var(--fail)"
            strokeDasharray="5 4"
            label={{ value: label, position: 'insideTopLeft', fill: 'var(--fail)', fontSize: 11 }}
          />
        ))}
        {marks.map(({ at, label }) => (
          <ReferenceLine
            key={`${at} ${label}`}
            x={at}
            stroke="var(--run)"
            strokeDasharray="2 3"
            label={{ value: label, position: 'top', fill: 'var(--run)', fontSize: 11 }}
          />
        ))}
        {lines.map(({ figure, label, color }) => (
          <Line
            key={figure}
            dataKey={figure}
            name={label}
            stroke={color}
            strokeWidth={1.6}
            dot={false}
            isAnimationActive={false}
            connectNulls={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}

const TICK = { fill: 'var(--muted)', fontSize: 11 } as const;
const TOOLTIP = {
  padding: '6px 10px',
  fontSize: 12,
  color: 'var(--text)',
  background: 'var(--raise)',
  border: '1px solid var(--line)',
  borderRadius: 6,
} as const;
