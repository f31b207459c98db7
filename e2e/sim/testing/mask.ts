/** Puts placeholders for what differs between two nodes, so that phrases can be compared word for word. */
export function mask(text: string): string {
  const rules: readonly (readonly [RegExp, string])[] = [
    [/time=\\?"[^"\\]*\\?"/g, 'TIME'],
    [/^([IWE])\d{4} \d\d:\d\d:\d\d\.\d{6} +\d+ ([a-z_]+\.go):\d+\]/, '$1 $2]'],
    [/unix:\/\/\/\S*\/s\/[0-9a-f]{64}/g, 'SHIM'],
    [/[0-9a-f]{64}/g, 'ID'],
    [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}/g, 'UID'],
    [/https?:\/\/[^\s"\\]+/g, 'URL'],
    [/(exec: \\*"|stat )\/[\w./-]+/g, '$1PATH'],
    [/tmpmounts\/containerd-mount\d+/g, 'TMPMOUNT'],
    [/\/(var\/lib\/containerd|run\/node\/root)/g, '/ROOT'],
    [/dial tcp [\w.-]+:\d+/g, 'dial tcp ADDRESS'],
    [/registry \w[\w.-]*(:\d+)?: Get/g, 'registry HOST: Get'],
    [/reading manifest \S+ in [\w./:-]+(?=:)/g, 'reading manifest TAG in REPOSITORY'],
    [/docker:\/\/[\w./:-]+(?=:)/g, 'docker://IMAGE'],
    [/(registry|down|private)\.(lab:5000|example)\/[\w./-]+:\w[\w.]*/g, 'IMAGE'],
    [
      /pulling from host [\w.:-]+ failed with status code \[manifests [\w.]+\]/g,
      'pulling from HOST',
    ],
    [/Name:[\w-]+,Uid/g, 'Name:POD,Uid'],
    [/shop\/[\w-]+/g, 'shop/POD'],
    [/[\w-]+_shop\(UID\)/g, 'POD_shop(UID)'],
    [/0x[0-9a-f]{6,}/g, 'HEX'],
    [/back-off \d\w*/g, 'back-off DURATION'],
    [/usage: \d+/g, 'usage: N'],
  ];
  return rules.reduce((result, [pattern, word]) => result.replace(pattern, word), text);
}

/** The sorted paths of all keys of a JSON value; a list counts as its first element. */
export function keysOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [path] : keysOf(value[0], `${path}[]`);
  if (value === null || typeof value !== 'object') return [path];
  return Object.entries(value)
    .flatMap(([key, inner]) => keysOf(inner, path === '' ? key : `${path}.${key}`))
    .sort();
}
