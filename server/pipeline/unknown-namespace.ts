/** The namespace of a pod of which no source tells it: no real one can bear this name. */
export const UNKNOWN_NAMESPACE = '(unknown)';
