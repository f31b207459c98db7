/** Placeholder of the shape until the pipeline's own module lands. */
export interface PodView { readonly namespace: string; readonly name: string }
