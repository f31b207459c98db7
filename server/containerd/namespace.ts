/** The CRI plugin's namespace in containerd; docker's containers live in another one on the same daemon. */
export const CRI_NAMESPACE = 'k8s.io';

/** Metadata that containerd's own services ask for. */
export const NAMESPACE_METADATA = { 'containerd-namespace': CRI_NAMESPACE } as const;
