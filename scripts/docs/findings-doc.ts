import type { NextCheck } from '../../server/contract/evidence.ts';
import { EXPLAIN_STAGE_LABEL, EXPLAIN_STAGES } from '../../server/contract/explain-stage.ts';
import type { FixStep } from '../../server/contract/fix.ts';
import { STAGE_LABEL, STAGES } from '../../server/contract/stage.ts';
import type { Cause } from '../../server/pipeline/cause.ts';
import { catalogueEntry } from '../../server/pipeline/explain/catalogue.ts';
import { textView } from '../../server/pipeline/explain/text-view.ts';
import { fixLadder } from '../../server/pipeline/fixes/fix-ladder.ts';
import type { TableCause } from '../../server/pipeline/table-cause.ts';

const INTRO = `# Findings

Every cause cri-triage can name, by the stage at which it usually stands. Made from \`server/pipeline/causes\` and
\`server/pipeline/fixes\` by \`npm run gen:findings\`; do not edit by hand.

A cause answers *matched* (with evidence), *clear* or *blind* (what it needed could not be read). A pod for which nothing
matches keeps its stage and message and has no cause.

**Check** are commands that only read. **Mend** is a ladder: the first rung does the least harm, and each says what it costs.
In the dashboard the names of the pod, its image and its runtime stand in the commands; here they are words to replace, in
capitals (NAMESPACE, POD, IMAGE …); WORKLOAD is the Deployment that owns the pod, or write statefulset, daemonset, job in its
place. Where CRI-O needs another command it follows after \`# CRI-O:\`. On k3s, rke2 and k0s the service is k3s, rke2-agent
(or -server) and k0sworker in place of containerd and kubelet, and containerd's configuration lies below /var/lib/rancher or
/etc/k0s.
`;

/** The text of docs/findings.md: one section a stage, one entry a cause. */
export function findingsDoc(causes: readonly Cause[], texts: readonly TableCause[]): string {
  const known = new Set([...causes, ...texts].map((cause) => cause.id));
  const sections = STAGES.map((stage) => {
    const here = causes.filter((cause) => cause.stages[0] === stage);
    const entries = here.map((cause) => podEntry(cause, known));
    return here.length === 0 ? '' : `\n## ${STAGE_LABEL[stage]}\n${list(here)}${entries.join('')}`;
  });
  return `${INTRO}${sections.join('')}${textsDoc(texts, known)}`;
}

/** The causes that are told from an error text alone (Explain), by the stage of the text. */
function textsDoc(causes: readonly TableCause[], known: ReadonlySet<string>): string {
  const sections = EXPLAIN_STAGES.map((stage) => {
    const here = causes.filter((cause) => catalogueEntry(cause.id)?.stages[0] === stage);
    const entries = here.map((cause) => textEntry(cause, known));
    return here.length === 0
      ? ''
      : `\n## Texts: ${EXPLAIN_STAGE_LABEL[stage]}\n${list(here)}${entries.join('')}`;
  });
  const intro =
    'The causes below are told by Explain, from an error text that somebody pastes; no pod gets them as its verdict.';
  return `\n# Texts only\n\n${intro}\n${sections.join('')}`;
}

/** What a reader scans first: the titles of a section, each a link. */
function list(causes: readonly { readonly id: string; readonly title: string }[]): string {
  return `\n${causes.map(({ id, title }) => `- [${title}](#${id})`).join('\n')}\n`;
}

function podEntry(cause: Cause, known: ReadonlySet<string>): string {
  const others = cause.stages.slice(1).map((stage) => STAGE_LABEL[stage]);
  const facts = [
    others.length > 0 ? `May also stand at: ${others.join(', ')}.` : '',
    cause.isNodeWide ? 'The node is at fault: told once, with all pods it hits.' : '',
    confusedWith(cause.confusedWith, known),
  ];
  const words = `${cause.explanation} ${cause.impact.replaceAll('{container}', 'The container')}`;
  return entry(cause, words, facts, cause.nextChecks(textView('')));
}

function textEntry(cause: TableCause, known: ReadonlySet<string>): string {
  const facts = [confusedWith(cause.confusedWith, known)];
  return entry(cause, cause.explanation, facts, cause.checks);
}

function entry(
  { id, title }: { readonly id: string; readonly title: string },
  words: string,
  facts: readonly string[],
  checks: readonly NextCheck[],
): string {
  const told = facts.filter((fact) => fact !== '').map((fact) => `- ${fact}`);
  const parts = [
    `\n### ${id}\n\n**${title}.** ${words}`,
    ...(told.length > 0 ? [told.join('\n')] : []),
    // A link leads into the dashboard; on paper it leads nowhere.
    `Check:\n\n${checks
      .filter((check) => check.href === null)
      .map(checkLine)
      .join('\n')}`,
    `Mend:\n\n${fixLadder(id, null).map(fixLine).join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function confusedWith(ids: readonly string[], known: ReadonlySet<string>): string {
  const links = ids.map((id) => (known.has(id) ? `[\`${id}\`](#${id})` : `\`${id}\``));
  return links.length > 0 ? `Easily confused with: ${links.join(', ')}.` : '';
}

function checkLine({ text, command }: NextCheck): string {
  return command === null ? `- ${text}` : `- ${text}: \`${command}\``;
}

function fixLine({ text, command, cost }: FixStep, index: number): string {
  const run = command === null ? '' : ` \`${command}\``;
  return `${index + 1}. ${text}.${run} *Costs: ${cost}.*`;
}
