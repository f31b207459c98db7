/** The parts of a command between |, ;, && and ||, outside of quotes. */
function parts(command: string): string[] {
  const found: string[] = [];
  let part = '';
  let quote: string | null = null;
  for (let at = 0; at < command.length; at += 1) {
    const char = command[at] ?? '';
    if (quote !== null) {
      if (char === quote) quote = null;
      part += char;
    } else if (char === "'" || char === '"') {
      quote = char;
      part += char;
    } else if (char === '|' || char === ';' || char === '&') {
      found.push(part);
      part = '';
    } else part += char;
  }
  found.push(part);
  return found.map((item) => item.trim()).filter((item) => item !== '');
}

/** The programs that a command starts, as far as they stand at the begin of a part. */
export function commandWords(command: string): string[] {
  const [code = ''] = command.split('  # ');
  return parts(code).map((part) => part.replace(/^(?:do|then) /, '').split(/[\s=]/)[0] ?? '');
}

const PLACE = /^\{[a-z]\w*\}/;
/** The words that tables of checks write for names. */
export const NAME_WORD =
  /^(?:NAMESPACE|POD|CONTAINER|CONTAINER_ID|SANDBOX_ID|IMAGE|REGISTRY|NODE|POD_UID)\b/;

/** Places like {pod}, or what else is given, that stand within quotes. */
export function placesInQuotes(command: string, pattern = PLACE): string[] {
  const found: string[] = [];
  let quote: string | null = null;
  for (let at = 0; at < command.length; at += 1) {
    const char = command[at] ?? '';
    if (quote === null && (char === "'" || char === '"')) quote = char;
    else if (char === quote) quote = null;
    const place = pattern.exec(command.slice(at))?.[0];
    const isWordsBegin = !/[A-Z_]/.test(command[at - 1] ?? '');
    if (quote !== null && place !== undefined && isWordsBegin) found.push(`${place} in ${command}`);
  }
  return found;
}
