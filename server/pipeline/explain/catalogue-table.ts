import type { CatalogueGroups } from './catalogue-groups.ts';
import { NODE_CATALOGUE } from './catalogue-node.ts';
import { POD_CATALOGUE } from './catalogue-pod.ts';

/**
 * Every cause by its group, with the stages it was seen at, the usual one first. "run" takes in everything after the
 * start, the container's end included.
 */
export const CATALOGUE: CatalogueGroups = { ...NODE_CATALOGUE, ...POD_CATALOGUE };
