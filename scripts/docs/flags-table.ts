import type { Flag } from '../../server/flags.ts';

const BEGIN = '<!-- flags: made by npm run gen:flags -->';
const END = '<!-- /flags -->';

/** A Markdown table of the server's flags. */
function flagsTable(flags: readonly Flag[]): string {
  const rows = flags.map((flag) => {
    const value = flag.value === null ? '' : ` ${flag.value.replaceAll('|', '\\|')}`;
    const fallback = flag.fallback === null ? '' : `\`${flag.fallback}\``;
    const more = flag.isList ? ' (may be repeated)' : '';
    return `| \`--${flag.name}${value}\` | ${fallback} | ${flag.help}${more} |`;
  });
  return ['| flag | default | what |', '|---|---|---|', ...rows].join('\n');
}

/** The document with the table between its two marks replaced; throws when the marks are missing. */
export function withFlagsTable(document: string, flags: readonly Flag[]): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`the document lacks ${BEGIN} … ${END}`);
  const before = document.slice(0, begin + BEGIN.length);
  return `${before}\n\n${flagsTable(flags)}\n\n${document.slice(end)}`;
}
