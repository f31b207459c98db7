/**
 * A path as the browser asks for it: below the prefix that the pages were built for (--base-path). Links of next/link
 * bear it by themselves; what fetches, submits or is a plain anchor takes this. The bundler puts the variable's value in.
 */
export function withBase(path: string): string {
  return `${process.env['NEXT_PUBLIC_BASE_PATH'] ?? ''}${path}`;
}
