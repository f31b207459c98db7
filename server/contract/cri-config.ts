/**
 * Configurations of sandboxes and containers in JSON with the field names of CRI's .proto files, as crictl takes them.
 * Values of environment variables are plain text, though newer releases of CRI call them bytes: it is the same on the wire.
 */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [field: string]: JsonValue;
}

/** One thing that is wrong with a configuration. */
export interface ConfigProblem {
  /** From the root: "sandbox_config.linux.security_context.privileged", "container_config.mounts[0].host_path". */
  readonly path: string;
  /** What is there, what is expected, and the field that was probably meant. */
  readonly message: string;
}

/** Checks a configuration against CRI's schema: its canonical form, or every wrong place, never with a value in its words. */
export type ReadConfig = (
  kind: 'sandbox' | 'container',
  value: unknown,
) =>
  | { readonly ok: true; readonly config: JsonObject }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };
