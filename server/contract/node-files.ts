/** A directory below the pod log root: NAMESPACE_NAME_UID with one folder a container. */
export interface PodLogDirectory {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly path: string;
  readonly createdAtMs: number | null;
  /** Container folders with the attempts whose log files exist (rotated files do not count twice). */
  readonly containers: readonly { readonly name: string; readonly attempts: readonly number[] }[];
}

/** A file in kubelet's static pod directory. */
export interface StaticManifest {
  readonly path: string;
  /** As written in the file; kubelet appends "-<node>" to it. Null when the file cannot be read as a pod. */
  readonly namespace: string | null;
  readonly name: string | null;
  readonly containers: readonly {
    readonly name: string;
    readonly image: string;
    readonly isInit: boolean;
    /** As written; absent where the file leaves it to the default. */
    readonly imagePullPolicy?: string;
    /** Set where the file asks for one: then a container that runs need not be ready. */
    readonly hasReadinessProbe?: true;
  }[];
  /** Why the file gives no pod, null when it looks sound. */
  readonly error: string | null;
  readonly modifiedAtMs: number | null;
}
