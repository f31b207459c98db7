import type { PodDetail } from '../../server/contract/pod.ts';

/** A comment is one line whatever stands in it: foreign text never becomes a command. */
function comment(text: string): string {
  return `# ${text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()}`;
}

/** The next checks as a script to paste: each command under the words that say what it shows. */
export function toScript(pod: PodDetail): string {
  const steps = (pod.cause?.nextChecks ?? []).filter(({ command }) => command !== null);
  const blocks = steps.map(({ text, command }, index) =>
    [comment(`${index + 1}. ${text}`), command].join('\n'),
  );
  const head = [
    comment(`${pod.namespace}/${pod.name}: ${pod.sentence}`),
    comment(`as of ${pod.asOf}`),
  ];
  return `${[head.join('\n'), ...blocks].join('\n\n')}\n`;
}
