import { callError } from '../cri-client.ts';

/** gRPC's codes by number, as Go prints them. */
const CODES = [
  'OK',
  'Canceled',
  'Unknown',
  'InvalidArgument',
  'DeadlineExceeded',
  'NotFound',
  'AlreadyExists',
  'PermissionDenied',
  'ResourceExhausted',
  'FailedPrecondition',
  'Aborted',
  'OutOfRange',
  'Unimplemented',
  'Internal',
  'Unavailable',
  'DataLoss',
  'Unauthenticated',
];

export interface CallWords {
  /** As in log lines: always with the gRPC prefix. */
  readonly logged: string;
  /** As in a waiting message: the prefix is dropped for code Unknown. */
  readonly shown: string;
  /** The text alone. */
  readonly plain: string;
}

/** How kubelet repeats what a failed CRI call said. */
export function callWords(error: unknown): CallWords {
  const { code, message } = callError(error);
  const logged = `rpc error: code = ${CODES[code] ?? code} desc = ${message}`;
  return { logged, shown: code === 2 ? message : logged, plain: message };
}
