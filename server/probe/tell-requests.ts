import type { JsonObject } from '../contract/cri-config.ts';
import type { ProbeCall, RegistryAuth } from '../contract/probe.ts';
import type { ProbeRecord } from './probe-record.ts';

const WITHHELD = '[withheld]';

/** Writes into each step what is or will be sent, with the ids that are known by now and without secrets. */
export function tellRequests(parts: {
  readonly record: ProbeRecord;
  readonly auth: RegistryAuth | null;
  readonly redact: (request: JsonObject) => JsonObject;
}): void {
  const { record, auth, redact } = parts;
  const { image, runtimeHandler, sandboxConfig, containerConfig } = record.start.plan;
  const requests: Readonly<Record<ProbeCall, JsonObject | null>> = {
    RunPodSandbox: { config: sandboxConfig, runtime_handler: runtimeHandler },
    PullImage: {
      image: { image },
      ...(auth === null ? {} : { auth: WITHHELD }),
      sandbox_config: sandboxConfig,
    },
    CreateContainer: {
      pod_sandbox_id: record.sandboxId ?? '',
      config: containerConfig,
      sandbox_config: sandboxConfig,
    },
    StartContainer: { container_id: record.containerId ?? '' },
    Observe: null,
  };
  for (const step of record.steps) {
    const request = requests[step.call];
    step.request = request === null ? null : redact(request);
  }
}
