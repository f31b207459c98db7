import type { Evidence } from '../contract/evidence.ts';
import type { LogLine } from '../contract/journal.ts';
import type { KubeEvent } from '../contract/kube-facts.ts';
import type { Stage } from '../contract/stage.ts';
import { eventError, eventLine } from './event-errors.ts';
import { quote, quoteKubeletLine } from './evidence.ts';
import type { Clue, PodView } from './pod-view.ts';

/** 6 min: kubelet's longest wait between two tries is five minutes. */
export const KUBELET_LINE_WINDOW_MS = 6 * 60_000;

/** The lines about the pod that are recent enough to describe its present, oldest first. */
export function recentLines(view: PodView, nowMs: number): readonly LogLine[] {
  const fromMs = nowMs - KUBELET_LINE_WINDOW_MS;
  return view.kubeletLog.filter((line) => line.atMs === null || line.atMs >= fromMs);
}

/** What kubelet could not do for a pod or container, in its own words. */
export interface SyncError {
  readonly stage: Stage;
  /** Null for errors of the whole pod. */
  readonly container: string | null;
  readonly reason: string;
  readonly text: string;
  readonly line: LogLine;
  /** Set where the API server's events tell it instead of kubelet's log. */
  readonly event?: KubeEvent;
}

const STAGE_OF_REASON: Readonly<Record<string, Stage>> = {
  CreatePodSandboxError: 'sandbox',
  ConfigPodSandboxError: 'sandbox',
  ErrImagePull: 'pull',
  ImagePullBackOff: 'pull',
  ImageInspectError: 'pull',
  ErrImageNeverPull: 'pull',
  InvalidImageName: 'pull',
  RegistryUnavailable: 'pull',
  SignatureValidationFailed: 'pull',
  CreateContainerConfigError: 'create',
  CreateContainerError: 'create',
  PreCreateHookError: 'create',
  RunContainerError: 'start',
  PreStartHookError: 'start',
  PostStartHookError: 'run',
  CrashLoopBackOff: 'run',
  RunInitContainerError: 'run',
  KillPodSandboxError: 'teardown',
  KillContainerError: 'teardown',
};

/** The stage before or at which a waiting reason of kubelet stands; null for words that mean "under way". */
export function stageOfReason(reason: string): Stage | null {
  return STAGE_OF_REASON[reason] ?? null;
}

const FAILED_STEP = /failed to "(\w+)" for "([^"]*)" with (\w+): "((?:[^"\\]|\\.)*)/g;
const VOLUME_FAILURE =
  /\b(?:MountVolume|AttachVolume|UnmountVolume|UnmountDevice|DetachVolume|UnmapVolume|WaitForAttach|MapVolume|VerifyControllerAttachedVolume)\.?\w* failed\b[\s\S]*/;

/** Volume operations of a pod that leaves. */
const WAY_DOWN = /^(?:UnmountVolume|UnmountDevice|DetachVolume|UnmapVolume)/;

function unescapeOnce(text: string): string {
  return text.replace(/\\(["\\nt])/g, (_, char: string) =>
    char === 'n' ? '\n' : char === 't' ? '\t' : char,
  );
}

function stepErrors(err: string, line: LogLine): SyncError[] {
  const errors: SyncError[] = [];
  for (const [, step = '', subject = '', reason = '', text = ''] of err.matchAll(FAILED_STEP)) {
    errors.push({
      stage: STAGE_OF_REASON[reason] ?? 'kubelet',
      container: step === 'StartContainer' || step === 'KillContainer' ? subject : null,
      reason,
      text: unescapeOnce(text),
      line,
    });
  }
  return errors;
}

const errorsByLine = new WeakMap<LogLine, readonly SyncError[]>();

/** The failures that one line of kubelet's log tells; empty for every other line. */
export function syncErrors(line: LogLine): readonly SyncError[] {
  const known = errorsByLine.get(line);
  if (known !== undefined) return known;
  const errors = readSyncErrors(line);
  errorsByLine.set(line, errors);
  return errors;
}

function readSyncErrors(line: LogLine): readonly SyncError[] {
  const volume = VOLUME_FAILURE.exec(line.message.includes('Volume') ? line.message : line.text);
  if (line.level !== 'info' && volume !== null) {
    const text = line.message.includes('Volume') ? volume[0] : unescapeOnce(volume[0]);
    const stage = WAY_DOWN.test(text) ? 'teardown' : 'kubelet';
    return [{ stage, container: null, reason: 'VolumeError', text, line }];
  }
  const err = line.fields['err'];
  if (err === undefined || !/^Error syncing pod/.test(line.message)) return [];
  const steps = stepErrors(err, line);
  if (steps.length > 0) return steps;
  return [{ stage: 'kubelet', container: null, reason: 'SyncError', text: err, line }];
}

/** The newest failure of a stage (and container) within the recent lines; null when kubelet tells none. */
export function lastSyncError(
  view: PodView,
  nowMs: number,
  wanted: (error: SyncError) => boolean,
): SyncError | null {
  const lines = recentLines(view, nowMs);
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index];
    const found = line === undefined ? undefined : syncErrors(line).find(wanted);
    if (found !== undefined) return found;
  }
  return lastEventError(view, nowMs, wanted);
}

const errorsByEvent = new WeakMap<KubeEvent, SyncError>();

/** The failure an event tells, in the form of one of kubelet's lines; null for every other event. */
export function errorOfEvent(event: KubeEvent): SyncError | null {
  const known = errorsByEvent.get(event);
  if (known !== undefined) return known;
  const told = eventError(event);
  if (told === null) return null;
  const error: SyncError = {
    ...told,
    container: null,
    text: event.message,
    line: eventLine(event),
    event,
  };
  errorsByEvent.set(event, error);
  return error;
}

function lastEventError(
  view: PodView,
  nowMs: number,
  wanted: (error: SyncError) => boolean,
): SyncError | null {
  const { events } = view.facts;
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const event = events[index];
    if (event === undefined || nowMs - (event.lastAtMs ?? 0) > KUBELET_LINE_WINDOW_MS) continue;
    const error = errorOfEvent(event);
    if (error !== null && wanted(error)) return error;
  }
  return null;
}

/** A failure in kubelet's words, quoted from its log or from the event that repeats it. */
export function quoteError({ line, event }: SyncError): Evidence {
  if (event === undefined) return quoteKubeletLine(line);
  return quote('kube', line.where, line.atMs, `${event.reason}: ${event.message}`);
}

/** A failure in kubelet's words as a clue. */
export function clueOf(error: SyncError): Clue {
  return { text: error.text, evidence: quoteError(error) };
}
