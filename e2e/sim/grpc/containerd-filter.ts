/** What containerd's filters may look at: "digest", "kind", "name", and labels by key. */
export type Filterable = (field: string) => string | undefined;

interface Selector {
  readonly field: string;
  readonly operator: string;
  readonly value: string;
}

/** field==value, field~="regular expression", joined by commas; label keys and values may stand in quotes. */
const SELECTOR =
  /^(?<field>labels\."[^"]+"|[a-z.]+)(?:(?<operator>==|~=|!=)(?<value>"[^"]*"|[^,]*))?(?:,|$)/;

function selectors(filter: string): readonly Selector[] {
  const found: Selector[] = [];
  let rest = filter;
  while (rest !== '') {
    const match = SELECTOR.exec(rest);
    if (match === null) throw new Error(`the simulator does not read the filter ${filter}`);
    const { field = '', operator = 'present', value = '' } = match.groups ?? {};
    found.push({ field, operator, value: value.replace(/^"|"$/g, '') });
    rest = rest.slice(match[0].length);
  }
  return found;
}

function fits({ field, operator, value }: Selector, read: Filterable): boolean {
  const found = read(field);
  if (found === undefined) return false;
  if (operator === '~=') return new RegExp(value).test(found);
  if (operator === '!=') return found !== value;
  return operator === 'present' || found === value;
}

/** True when one of the filters fits in all its parts, or there is none. */
export function fitsFilters(filters: readonly string[], read: Filterable): boolean {
  if (filters.length === 0) return true;
  return filters.some((filter) => selectors(filter).every((selector) => fits(selector, read)));
}
