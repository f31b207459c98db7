/** True when the text is on the clipboard. Over plain HTTP from another machine there is no clipboard API. */
export async function writeClipboard(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'only-screen-reader';
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}

/** As writeClipboard; rejects with a sentence where the browser does not let us. */
export async function copyText(text: string): Promise<void> {
  if (await writeClipboard(text)) return;
  throw new Error('The browser does not let this page write the clipboard.');
}
