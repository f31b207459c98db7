/** Hands a file to the browser to be saved under its name. */
export function saveFile({ name, blob }: { readonly name: string; readonly blob: Blob }): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The browser has taken hold of the file by then; without this it would stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
