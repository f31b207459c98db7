/** The ways in which one and the same error is passed on: as an event, in a journal, within another program's line. */

type Form = readonly [name: string, put: (text: string) => string];

export const FORMS: readonly Form[] = [
  ['an event', (text) => `  Warning  Failed  3s (x4 over 30s)  kubelet  ${text}`],
  ['an event of another table', (text) => `0s    Warning   Failed   pod/web-0   Error: ${text}`],
  [
    'a JSON log',
    (text) => `{"ts":1730915127677.5,"caller":"log.go:32","err":${JSON.stringify(text)}}`,
  ],
  ['words after it', (text) => `${text} pod="default/web-0" podUID="0a1b" containerName="web"`],
  ['broken lines', (text) => text.replace(/(.{60,90}?) /g, '$1\n   ')],
  ['cut off', (text) => `${text} ...`],
  [
    'kubelet',
    (text) =>
      `E1122 19:08:31.584796 31587 pod_workers.go:1301] "Error syncing pod, skipping" err=${JSON.stringify(text)} pod="default/web-0"`,
  ],
  [
    'kubelet, older',
    (text) =>
      `E0101 00:00:00.000001 1 pod_workers.go:191] Error syncing pod 0a1b ("web_default(0a1b)"), skipping: ${text}`,
  ],
  ['a journal', (text) => `Nov 16 10:08:03 node-1.example containerd[51749]: ${text}`],
];
