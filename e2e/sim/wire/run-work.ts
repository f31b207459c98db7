import { status } from '@grpc/grpc-js';
import type { Scheduler, Work } from '../engine/scheduler.ts';
import { RpcFailure } from '../grpc/call-gate.ts';
import type { SimRpcError } from '../model/objects.ts';
import type { CallResult } from '../runtime/sandbox-calls.ts';

const CODES: Readonly<Record<SimRpcError['code'], status>> = {
  Canceled: status.CANCELLED,
  Unknown: status.UNKNOWN,
  NotFound: status.NOT_FOUND,
  DeadlineExceeded: status.DEADLINE_EXCEEDED,
  FailedPrecondition: status.FAILED_PRECONDITION,
  Unavailable: status.UNAVAILABLE,
};

/** Does the work in the node's own time; resolves with what it returns. It goes on when nobody waits any more. */
export function runWork<T>(clock: Scheduler, work: Work<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    clock.spawn(settle(work, resolve, reject));
  });
}

function* settle<T>(
  work: Work<T>,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): Work {
  try {
    resolve(yield* work);
  } catch (error) {
    reject(error);
  }
}

/** What a call came to; throws its error as gRPC tells it. */
export function resultOf<T>(result: CallResult<T>): T {
  if (result.ok) return result.value;
  throw failure(result.error);
}

export function failure({ code, message }: SimRpcError): RpcFailure {
  return new RpcFailure(CODES[code], message);
}
