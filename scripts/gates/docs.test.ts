import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What the documents name must exist: a guide to files that moved is worse than none. */

const GUIDES = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'proto/README.md',
  'e2e/sim/README.md',
  'e2e/lab/README.md',
  'docs/streams.md',
  'docs/port-forward.md',
];
const adrs = readdirSync('docs/adr').filter((file) => file.endsWith('.md'));
const documents = [...GUIDES, ...adrs.map((file) => `docs/adr/${file}`)];
const topFolders = readdirSync('.', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

const textOf = (file: string): string => readFileSync(file, 'utf8');

/** Paths in backticks that begin with one of our folders; placeholders and patterns are left out. */
function namedPaths(text: string): readonly string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '');
  return quoted.filter((path) => {
    const [first = ''] = path.split('/');
    return path.includes('/') && topFolders.includes(first) && !/[<>*{}…]/.test(path);
  });
}

function linkTargets(text: string): readonly string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
  return targets.filter((target) => !/^(https?:|#)/.test(target));
}

function namedScripts(text: string): readonly string[] {
  const calls = text.matchAll(/npm (?:run (?:-s )?([a-z][a-z:-]*)|(test|start)\b)/g);
  return [...calls].map((match) => match[1] ?? match[2] ?? '');
}

describe.each(documents)('%s', (file) => {
  it('names paths that exist', () => {
    expect(namedPaths(textOf(file)).filter((path) => !existsSync(path))).toEqual([]);
  });

  it('links to files that exist', () => {
    const missing = linkTargets(textOf(file)).filter(
      (path) => !existsSync(join(dirname(file), path)),
    );
    expect(missing).toEqual([]);
  });

  it('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    expect(namedScripts(textOf(file)).filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('documents', () => {
  it('the guide to the tree names many paths and stays short', () => {
    const text = textOf('ARCHITECTURE.md');
    expect(namedPaths(text).length).toBeGreaterThan(40);
    expect(text.split('\n').length).toBeLessThanOrEqual(200);
  });

  it.each(adrs)('docs/adr/%s has number, status and the three parts, on one page', (file) => {
    const text = textOf(`docs/adr/${file}`);
    const number = file.slice(0, 4);
    if (number !== '0000') {
      expect(text).toMatch(
        new RegExp(`^# ${number}: .+\\n\\nStatus: (accepted|superseded by \\d{4})\\n`),
      );
    }
    for (const part of ['## Context', '## Decision', '## Consequences'])
      expect(text).toContain(part);
    expect(text.split('\n').length).toBeLessThanOrEqual(60);
  });

  it('has no two decisions with one number', () => {
    const numbers = adrs.map((file) => file.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
