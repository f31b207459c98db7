import {
  create,
  type DescMessage,
  type DescMethod,
  type DescService,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import type {
  handleServerStreamingCall,
  handleUnaryCall,
  Server,
  ServiceDefinition,
  UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import { type CallGate, RpcFailure } from './call-gate.ts';

/** The server's end of a stream; `signal` aborts when the client leaves. */
export interface SimStream<O extends DescMessage> {
  write(message: MessageInitShape<O>): void;
  readonly signal: AbortSignal;
}

/** The server's end of a call with one answer. */
export interface SimCall {
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  /** When the client gives up, Unix ms; Infinity: never. */
  readonly deadlineAtMs: number;
}

type HandlerOf<M> = M extends {
  methodKind: 'unary';
  input: infer I extends DescMessage;
  output: infer O extends DescMessage;
}
  ? (request: MessageShape<I>, call: SimCall) => MessageInitShape<O> | Promise<MessageInitShape<O>>
  : M extends {
        methodKind: 'server_streaming';
        input: infer I extends DescMessage;
        output: infer O extends DescMessage;
      }
    ? /** Stays open until the returned promise settles. */
      (request: MessageShape<I>, stream: SimStream<O>) => Promise<void>
    : never;

/** Handlers by method name; what is missing answers UNIMPLEMENTED. */
export type Handlers<S extends DescService> = {
  readonly [K in keyof S['method']]?: HandlerOf<S['method'][K]>;
};

type AnyHandler = (request: unknown, end: SimCall | SimStream<DescMessage>) => unknown;

interface ServeOptions {
  readonly gate: CallGate;
  /** RPC names (as on the wire) that are refused though a handler exists. */
  readonly unimplemented: ReadonlySet<string>;
  /** The text of a refusal where it differs from grpc-go's own. */
  readonly refusalText?: (rpc: string) => string | null;
}

/** Adds a protobuf-es service to a grpc-js server. */
export function serve<S extends DescService>(
  server: Server,
  service: S,
  handlers: Handlers<S>,
  options: ServeOptions,
): void {
  const definition: Record<string, ServiceDefinition[string]> = {};
  const implementation: UntypedServiceImplementation = {};
  for (const method of service.methods) {
    definition[method.name] = {
      path: `/${service.typeName}/${method.name}`,
      requestStream: false,
      responseStream: method.methodKind === 'server_streaming',
      requestSerialize: (message) => Buffer.from(toBinary(method.input, message)),
      requestDeserialize: (bytes) => fromBinary(method.input, bytes),
      responseSerialize: (message) => Buffer.from(toBinary(method.output, message)),
      responseDeserialize: (bytes) => fromBinary(method.output, bytes),
    };
    const known = handlers[method.localName as keyof S['method']] as AnyHandler | undefined;
    const isServed = known !== undefined && !options.unimplemented.has(method.name);
    const handler = isServed ? known : refuse(service, method, options);
    implementation[method.name] =
      method.methodKind === 'server_streaming'
        ? streaming(method, handler, options.gate)
        : unary(method, handler, options.gate);
  }
  server.addService(definition, implementation);
}

/** As containerd and CRI-O (grpc-go) word it. */
function refuse(service: DescService, method: DescMethod, options: ServeOptions): AnyHandler {
  const text =
    options.refusalText?.(method.name) ??
    `unknown method ${method.name} for service ${service.typeName}`;
  return () => {
    throw new RpcFailure(status.UNIMPLEMENTED, text);
  };
}

function unary(
  method: DescMethod,
  handler: AnyHandler,
  gate: CallGate,
): handleUnaryCall<unknown, unknown> {
  return (call, callback) => {
    const leave = gate.enter(method.name);
    const controller = new AbortController();
    call.on('cancelled', () => {
      leave();
      controller.abort();
    });
    const deadlineAtMs = Number(call.getDeadline());
    gate
      .pass(method.name)
      .then(() => handler(call.request, { signal: controller.signal, deadlineAtMs }))
      .then(
        (message) => {
          leave();
          callback(null, create(method.output, message as never));
        },
        (error: unknown) => {
          leave();
          callback(toServiceError(error));
        },
      );
  };
}

function streaming(
  method: DescMethod,
  handler: AnyHandler,
  gate: CallGate,
): handleServerStreamingCall<unknown, unknown> {
  return (call) => {
    const leave = gate.enter(method.name);
    const controller = new AbortController();
    call.on('cancelled', () => {
      leave();
      controller.abort();
    });
    const stream: SimStream<DescMessage> = {
      signal: controller.signal,
      write(message) {
        // A hung runtime sends nothing more, on open streams neither.
        if (!controller.signal.aborted && !gate.isHung(method.name)) {
          call.write(create(method.output, message));
        }
      },
    };
    gate
      .pass(method.name)
      .then(() => handler(call.request, stream))
      .then(
        () => call.end(),
        (error: unknown) => call.emit('error', toServiceError(error)),
      )
      .finally(leave);
  };
}

function toServiceError(error: unknown): { code: status; details: string } {
  if (error instanceof RpcFailure) return { code: error.code, details: error.message };
  return { code: status.INTERNAL, details: `simulator: ${String(error)}` };
}
