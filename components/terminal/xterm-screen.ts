import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import type { Screen } from './terminal-state.ts';
import { readTheme, watchTheme } from './terminal-theme.ts';

/** 5,000 lines: some 10 MB at most, and more than anybody scrolls back; a log is read in Logs. */
const SCROLLBACK_LINES = 5_000;
/** 4.5:1, whatever colours a program chooses. */
const LEAST_CONTRAST = 4.5;

export interface ScreenHandlers {
  readonly typed: (data: string) => void;
  readonly typedBytes: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly resized: (columns: number, rows: number) => void;
  readonly search: () => void;
}

/** A terminal's screen in an element. */
export interface TerminalScreen extends Screen {
  focus(): void;
  /** Finds and shows the next place; false where there is none. */
  find(text: string, way: 'next' | 'previous'): boolean;
  endFind(): void;
  selection(): string;
  paste(text: string): void;
  setScreenReader(isOn: boolean): void;
  /** Whether what is typed arrives: a screen that takes nothing shows no cursor. */
  setLive(isLive: boolean): void;
  /** Output of a program without a terminal ends its lines with a line feed alone. */
  setPlain(isPlain: boolean): void;
  /** Everything that is on it, for copying. */
  allText(): string;
  close(): void;
}

/** Makes a screen; what a program prints changes nothing but the screen. */
export function openScreen(host: HTMLElement, on: ScreenHandlers): TerminalScreen {
  let isLive = true;
  const terminal = new Terminal({
    theme: readTheme(host, isLive),
    fontFamily: getComputedStyle(host).fontFamily,
    fontSize: 13,
    lineHeight: 1.2,
    scrollback: SCROLLBACK_LINES,
    minimumContrastRatio: LEAST_CONTRAST,
    // A link that a program prints would lead a person who is logged in here elsewhere.
    linkHandler: { activate: () => undefined },
    macOptionIsMeta: true,
  });
  const fit = new FitAddon();
  const search = new SearchAddon();
  terminal.loadAddon(fit);
  terminal.loadAddon(search);
  blockSideEffects(terminal);
  terminal.attachCustomKeyEventHandler((event) => isForTerminal(event, terminal, on.search));
  terminal.onData(on.typed);
  terminal.onBinary((data) => on.typedBytes(Uint8Array.from(data, (sign) => sign.charCodeAt(0))));
  terminal.onResize(({ cols, rows }) => on.resized(cols, rows));
  terminal.open(host);
  const stopFitting = keepFitting(host, fit);
  const showTheme = () => {
    terminal.options.theme = readTheme(host, isLive);
  };
  const stopTheme = watchTheme(showTheme);
  return {
    write: (bytes, shown) => terminal.write(bytes, shown),
    // In its own colours, so that it is not taken for output.
    note: (text) => terminal.write(`\r\n\u001b[0;2m[ ${text} ]\u001b[0m\r\n`),
    focus: () => terminal.focus(),
    find: (text, way) => (way === 'next' ? search.findNext(text) : search.findPrevious(text)),
    endFind: () => search.clearDecorations(),
    selection: () => terminal.getSelection(),
    paste: (text) => terminal.paste(text),
    setScreenReader: (isOn) => {
      terminal.options.screenReaderMode = isOn;
    },
    setLive: (isNow) => {
      isLive = isNow;
      terminal.options.disableStdin = !isLive;
      showTheme();
    },
    setPlain: (isPlain) => {
      terminal.options.convertEol = isPlain;
    },
    allText: () => textOf(terminal),
    close() {
      stopFitting();
      stopTheme();
      terminal.dispose();
    },
  };
}

/** Clipboard (52), links (8) and the like are not a program's to set in this page. */
function blockSideEffects(terminal: Terminal): void {
  for (const code of [0, 1, 2, 7, 8, 9, 50, 52, 133, 777, 1337]) {
    terminal.parser.registerOscHandler(code, () => true);
  }
}

/** Shift+Tab leaves, Ctrl+Shift+F searches, Ctrl+Shift+C copies; all else is the program's. */
function isForTerminal(event: KeyboardEvent, terminal: Terminal, search: () => void): boolean {
  if (event.key === 'Tab' && event.shiftKey) return false;
  if (!event.ctrlKey || !event.shiftKey || event.type !== 'keydown') return true;
  const key = event.key.toLowerCase();
  if (key === 'f') {
    event.preventDefault();
    search();
    return false;
  }
  if (key === 'c' && terminal.hasSelection()) {
    event.preventDefault();
    document.execCommand('copy');
    return false;
  }
  // The browser pastes, and the screen takes that.
  return key !== 'v';
}

/** The screen has as many columns and rows as fit, while it is seen. */
function keepFitting(host: HTMLElement, fit: FitAddon): () => void {
  const observer = new ResizeObserver(() => {
    if (host.clientWidth > 0 && host.clientHeight > 0) fit.fit();
  });
  observer.observe(host);
  return () => observer.disconnect();
}

function textOf(terminal: Terminal): string {
  const { active } = terminal.buffer;
  const lines: string[] = [];
  for (let index = 0; index < active.length; index++) {
    const line = active.getLine(index);
    if (line === undefined) continue;
    const text = line.translateToString(true);
    if (line.isWrapped && lines.length > 0) lines.push((lines.pop() ?? '') + text);
    else lines.push(text);
  }
  return lines.join('\n').trimEnd();
}
