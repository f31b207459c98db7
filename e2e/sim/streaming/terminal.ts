/** The line discipline of a simulated terminal: echo, lines, Ctrl-C and Ctrl-D. Without one, input is plain lines. */
export class InputLines {
  readonly #isTerminal: boolean;
  readonly #echo: (text: string) => void;
  readonly #onInterrupt: () => void;
  readonly #lines: string[] = [];
  #partial = '';
  #isEnded = false;
  #waiting: ((line: string | null) => void) | null = null;

  constructor(options: {
    readonly isTerminal: boolean;
    readonly echo: (text: string) => void;
    readonly onInterrupt: () => void;
  }) {
    this.#isTerminal = options.isTerminal;
    this.#echo = options.echo;
    this.#onInterrupt = options.onInterrupt;
  }

  take(bytes: Buffer): void {
    for (const character of bytes.toString('utf8')) this.#takeOne(character);
  }

  end(): void {
    this.#isEnded = true;
    if (this.#partial !== '') this.#push(this.#partial);
    this.#wake();
  }

  next(): Promise<string | null> {
    return new Promise((resolve) => {
      this.#waiting = resolve;
      this.#wake();
    });
  }

  #takeOne(character: string): void {
    if (!this.#isTerminal) {
      if (character === '\n') this.#push(this.#partial);
      else this.#partial += character;
      return;
    }
    if (character === '\x03') {
      this.#partial = '';
      this.#echo('^C\r\n');
      this.#onInterrupt();
    } else if (character === '\x04') {
      if (this.#partial === '') this.end();
    } else if (character === '\r' || character === '\n') {
      this.#echo('\r\n');
      this.#push(this.#partial);
    } else {
      this.#partial += character;
      this.#echo(character);
    }
  }

  #push(line: string): void {
    this.#partial = '';
    this.#lines.push(line);
    this.#wake();
  }

  #wake(): void {
    const resolve = this.#waiting;
    const line = this.#lines[0];
    if (resolve === null || (line === undefined && !this.#isEnded)) return;
    this.#waiting = null;
    if (line !== undefined) this.#lines.shift();
    resolve(line ?? null);
  }
}
