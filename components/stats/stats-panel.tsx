'use client';
import { CircleSlash } from 'lucide-react';
import type { StatsSeries } from '../../server/contract/stats.ts';
import { usePodFocus } from '../data/pod-focus.tsx';
import { StateLink } from '../data/state-link.tsx';
import { useUrlState } from '../data/url-state.ts';
import { useStatsSeries } from '../data/use-stats.ts';
import { Picture } from '../ui/picture.tsx';
import { ChartCard } from './chart-card.tsx';
import { CHART_KINDS } from './chart-kinds.ts';
import { Measuring } from './measuring.tsx';
import { formatCores, formatMemory, numberOf } from './stat-words.ts';

const MINUTE_MS = 60_000;
const SPANS = [
  { id: '5m', label: '5 min', ms: 5 * MINUTE_MS },
  { id: '30m', label: '30 min', ms: 30 * MINUTE_MS },
] as const;

/** What the selected container uses, each second while it is looked at. */
export function StatsPanel() {
  const { pod, container } = usePodFocus();
  if (container === null || container.id === null || pod.source === 'history') {
    return (
      <Picture icon={CircleSlash} tone="idle" title="Nothing to measure">
        <p>{container?.name ?? 'The container'} is not there: the runtime has no record of it.</p>
      </Picture>
    );
  }
  return <ContainerStats key={container.id} id={container.id} name={container.name} />;
}

function ContainerStats({ id, name }: { id: string; name: string }) {
  const { data, error } = useStatsSeries(id);
  if (data === undefined && error !== null) {
    return (
      <Picture icon={CircleSlash} tone="fail" title="Not measured">
        <p>{error.message}</p>
      </Picture>
    );
  }
  if (data === undefined) return <Measuring />;
  return <Charts series={data} name={name} error={error} />;
}

interface ChartsProps {
  readonly series: StatsSeries;
  readonly name: string;
  readonly error: Error | null;
}

/** All charts on one time axis. */
export function Charts({ series, name, error }: ChartsProps) {
  const asked = useUrlState().get('span');
  const span = SPANS.find(({ id }) => id === asked) ?? SPANS[0];
  const toMs = series.at.at(-1) ?? Date.parse(series.asOf);
  const words = [
    ...(series.container === null
      ? [`the container ${name} has ended: these are its last figures`]
      : []),
    ...(error === null ? [] : [`not asked again: ${error.message}`]),
    ...series.gaps,
  ];
  return (
    <div className="stats">
      <div className="stat-bar">
        <nav className="segments" aria-label="How far back">
          {SPANS.map(({ id, label }) => (
            <StateLink
              key={id}
              change={{ span: id === SPANS[0].id ? null : id }}
              aria-current={id === span.id ? 'true' : undefined}
            >
              {label}
            </StateLink>
          ))}
        </nav>
        {series.container !== null && <Facts container={series.container} />}
      </div>
      {words.length > 0 && (
        <ul className="gaps muted">
          {words.map((word) => (
            <li key={word}>{word.charAt(0).toUpperCase() + word.slice(1)}</li>
          ))}
        </ul>
      )}
      <div className="stat-grid">
        {CHART_KINDS.map((kind) => (
          <ChartCard
            key={kind.id}
            kind={kind}
            series={series}
            fromMs={toMs - span.ms}
            toMs={toMs}
          />
        ))}
      </div>
    </div>
  );
}

function Facts({ container }: { container: NonNullable<StatsSeries['container']> }) {
  const { cpuRequestCores, cpuLimitCores, memoryRequestBytes, memoryLimitBytes, latest } =
    container;
  const layer = latest === null ? null : numberOf(latest.writableLayerBytes);
  const kills = latest === null ? null : numberOf(latest.oomKills);
  const cores = (value: number | null) => (value === null ? 'none' : formatCores(value));
  const bytes = (value: number | null) => (value === null ? 'none' : formatMemory(value));
  return (
    <dl className="stat-facts">
      <Fact
        name="CPU request / limit"
        value={`${cores(cpuRequestCores)} / ${cores(cpuLimitCores)}`}
      />
      <Fact
        name="memory request / limit"
        value={`${bytes(memoryRequestBytes)} / ${bytes(memoryLimitBytes)}`}
      />
      <Fact
        name="OOM kills"
        value={kills === null ? '–' : String(kills)}
        isBad={(kills ?? 0) > 0}
      />
      <Fact name="writable layer" value={layer === null ? '–' : formatMemory(layer)} />
      <Fact name="from" value={container.source} />
    </dl>
  );
}

function Fact({ name, value, isBad = false }: { name: string; value: string; isBad?: boolean }) {
  return (
    <div>
      <dt className="muted">{name}</dt>
      <dd className={isBad ? 'num tone-fail' : 'num'}>{value}</dd>
    </div>
  );
}
