import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type ModuleItem, parseSync } from '@swc/core';
import { describe, expect, it } from 'vitest';
import { isGenerated, isSource, trackedFiles } from './tracked-files.ts';

/**
 * What dependency-cruiser's parser cannot tell: some folders may know another only by its types, so that they can be
 * tested without it and nothing of it is loaded with them.
 */

interface Import {
  readonly from: string;
  readonly to: string;
}
interface TypeOnlyRule {
  readonly from: RegExp;
  readonly to: RegExp;
  readonly why: string;
}

const RULES: readonly TypeOnlyRule[] = [
  {
    from: /^server\/(pipeline|checks)\//,
    to: /^server\/snapshot\//,
    why: 'judgement gets a snapshot as a value; it never gathers one',
  },
  {
    from: /^server\/(snapshot|streams|probe|actions)\//,
    // What a call throws is told apart by its class.
    to: /^server\/(cri\/(?!cri-error\.ts)|containerd\/)/,
    why: 'the runtime comes in as an interface; create-runtime.ts passes the real one',
  },
  {
    from: /^server\/(http|access)\/|^server\/runtime\.ts$/,
    to: /^server\/(pipeline|snapshot|cri|containerd|host|journal|kubelet)\//,
    why: 'a route knows what Runtime answers, never how',
  },
];

function isTypeOnly(item: ModuleItem): boolean {
  if (item.type === 'ImportDeclaration') {
    const named = item.specifiers.filter((specifier) => specifier.type === 'ImportSpecifier');
    const allTypes = named.length > 0 && named.every((specifier) => specifier.isTypeOnly);
    return item.typeOnly || (allTypes && named.length === item.specifiers.length);
  }
  return item.type === 'ExportNamedDeclaration' && item.typeOnly;
}

function valueImports(file: string, source: string): readonly Import[] {
  const options = { syntax: 'typescript', tsx: file.endsWith('.tsx'), target: 'es2022' } as const;
  const specifiers: string[] = [];
  for (const item of parseSync(source, options).body) {
    const isModuleLink =
      item.type === 'ImportDeclaration' ||
      item.type === 'ExportNamedDeclaration' ||
      item.type === 'ExportAllDeclaration';
    if (isModuleLink && item.source && !isTypeOnly(item)) specifiers.push(item.source.value);
  }
  return specifiers.map((specifier) => ({
    from: file,
    to: specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier,
  }));
}

const isTest = (file: string) => /\.(test|spec)\.tsx?$|\/testing\//.test(file);
const files = trackedFiles().filter(
  (file) =>
    /^(server|app|components)\//.test(file) &&
    isSource(file) &&
    !isGenerated(file) &&
    !isTest(file),
);
const imports = files.flatMap((file) => valueImports(file, readFileSync(file, 'utf8')));

/** Files of the contract that load zod, by themselves or through another. */
function contractWithZod(): ReadonlySet<string> {
  const inContract = imports.filter((link) => link.from.startsWith('server/contract/'));
  const withZod = new Set(inContract.filter((link) => link.to === 'zod').map((link) => link.from));
  for (let before = -1; before !== withZod.size; ) {
    before = withZod.size;
    for (const link of inContract) if (withZod.has(link.to)) withZod.add(link.from);
  }
  return withZod;
}

describe('type-only imports', () => {
  it('tells a type from a value', () => {
    const links = (text: string) => valueImports('server/a.ts', text).map((link) => link.to);
    expect(links("import type { A } from './b.ts';")).toEqual([]);
    expect(links("import { type A } from './b.ts';")).toEqual([]);
    expect(links("export type { A } from './b.ts';")).toEqual([]);
    expect(links("import { type A, b } from './b.ts';")).toEqual(['server/b.ts']);
    expect(links("import b from './b.ts';")).toEqual(['server/b.ts']);
    expect(links("import './b.ts';")).toEqual(['server/b.ts']);
    expect(links("export { b } from './b.ts';")).toEqual(['server/b.ts']);
    expect(links("export * from './b.ts';")).toEqual(['server/b.ts']);
  });

  it('reads the real tree', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(contractWithZod()).toContain('server/contract/pod.ts');
    expect(contractWithZod()).not.toContain('server/contract/stage.ts');
  });

  it.each(RULES)('$from knows $to by its types: $why', ({ from, to }) => {
    expect(imports.filter((link) => from.test(link.from) && to.test(link.to))).toEqual([]);
  });

  it('keeps zod out of the browser: components take only types from schema files', () => {
    const withZod = contractWithZod();
    const loads = (link: Import) => link.to === 'zod' || withZod.has(link.to);
    const fromBrowser = imports.filter((link) => /^(components|app)\//.test(link.from));
    expect(fromBrowser.filter(loads)).toEqual([]);
  });
});
