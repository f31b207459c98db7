'use client';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import type { LogRecord } from '../../server/contract/log-record.ts';
import { StateLink } from '../data/state-link.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { LineText } from './line-text.tsx';
import { clockOf } from './moment.ts';
import { parseLine, type StructuredLine } from './structured-line.ts';

/** What a person set in the toolbar. */
export interface LineLook {
  readonly hasTimes: boolean;
  /** JSON and key=value lines show their message, with their fields as chips. */
  readonly isLifted: boolean;
  readonly mark: RegExp | null;
}

interface LogLineProps {
  readonly record: LogRecord;
  readonly look: LineLook;
  readonly isSought: boolean;
  readonly isOpen: boolean;
  readonly onToggle: (offset: string) => void;
}

/** Chips beside a message; the rest is there when the line is folded out. */
const MAX_CHIPS = 6;
/** 2,000 characters of a line are shown; folded out, all of it. */
const MAX_SHOWN_CHARS = 2_000;

const parsed = new WeakMap<LogRecord, StructuredLine>();

function structured(record: LogRecord): StructuredLine {
  const known = parsed.get(record);
  if (known !== undefined) return known;
  const line = parseLine(record.text);
  parsed.set(record, line);
  return line;
}

/** One line: its place as a link, its time, its text; folded out, all of its fields. */
export const LogLine = memo(function LogLine(props: LogLineProps) {
  const { record, look, isSought } = props;
  const line = structured(record);
  const [clock, level] = [clockOf(record.time), line.level ?? undefined];
  return (
    <div className="log-line" data-level={level} data-sought={isSought || undefined}>
      <StateLink
        className="log-place"
        change={{ at: record.offset, mode: 'history' }}
        title={[record.time, `${record.stream} ${level ?? ''}`, 'Link to this line'].join('\n')}
        aria-label={`Link to the line of ${clock}${level === undefined ? '' : `, ${level}`}`}
      >
        {look.hasTimes && <time dateTime={record.time}>{clock}</time>}
      </StateLink>
      <span className="log-stream" title={record.stream}>
        {record.stream === 'stderr' ? 'err' : ''}
      </span>
      <LineBody {...props} line={line} />
    </div>
  );
});

function LineBody({
  record,
  look,
  line,
  isOpen,
  onToggle,
}: LogLineProps & { line: StructuredLine }) {
  const isLong = record.text.length > MAX_SHOWN_CHARS;
  const message = look.isLifted && line.message !== '' ? line.message : null;
  const isFoldable = isLong || (look.isLifted && (line.pretty !== null || line.fields.length > 0));
  return (
    <span className="log-text">
      {isFoldable && <Fold isOpen={isOpen} onClick={() => onToggle(record.offset)} />}
      <LineText text={(message ?? record.text).slice(0, MAX_SHOWN_CHARS)} mark={look.mark} />
      {message !== null && <Chips line={line} />}
      {isLong && !isOpen && <span className="faint"> … {record.text.length} characters</span>}
      {record.partial && (
        <span className="faint" title="Its end is not written yet, or it is longer than is shown">
          {' '}
          …
        </span>
      )}
      {isFoldable && isOpen && <Whole record={record} pretty={line.pretty} />}
    </span>
  );
}

function Fold({ isOpen, onClick }: { isOpen: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      className="log-fold"
      aria-expanded={isOpen}
      aria-label={isOpen ? 'Fold this line in' : 'Fold this line out'}
      onClick={onClick}
    >
      {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
    </button>
  );
}

function Chips({ line }: { line: StructuredLine }) {
  const shown = line.fields.slice(0, MAX_CHIPS);
  const rest = line.fields.length - shown.length;
  return (
    <>
      {shown.map(({ key, value }) => (
        <span key={key} className="log-chip">
          <span className="log-key">{key}</span>=<LineText text={value} mark={null} />
        </span>
      ))}
      {rest > 0 && <span className="log-chip faint">{rest} more</span>}
    </>
  );
}

function Whole({ record, pretty }: { record: LogRecord; pretty: string | null }) {
  return (
    <span className="log-whole">
      <span className="log-whole-text">
        <LineText text={pretty ?? record.text} mark={null} />
      </span>
      <CopyButton text={record.text} label="Copy this line as it was written" />
    </span>
  );
}
