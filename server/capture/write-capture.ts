import { Redactor } from '../report/redact.ts';
import { CAPTURE_FORMAT, CAPTURE_VERSION, type Capture, type CaptureHead } from './capture.ts';

/** Written by Kubernetes and the runtimes themselves; every other annotation is free text of a pod's owner. */
const KNOWN_ANNOTATION =
  /^(?:io\.kubernetes\.|kubernetes\.io\/|io\.cri-o\.|io\.container\.|org\.opencontainers\.)/;
const WITHHELD_VALUE = '[withheld]';

interface Annotated {
  readonly annotations: Readonly<Record<string, string>>;
}

function isAnnotated(value: unknown): value is Annotated {
  return typeof value === 'object' && value !== null && 'annotations' in value;
}

function withoutForeignAnnotations<T extends Annotated>(object: T, redactor: Redactor): T {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(object.annotations)) {
    kept[name] = KNOWN_ANNOTATION.test(name) ? value : WITHHELD_VALUE;
    if (kept[name] !== value) redactor.count('annotation value');
  }
  return { ...object, annotations: kept };
}

/** A part of the snapshot without secrets: sections and records of objects, texts in any depth. */
function redacted(part: unknown, redactor: Redactor): unknown {
  if (typeof part !== 'object' || part === null) return part;
  const { value } = part as { readonly value?: unknown };
  if (!Array.isArray(value)) return redactor.value(part);
  const list = value.map((item: unknown) =>
    redactor.value(isAnnotated(item) ? withoutForeignAnnotations(item, redactor) : item),
  );
  return { ...part, value: list };
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/**
 * The capture as JSON lines, part by part so that no more than one part is held as text. Secrets are left out; the last
 * line says what was withheld.
 */
export function* captureLines(capture: Omit<Capture, 'withheld'>): Generator<string, void, void> {
  const redactor = new Redactor();
  const { snapshot } = capture;
  const head: CaptureHead = {
    format: CAPTURE_FORMAT,
    version: CAPTURE_VERSION,
    madeAt: new Date(capture.madeAtMs).toISOString(),
    node: snapshot.nodeName,
  };
  yield line(head);
  for (const [name, part] of Object.entries(snapshot)) {
    yield line({ snapshot: name, value: redacted(part, redactor) });
  }
  for (const name of ['sources', 'endpoint', 'cost', 'stacks'] as const) {
    yield line({ facts: name, value: redactor.value(capture[name]) });
  }
  for (const pod of capture.remembered) yield line({ remembered: redactor.value(pod) });
  yield line({ end: true, withheld: redactor.withheld() });
}
