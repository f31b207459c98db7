import type { ITheme } from '@xterm/xterm';

const NAMES = [
  'black',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'white',
  'brightBlack',
  'brightRed',
  'brightGreen',
  'brightYellow',
  'brightBlue',
  'brightMagenta',
  'brightCyan',
  'brightWhite',
] as const satisfies readonly (keyof ITheme)[];

/**
 * The colours of the page as a terminal takes them: what the style sheet says now, in the theme that is shown. Where
 * nothing that is typed arrives no cursor asks for it.
 */
export function readTheme(host: HTMLElement, isLive: boolean): ITheme {
  const probe = document.createElement('span');
  host.append(probe);
  // A custom property is read as it was written; as a colour of an element it is resolved.
  const resolve = (name: string): string => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const ansi = Object.fromEntries(NAMES.map((name, index) => [name, resolve(`--ansi-${index}`)]));
  const theme: ITheme = {
    ...ansi,
    background: resolve('--panel'),
    foreground: resolve('--text'),
    cursor: isLive ? resolve('--accent') : '#00000000',
    cursorAccent: resolve(isLive ? '--panel' : '--text'),
    selectionBackground: resolve('--select'),
    selectionForeground: resolve('--text'),
    scrollbarSliderBackground: resolve('--line'),
    scrollbarSliderHoverBackground: resolve('--ghost'),
    scrollbarSliderActiveBackground: resolve('--ghost'),
  };
  probe.remove();
  return theme;
}

/** Calls when the theme may have changed: by the switch of this page, or by the system. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', onChange);
  };
}
