import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  create,
  type DescMethod,
  type DescService,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import {
  type handleServerStreamingCall,
  type handleUnaryCall,
  Server,
  ServerCredentials,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';

/** What a handler of the scripted runtime sees of a call. */
export interface ServerCall {
  readonly signal: AbortSignal;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** When the client gives up, ms since 1970. */
  readonly deadlineAtMs: number;
}

/** A refusal with a status code, as a runtime gives it. */
export class Refusal extends Error {
  readonly code: number;
  constructor(code: keyof typeof status, message: string) {
    super(message);
    this.code = status[code];
  }
}

type Answer<M extends DescMethod> = MessageInitShape<M['output']>;
type Handler<M extends DescMethod> = M['methodKind'] extends 'server_streaming'
  ? (request: MessageShape<M['input']>, call: ServerCall) => AsyncIterable<Answer<M>>
  : (request: MessageShape<M['input']>, call: ServerCall) => Promise<Answer<M>> | Answer<M>;
type Handlers<S extends DescService> = {
  [K in keyof S['method']]?: Handler<S['method'][K]>;
};

interface Route {
  readonly method: DescMethod;
  readonly handle: (request: never, call: ServerCall) => unknown;
}

/**
 * A real gRPC server on a unix socket in a folder of its own, that answers what the test says and counts what it was
 * asked. It can be stopped and started again on the same path, as a daemon that restarts.
 */
export class ScriptedRuntime {
  readonly folder = mkdtempSync(join(tmpdir(), 'scripted-runtime-'));
  readonly path: string;
  /** Calls by name, in order. */
  readonly calls: string[] = [];
  /** Calls whose client went away, by name. */
  readonly cancelled: string[] = [];
  readonly #routes = new Map<string, Route>();
  #server: Server | null = null;

  constructor(name = 'runtime.sock') {
    // An absolute name stands for itself.
    this.path = resolve(this.folder, name);
  }

  /** Adds or replaces handlers; takes effect at the next start for calls that were not served before. */
  serve<S extends DescService>(
    service: S,
    handlers: Handlers<S>,
    serviceName = service.typeName,
  ): this {
    for (const [key, handle] of Object.entries(handlers)) {
      const method = service.method[key];
      if (method === undefined || handle === undefined) continue;
      this.#routes.set(`/${serviceName}/${method.name}`, {
        method,
        handle: handle as Route['handle'],
      });
    }
    return this;
  }

  async start(): Promise<this> {
    const server = new Server({ 'grpc.max_send_message_length': -1 });
    for (const [path, { method }] of this.#routes) this.#addRoute(server, path, method);
    await new Promise<void>((done, fail) => {
      server.bindAsync(`unix:${this.path}`, ServerCredentials.createInsecure(), (error) =>
        error ? fail(error) : done(),
      );
    });
    this.#server = server;
    return this;
  }

  /** Ends at once, as a killed daemon does; like one it leaves nothing that listens. */
  stop(): void {
    this.#server?.forceShutdown();
    this.#server = null;
  }

  async close(): Promise<void> {
    this.stop();
    rmSync(this.folder, { recursive: true, force: true });
    await Promise.resolve();
  }

  count(rpc: string): number {
    return this.calls.filter((name) => name === rpc).length;
  }

  #addRoute(server: Server, path: string, method: DescMethod): void {
    const isStream = method.methodKind === 'server_streaming';
    const definition = {
      path,
      requestStream: false,
      responseStream: isStream,
      requestSerialize: (value: Buffer) => value,
      requestDeserialize: (bytes: Buffer) => bytes,
      responseSerialize: (value: Buffer) => value,
      responseDeserialize: (bytes: Buffer) => bytes,
    };
    const implementation: UntypedServiceImplementation = {
      [method.name]: isStream ? this.#streamHandler(path) : this.#unaryHandler(path),
    };
    server.addService({ [method.name]: definition }, implementation);
  }

  #unaryHandler(path: string): handleUnaryCall<Buffer, Buffer> {
    return (call, callback) => {
      const { method, serverCall, run, finish } = this.#begin(path, call);
      const answer = async () => run(fromBinary(method.input, call.request), serverCall);
      answer()
        .finally(finish)
        .then(
          (value) => callback(null, encode(method, value)),
          (error: unknown) => callback(toStatus(error)),
        );
    };
  }

  #streamHandler(path: string): handleServerStreamingCall<Buffer, Buffer> {
    return (call) => {
      const { method, serverCall, run, finish } = this.#begin(path, call);
      const pump = async () => {
        const answers = run(fromBinary(method.input, call.request), serverCall);
        for await (const answer of answers as AsyncIterable<unknown>) {
          call.write(encode(method, answer));
        }
      };
      pump()
        .finally(finish)
        .then(
          () => call.end(),
          (error: unknown) => call.emit('error', toStatus(error)),
        );
    };
  }

  #begin(
    path: string,
    call: {
      on(event: 'cancelled', listener: () => void): unknown;
      getDeadline(): Date | number;
      metadata: { getMap(): object };
    },
  ) {
    const route = this.#routes.get(path);
    if (!route) throw new Error(`no route for ${path}`);
    const controller = new AbortController();
    this.calls.push(route.method.name);
    let isFinished = false;
    call.on('cancelled', () => {
      // Told of finished calls too.
      if (isFinished) return;
      this.cancelled.push(route.method.name);
      controller.abort();
    });
    const serverCall: ServerCall = {
      signal: controller.signal,
      metadata: { ...call.metadata.getMap() },
      deadlineAtMs: Number(call.getDeadline()),
    };
    return {
      method: route.method,
      serverCall,
      finish: () => {
        isFinished = true;
      },
      run: route.handle as (request: unknown, call: ServerCall) => unknown,
    };
  }
}

function encode(method: DescMethod, value: unknown): Buffer {
  return Buffer.from(
    toBinary(method.output, create(method.output, value as Record<string, unknown>)),
  );
}

function toStatus(error: unknown): Error & { code: number; details: string } {
  const code = error instanceof Refusal ? error.code : status.UNKNOWN;
  const details = error instanceof Error ? error.message : String(error);
  return Object.assign(new Error(details), { code, details });
}

/** Waits until the client goes away: a call that is never answered. */
export function never(call: ServerCall): Promise<never> {
  return new Promise((_, reject) => {
    call.signal.addEventListener('abort', () => reject(new Error('the client went away')));
  });
}
