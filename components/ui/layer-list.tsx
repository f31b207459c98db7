import { formatBytes } from './format.ts';
import { layerName } from './layer-name.ts';
import { ProgressBar } from './progress-bar.tsx';

/** One piece of something that is being loaded. */
export interface Layer {
  readonly digest: string;
  readonly state: 'waiting' | 'downloading' | 'done';
  readonly doneBytes: number;
  /** Null where nobody told. */
  readonly totalBytes: number | null;
}

/** More layers in flight than a runtime loads at once would only push the proof out of sight. */
const MAX_SHOWN = 8;

interface LayerListProps {
  readonly layers: readonly Layer[];
  /** How many more layers there are than the server tells. */
  readonly dropped: number;
}

/** Layer by layer: those that move are shown, those that are done or wait are folded. */
export function LayerList({ layers, dropped }: LayerListProps) {
  const moving = layers.filter(({ state }) => state === 'downloading');
  const shown = moving.slice(0, MAX_SHOWN);
  const waiting = layers.filter(({ state }) => state === 'waiting');
  const done = layers.filter(({ state }) => state === 'done');
  return (
    <div className="layers">
      <Layers layers={shown} />
      <Fold word="more in flight" layers={moving.slice(MAX_SHOWN)} />
      <Fold word="waiting" layers={waiting} />
      <Fold word="done" layers={done} />
      {dropped > 0 && <p className="muted">and {dropped} more layers that are not listed</p>}
    </div>
  );
}

function Fold({ word, layers }: { word: string; layers: readonly Layer[] }) {
  if (layers.length === 0) return null;
  const sum = layers.reduce((bytes, layer) => bytes + (layer.totalBytes ?? layer.doneBytes), 0);
  return (
    <details>
      <summary className="muted">
        {layers.length} {word}
        {sum > 0 && ` · ${formatBytes(sum)}`}
      </summary>
      <Layers layers={layers} />
    </details>
  );
}

const TONE = { waiting: 'idle', downloading: 'info', done: 'ok' } as const;

function Layers({ layers }: { layers: readonly Layer[] }) {
  return (
    <ul>
      {layers.map((layer) => (
        <li key={layer.digest} className="layer">
          <span className="mono muted" title={layer.digest}>
            {layerName(layer.digest)}
          </span>
          <ProgressBar
            label={`Layer ${layerName(layer.digest)}`}
            done={layer.state === 'done' ? 1 : layer.doneBytes}
            total={layer.state === 'done' ? 1 : layer.totalBytes}
            tone={TONE[layer.state]}
          />
          <span className="num layer-bytes">{bytesOf(layer)}</span>
        </li>
      ))}
    </ul>
  );
}

function bytesOf({ state, doneBytes, totalBytes }: Layer): string {
  const total = totalBytes === null ? '?' : formatBytes(totalBytes);
  if (state === 'waiting') return `waits · ${total}`;
  if (state === 'done') return formatBytes(totalBytes ?? doneBytes);
  return `${formatBytes(doneBytes)} of ${total}`;
}
