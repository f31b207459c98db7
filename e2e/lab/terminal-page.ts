import { expect, type Page } from '@playwright/test';
import { pagePaths } from '../../server/contract/paths.ts';
import { OPERATOR, POD } from './stream-node.ts';

/** The rows of the terminal that are seen. */
export const screen = (page: Page) => page.locator('.xterm-rows');
export const card = (page: Page) => page.locator('.terminal-card');
export const note = (page: Page) => page.locator('.terminal-note');

/** Logs in at this address and opens a shell in the pod of the streams. */
export async function openShell(page: Page, origin: string): Promise<void> {
  const path = `${pagePaths.pod(POD.namespace, POD.name)}?tab=exec`;
  await page.goto(`${origin}${pagePaths.login(path)}&token=${OPERATOR}`);
  await page.getByRole('button', { name: 'Open a shell' }).click();
  await expect(screen(page)).toContainText('/ #');
}

/** Everything that the terminal holds, as a person copies it. */
export async function copied(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Copy what is marked/ }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Presses Ctrl-C and resolves when the last row is a prompt, with the time from the key to it by the page's clock, ms. */
export async function interruptAndWait(page: Page): Promise<number> {
  // There before the key is: a busy page takes keys first.
  const prompted = await page.evaluateHandle(() => ({
    when: new Promise<number>((resolve) => {
      let pressedAtMs = 0;
      const isPrompt = (): boolean => {
        const rows = [...document.querySelectorAll('.xterm-rows > div')];
        const text = rows.map((row) => row.textContent ?? '').join('\n');
        return text.replaceAll('\u00a0', ' ').trimEnd().endsWith('/ #');
      };
      document.addEventListener(
        'keydown',
        (event) => {
          if (event.key === 'c' && event.ctrlKey) pressedAtMs = event.timeStamp;
        },
        { capture: true },
      );
      const look = (): void => {
        if (pressedAtMs > 0 && isPrompt()) resolve(performance.now() - pressedAtMs);
        else requestAnimationFrame(look);
      };
      look();
    }),
  }));
  await page.keyboard.press('Control+c');
  return prompted.evaluate(({ when }) => when);
}
