/** Carries a whole copy of the object with whatever secrets its env holds. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

interface Annotated {
  readonly annotations: Readonly<Record<string, string>>;
}

/** The same objects without the annotation that repeats the pod's whole specification, secrets included. */
export function withoutSecrets<T extends Annotated>(objects: readonly T[]): readonly T[] {
  return objects.map((object) => {
    if (!(LAST_APPLIED in object.annotations)) return object;
    const { [LAST_APPLIED]: _, ...annotations } = object.annotations;
    return { ...object, annotations };
  });
}
