import { rmSync } from 'node:fs';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { ImageService, RuntimeService } from '../../../server/cri/generated/runtime/v1/api_pb.js';
import type { SimNode } from '../model/node.ts';
import type { SimStreaming } from '../streaming/sim-streaming.ts';
import { ContainerEnds } from '../wire/container-ends.ts';
import { MainProcesses } from '../wire/main-processes.ts';
import { type RuntimeChanges, runtimeChanges } from '../wire/runtime-changes.ts';
import type { CallGate } from './call-gate.ts';
import { serveContainerd } from './containerd-services.ts';
import { imageService } from './image-service.ts';
import { type ListPadding, runtimeService } from './runtime-service.ts';
import { serve } from './serve.ts';

/** The runtime's socket: it can go away and come back with a new inode, as a restarted runtime's does. */
export class RuntimeServer {
  readonly socketPath: string;
  readonly #node: SimNode;
  readonly #gate: CallGate;
  readonly #padding: ListPadding;
  readonly #streaming: SimStreaming;
  readonly #mains: MainProcesses;
  /** What was asked for outlives a restart of the runtime. */
  readonly #changes: RuntimeChanges;
  readonly ends: ContainerEnds;
  #server: Server | null = null;

  constructor(
    socketPath: string,
    node: SimNode,
    parts: {
      readonly gate: CallGate;
      readonly padding: ListPadding;
      readonly streaming: SimStreaming;
    },
  ) {
    this.socketPath = socketPath;
    this.#node = node;
    this.#gate = parts.gate;
    this.#padding = parts.padding;
    this.#streaming = parts.streaming;
    this.#mains = new MainProcesses(node);
    this.ends = new ContainerEnds(node, this.#mains, parts.streaming.processes);
    this.#changes = runtimeChanges(node, this.#mains, this.ends);
  }

  async start(): Promise<void> {
    rmSync(this.socketPath, { force: true });
    const server = new Server();
    const { dress } = this.#node;
    const options = {
      gate: this.#gate,
      unimplemented: dress.unimplemented,
      refusalText: (rpc: string) =>
        // containerd 2.1 knows these two and says so.
        dress.runtimeVersion.startsWith('2.1') && METRIC_RPCS.has(rpc)
          ? `method ${rpc} not implemented`
          : null,
    };
    serve(
      server,
      RuntimeService,
      runtimeService(this.#node, {
        padding: this.#padding,
        streaming: this.#streaming,
        changes: this.#changes,
      }),
      options,
    );
    serve(server, ImageService, imageService(this.#node), options);
    if (dress.name === 'containerd') serveContainerd(server, this.#node, this.#gate);
    await new Promise<void>((resolve, reject) => {
      server.bindAsync(`unix:${this.socketPath}`, ServerCredentials.createInsecure(), (error) =>
        error === null ? resolve() : reject(error),
      );
    });
    await this.#streaming.server.start();
    this.#server = server;
  }

  stop(): void {
    this.#streaming.server.stop();
    this.#server?.forceShutdown();
    this.#server = null;
    rmSync(this.socketPath, { force: true });
  }

  /** Ends for good, with everything that was started through it. */
  close(): void {
    this.stop();
    this.#mains.endAll();
  }

  isRunning(): boolean {
    return this.#server !== null;
  }
}

const METRIC_RPCS = new Set(['ListMetricDescriptors', 'ListPodSandboxMetrics']);
