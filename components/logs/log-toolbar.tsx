'use client';
import { Braces, Clock, Download, WrapText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LogAttempt } from '../../server/contract/log-record.ts';
import { withBase } from '../data/base-path.ts';
import { type LogPlace, rawLogPath } from '../data/log-source.ts';
import { StateLink } from '../data/state-link.tsx';
import { useUrlState } from '../data/url-state.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatBytes } from '../ui/format.ts';
import { useKeys } from '../ui/use-keys.ts';
import { LogGoTo } from './log-go-to.tsx';
import { LogSearch } from './log-search.tsx';
import type { LogWish } from './log-state.ts';
import { WINDOWS } from './log-wish.ts';
import type { LogSettings } from './use-log-settings.ts';

interface LogToolbarProps {
  readonly wish: LogWish;
  readonly settings: LogSettings;
  readonly attempts: readonly LogAttempt[];
  readonly place: LogPlace;
  readonly onCopy: () => string;
}

/** What is read, from when on, what is looked for, and how it looks. */
export function LogToolbar({ wish, settings, attempts, place, onCopy }: LogToolbarProps) {
  const url = useUrlState();
  const isFollowing = wish.mode === 'follow';
  const toMode = { mode: isFollowing ? 'history' : null, attempt: null, at: null };
  useKeys({
    f: () => url.set(toMode),
    w: () => settings.setWrapped(!settings.isWrapped),
    ...Object.fromEntries(
      WINDOWS.map(({ key, since }) => [key, () => url.set({ since, at: null })]),
    ),
  });
  return (
    <div className="log-toolbar">
      <div className="log-bar">
        <nav className="segments" aria-label="Follow or history">
          <Segment
            change={{ mode: null, attempt: null, at: null }}
            isOn={isFollowing}
            tip="Follow (f)"
          >
            Follow
          </Segment>
          <Segment change={{ mode: 'history' }} isOn={!isFollowing} tip="History (f)">
            History
          </Segment>
        </nav>
        <nav className="segments" aria-label="How far back">
          {WINDOWS.map(({ key, since, label }) => (
            <Segment
              key={key}
              change={{ since, at: null }}
              isOn={wish.since === since && wish.at === null}
              tip={`${label} back (${key})`}
            >
              {label}
            </Segment>
          ))}
        </nav>
        <LogGoTo wish={wish} />
        <Attempts wish={wish} attempts={attempts} />
        <span className="log-tools">
          <Switch
            isOn={settings.isWrapped}
            onSwitch={settings.setWrapped}
            label="Wrap long lines"
            keys="w"
          >
            <WrapText aria-hidden />
          </Switch>
          <Switch isOn={settings.hasTimes} onSwitch={settings.setTimes} label="Times">
            <Clock aria-hidden />
          </Switch>
          <Switch
            isOn={settings.isLifted}
            onSwitch={settings.setLifted}
            label="JSON fields as chips"
          >
            <Braces aria-hidden />
          </Switch>
          {place.kind === 'id' && (
            <CopyButton
              text={`crictl logs ${isFollowing ? '-f ' : ''}--tail 1000 ${place.id}`}
              label="Copy the same as a command for the node"
            >
              crictl
            </CopyButton>
          )}
          <CopyButton text={onCopy} label="Copy the lines that are here, as written" />
          <a
            className="icon-button"
            href={withBase(rawLogPath(place, wish.attempt))}
            download
            aria-label="Download the log as it is"
            data-tip="Download the log as it is"
          >
            <Download aria-hidden />
          </a>
        </span>
      </div>
      <LogSearch wish={wish} />
    </div>
  );
}

interface SegmentProps {
  readonly change: Readonly<Record<string, string | null>>;
  readonly isOn: boolean;
  readonly tip: string;
  readonly children: string;
}

function Segment({ change, isOn, tip, children }: SegmentProps) {
  return (
    <StateLink change={change} aria-current={isOn ? 'true' : undefined} title={tip}>
      {children}
    </StateLink>
  );
}

interface SwitchProps {
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly label: string;
  readonly keys?: string;
  readonly children: ReactNode;
}

function Switch({ isOn, onSwitch, label, keys, children }: SwitchProps) {
  return (
    <button
      type="button"
      className="icon-button toggle needs-script"
      aria-pressed={isOn}
      aria-label={label}
      data-tip={`${label}: ${isOn ? 'on' : 'off'}${keys === undefined ? '' : ` (${keys})`}`}
      onClick={() => onSwitch(!isOn)}
    >
      {children}
    </button>
  );
}

function Attempts({ wish, attempts }: { wish: LogWish; attempts: readonly LogAttempt[] }) {
  const url = useUrlState();
  const newest = attempts[0]?.attempt;
  return (
    <select
      className="select"
      aria-label="Attempt"
      value={wish.attempt ?? ''}
      disabled={attempts.length === 0}
      onChange={({ target }) => url.set({ attempt: target.value, at: null })}
    >
      <option value="">newest attempt</option>
      {attempts.map(({ attempt, sizeBytes, containerId, rotatedFiles }) => (
        <option key={attempt} value={attempt}>
          {`attempt ${attempt} · ${formatBytes(sizeBytes)}`}
          {rotatedFiles > 0 && ` in ${rotatedFiles + 1} files`}
          {containerId === null && attempt !== newest && ' · removed, still on disk'}
        </option>
      ))}
    </select>
  );
}
