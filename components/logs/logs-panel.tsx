'use client';
import { FileClock } from 'lucide-react';
import { useMemo } from 'react';
import type { ContainerRow, PodDetail } from '../../server/contract/pod.ts';
import { type LogPlace, type LogSource, logSource } from '../data/log-source.ts';
import { usePodFocus } from '../data/pod-focus.tsx';
import { useUrlState } from '../data/url-state.ts';
import { useLogAttempts } from '../data/use-log-attempts.ts';
import { Picture } from '../ui/picture.tsx';
import { toMark } from './line-text.tsx';
import { LogNone, LogRoom } from './log-none.tsx';
import { LogPane, toPlainText } from './log-pane.tsx';
import type { LogWish } from './log-state.ts';
import { LogStatus } from './log-status.tsx';
import { LogToolbar } from './log-toolbar.tsx';
import { toWish } from './log-wish.ts';
import { useLog } from './use-log.ts';
import { useLogSettings } from './use-log-settings.ts';

/** The log of the selected container. */
export function LogsPanel({ source = logSource }: { source?: LogSource }) {
  const { pod, container } = usePodFocus();
  const place = container === null ? null : placeOf(pod, container);
  if (container === null || place === null) return <NoLogYet container={container} />;
  const log = `${pod.namespace}/${pod.name}/${pod.uid ?? ''}/${container.name}`;
  return <Log key={log} log={log} name={container.name} place={place} source={source} />;
}

/** Of a pod that is gone the files are found by their names, as long as they are there. */
function placeOf(pod: PodDetail, container: ContainerRow): LogPlace | null {
  const { namespace, name, uid } = pod;
  if (pod.source === 'history') {
    return { kind: 'names', namespace, name, uid, container: container.name };
  }
  return container.id === null ? null : { kind: 'id', id: container.id };
}

/** It is taken up without a click: the page's own stream tells when the container is there. */
function NoLogYet({ container }: { container: ContainerRow | null }) {
  const name = container === null ? 'its container' : container.name;
  return (
    <LogRoom>
      <Picture icon={FileClock} tone="info" title="No log yet">
        <p>
          The runtime has not created {name} on this node. Its log is followed here as soon as it is
          there.
        </p>
      </Picture>
    </LogRoom>
  );
}

interface LogProps {
  readonly name: string;
  readonly log: string;
  readonly place: LogPlace;
  readonly source: LogSource;
}

function Log({ name, log, place, source }: LogProps) {
  const url = useUrlState();
  const asked = toWish(url.get);
  // A container that is gone writes no more.
  const wish: LogWish = place.kind === 'names' ? { ...asked, mode: 'history' } : asked;
  const settings = useLogSettings();
  const attempts = useLogAttempts(source, place);
  const { state, controller } = useLog(source, wish, { log, place });
  const { hasTimes, isLifted } = settings;
  const look = useMemo(
    () => ({ hasTimes, isLifted, mark: toMark(wish.q, wish.isInverted) }),
    [hasTimes, isLifted, wish.q, wish.isInverted],
  );
  return (
    <div className="logs">
      <LogToolbar
        wish={wish}
        settings={settings}
        attempts={attempts}
        place={place}
        onCopy={() => toPlainText(state.text.rows)}
      />
      <LogStatus state={state} controller={controller} />
      {controller === null || state.text.rows.length === 0 ? (
        <LogNone state={state} wish={wish} name={name} />
      ) : (
        <LogPane
          state={state}
          wish={wish}
          controller={controller}
          label={`Log of ${name}`}
          look={look}
          isWrapped={settings.isWrapped}
        />
      )}
    </div>
  );
}
