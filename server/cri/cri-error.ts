import { stripControl } from '../lib/strip-control.ts';

/** gRPC's status codes by number; the runtime's answers are told by name. */
const GRPC_CODES = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
] as const;
export type GrpcCode = (typeof GRPC_CODES)[number];

/** The name of a status code; an unknown number reads UNKNOWN. */
export function toGrpcCode(code: number): GrpcCode {
  return GRPC_CODES[code] ?? 'UNKNOWN';
}

/** A call to the runtime that gave no answer or a refusal. `details` is the runtime's text, control sequences stripped. */
export class CriError extends Error {
  override readonly name = 'CriError';
  readonly rpc: string;
  readonly grpcCode: GrpcCode;
  readonly details: string;

  constructor(rpc: string, grpcCode: GrpcCode, details: string) {
    const text = stripControl(details);
    super(`${rpc}: ${grpcCode}: ${text}`);
    this.rpc = rpc;
    this.grpcCode = grpcCode;
    this.details = text;
  }

  get isNotFound(): boolean {
    return this.grpcCode === 'NOT_FOUND';
  }

  /** No connection, a connection that broke, or a call refused because the runtime hangs. */
  get isUnavailable(): boolean {
    return this.grpcCode === 'UNAVAILABLE';
  }

  get isUnimplemented(): boolean {
    return this.grpcCode === 'UNIMPLEMENTED';
  }

  get isDeadline(): boolean {
    return this.grpcCode === 'DEADLINE_EXCEEDED';
  }

  /** The answer is larger than one of the two sides lets through. */
  get isTooLarge(): boolean {
    return this.grpcCode === 'RESOURCE_EXHAUSTED' && /larger than max/u.test(this.details);
  }
}
