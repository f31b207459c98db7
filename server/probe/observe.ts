import type { JsonObject } from '../contract/cri-config.ts';
import type { ContainerStatus } from '../contract/runtime-objects.ts';
import { CriError } from '../cri/cri-error.ts';
import { delay } from '../lib/abort.ts';
import type { CallContext } from './call-context.ts';
import type { ProbePlan } from './plan.ts';
import type { StepOutcome } from './step-outcome.ts';

/** Lines of output that are told: a screen of the reason why it ended. */
const MAX_LINES = 40;
/** What a program wrote last may reach the file after its end was noted. */
const LATE_OUTPUT_MS = 300;
const LOOK_DEADLINE_MS = 5_000;

/** Looks what becomes of the container after its start: it runs, or it ended, and what it wrote. */
export async function observe(context: CallContext): Promise<StepOutcome> {
  const { limits, signal } = context;
  const untilMs = performance.now() + limits.observeMs;
  for (;;) {
    const status = await look(context);
    if ('kind' in status) return status;
    const isOver = performance.now() >= untilMs;
    if (status.state === 'exited') {
      await readOutput(context, LATE_OUTPUT_MS);
      return ended(status);
    }
    if (isOver) {
      await readOutput(context, 0);
      const response = toResponse(status);
      if (status.state === 'running') {
        const seconds = (limits.observeMs / 1_000).toFixed(1);
        return { kind: 'ok', response, note: `It was started and still runs ${seconds} s later.` };
      }
      const text = `the runtime says that the container is ${status.state} after its start`;
      return {
        kind: 'failed',
        failure: { code: 'UNKNOWN', text, told: text },
        response,
        note: `The runtime says "${status.state}" of it.`,
      };
    }
    await delay(limits.observeEachMs, signal);
  }
}

async function look(context: CallContext): Promise<ContainerStatus | StepOutcome> {
  const { node, record, signal } = context;
  try {
    const options = { signal, deadlineMs: LOOK_DEADLINE_MS };
    return await node.cri.containers.status(record.containerId ?? '', options);
  } catch (error) {
    if (signal.aborted || !(error instanceof CriError)) throw error;
    const { grpcCode: code, details: text } = error;
    const told = `ContainerStatus from runtime service failed: rpc error: code = ${code} desc = ${text}`;
    const note = 'It was started, and then the runtime could not say what became of it.';
    return { kind: 'failed', failure: { code, text, told }, note };
  }
}

function ended(status: ContainerStatus): StepOutcome {
  const { exitCode, reason, message } = status;
  const response = toResponse(status);
  const ranMs =
    status.startedAtMs === null || status.finishedAtMs === null
      ? null
      : Math.max(0, status.finishedAtMs - status.startedAtMs);
  const after = ranMs === null ? '' : ` ${(ranMs / 1_000).toFixed(1)} s after its start`;
  const word = reason === '' ? '' : ` (${reason})`;
  const note = `It ended${after} with exit code ${exitCode}${word}.`;
  if (exitCode === 0) {
    return { kind: 'ok', response, note: `${note} Its command was done; that is no failure.` };
  }
  const text = `the container ended with exit code ${exitCode}${word}${message === '' ? '' : `: ${message}`}`;
  const told = `Last State: Terminated Reason: ${reason} Exit Code: ${exitCode} ${message}`.trim();
  return { kind: 'failed', failure: { code: reason || 'Error', text, told }, response, note };
}

function toResponse(status: ContainerStatus): JsonObject {
  const { state, exitCode, reason, message, startedAtMs, finishedAtMs } = status;
  const time = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());
  return {
    state,
    started_at: time(startedAtMs),
    ...(state === 'exited'
      ? { finished_at: time(finishedAtMs), exit_code: exitCode, reason, message }
      : {}),
  };
}

/** The last lines so far; where there are none yet, once more after `lateMs`. */
async function readOutput(context: CallContext, lateMs: number): Promise<void> {
  const { node, record, signal } = context;
  const path = logPathOf(record.start.plan);
  if (path === null) return;
  record.output = await node.folders.readTail(path, MAX_LINES);
  if (record.output.length > 0 || lateMs === 0) return;
  await delay(lateMs, signal);
  record.output = await node.folders.readTail(path, MAX_LINES);
}

function logPathOf({ sandboxConfig, containerConfig }: ProbePlan): string | null {
  const folder = sandboxConfig['log_directory'];
  const file = containerConfig['log_path'];
  return typeof folder === 'string' && typeof file === 'string' && folder !== '' && file !== ''
    ? `${folder.replace(/\/+$/, '')}/${file}`
    : null;
}
