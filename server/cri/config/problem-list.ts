import type { ConfigProblem } from '../../contract/cri-config.ts';

/** 20: more than anyone mends before trying again. */
const MAX_PROBLEMS = 20;

/** The wrong places of one configuration in their order; beyond the first twenty they are only counted. */
export class ProblemList {
  readonly #root: string;
  readonly #problems: ConfigProblem[] = [];
  #more = 0;

  constructor(root: string) {
    this.#root = root;
  }

  get isEmpty(): boolean {
    return this.#problems.length === 0;
  }

  /** The words are made only where they will be told: a text may have thousands of wrong places. */
  add(path: string, words: string | (() => string)): void {
    if (this.#problems.length >= MAX_PROBLEMS) {
      this.#more += 1;
      return;
    }
    this.#problems.push({ path, message: typeof words === 'string' ? words : words() });
  }

  toArray(): readonly ConfigProblem[] {
    if (this.#more === 0) return this.#problems;
    return [...this.#problems, { path: this.#root, message: `and ${this.#more} more` }];
  }
}
