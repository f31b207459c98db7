import type { LogLine } from '../contract/journal.ts';
import { quote, quoteKubeletLine } from './evidence.ts';
import { KUBELET_LINE_WINDOW_MS, recentLines, syncErrors } from './kubelet-lines.ts';
import type { Clue, ContainerView, PodView } from './pod-view.ts';

export type ProbeKind = 'Liveness' | 'Readiness' | 'Startup' | 'PostStart';

function isProbeLine(line: LogLine, kind: ProbeKind): boolean {
  if (kind === 'PostStart')
    return /PostStartHook|lifecycle hook/i.test(line.message) && !/PreStop/.test(line.text);
  // "Probe errored" is a probe that could not be asked at all: kubelet draws no conclusion from it.
  return /^Probe failed/.test(line.message) && line.fields['probeType'] === kind;
}

function textOf(line: LogLine): string {
  const { output, err, message } = line.fields as {
    output?: string;
    err?: string;
    message?: string;
  };
  return (output ?? err ?? message ?? line.message).trim();
}

function killMessage(line: LogLine, container: ContainerView, kind: ProbeKind): string | null {
  const text = line.fields['containerMessage'] ?? '';
  if (line.fields['containerName'] !== container.name) return null;
  return text.includes(`failed ${kind.toLowerCase()} probe`) ? text : null;
}

function clueIn(line: LogLine, container: ContainerView, kind: ProbeKind): Clue | null {
  const isOwn = line.fields['containerName'] === container.name;
  if (isOwn && isProbeLine(line, kind))
    return { text: textOf(line), evidence: quoteKubeletLine(line) };
  const kill = killMessage(line, container, kind);
  if (kill !== null) return { text: kill, evidence: quoteKubeletLine(line) };
  if (kind !== 'PostStart') return null;
  const error = syncErrors(line).find(
    (item) => item.reason === 'PostStartHookError' && item.container === container.name,
  );
  return error === undefined ? null : { text: error.text, evidence: quoteKubeletLine(line) };
}

/** The same from the API server's events, where kubelet's log cannot be read. */
function probeEvents(
  view: PodView,
  container: ContainerView,
  kind: ProbeKind,
  nowMs: number,
): readonly Clue[] {
  const clues: Clue[] = [];
  for (const event of view.facts.events) {
    if (event.container !== container.name) continue;
    if (nowMs - (event.lastAtMs ?? 0) > KUBELET_LINE_WINDOW_MS) continue;
    const isProbe =
      event.reason === 'Unhealthy' && event.message.startsWith(`${kind} probe failed`);
    const isHook = kind === 'PostStart' && event.reason === 'FailedPostStartHook';
    if (!isProbe && !isHook) continue;
    const text = event.message.replace(/^\w+ probe failed: /, '');
    const where = `GET /api/v1/events ${event.reason}`;
    clues.push({ text, evidence: quote('kube', where, event.lastAtMs, event.message) });
  }
  return clues.reverse().slice(0, 3);
}

/** kubelet's recent lines about a failing probe or hook of the container, newest first. */
export function probeFailures(
  view: PodView,
  container: ContainerView,
  kind: ProbeKind,
  nowMs: number,
): readonly Clue[] {
  if (!view.node.has['kubelet-log']) return probeEvents(view, container, kind, nowMs);
  const clues: Clue[] = [];
  for (const line of recentLines(view, nowMs)) {
    const clue = clueIn(line, container, kind);
    if (clue !== null) clues.push(clue);
  }
  // kubelet says "ready" once a probe succeeds again; only failures after it count.
  return clues.reverse().slice(0, 3);
}
