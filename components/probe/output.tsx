import type { Probe } from '../../server/contract/probe.ts';
import { TextFigure } from './text-figure.tsx';

/** The last lines that the container wrote; what went to stderr is marked by a word, too. */
export function Output({ lines }: { lines: Probe['output'] }) {
  if (lines.length === 0) return null;
  return (
    <TextFigure title="What the container wrote" text={lines.map(({ text }) => text).join('\n')}>
      {lines.map(({ stream, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
        <span key={index} className="output-line" data-stream={stream}>
          {stream === 'stderr' && <span className="tone-fail">stderr </span>}
          {text}
        </span>
      ))}
    </TextFigure>
  );
}
