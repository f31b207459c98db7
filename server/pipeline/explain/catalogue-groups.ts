/** Causes by group, each with the stages it was seen at, the usual one first. */
export type CatalogueGroups = Readonly<Record<string, Readonly<Record<string, string>>>>;
