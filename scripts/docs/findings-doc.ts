import { EXPLAIN_STAGE_LABEL, EXPLAIN_STAGES } from '../../server/contract/explain-stage.ts';
import { STAGE_LABEL, STAGES } from '../../server/contract/stage.ts';
import type { Cause } from '../../server/pipeline/cause.ts';
import { catalogueEntry } from '../../server/pipeline/explain/catalogue.ts';
import type { TableCause } from '../../server/pipeline/table-cause.ts';

const INTRO = `# Findings

Every cause cri-triage can name, by the stage at which it usually stands. Made from \`server/pipeline/causes\` by
\`npm run gen:findings\`; do not edit by hand.

A cause answers *matched* (with evidence), *clear* or *blind* (what it needed could not be read). A pod for which nothing
matches keeps its stage and message and has no cause.
`;

/** The text of docs/findings.md: one section a stage, one entry a cause. */
export function findingsDoc(causes: readonly Cause[]): string {
  const sections = STAGES.map((stage) => {
    const here = causes.filter((cause) => cause.stages[0] === stage);
    return here.length === 0
      ? ''
      : `\n## ${STAGE_LABEL[stage]}\n${here.map((cause) => entry(cause, causes)).join('')}`;
  });
  return `${INTRO}${sections.join('')}`;
}

function entry(cause: Cause, causes: readonly Cause[]): string {
  const others = cause.stages.slice(1).map((stage) => STAGE_LABEL[stage]);
  const known = new Set(causes.map((each) => each.id));
  const confused = cause.confusedWith.map((id) => (known.has(id) ? `[\`${id}\`](#${id})` : id));
  const facts = [
    others.length > 0 ? `May also stand at: ${others.join(', ')}.` : '',
    cause.isNodeWide ? 'The node is at fault: told once, with all pods it hits.' : '',
    confused.length > 0 ? `Easily confused with: ${confused.join(', ')}.` : '',
  ].filter((fact) => fact !== '');
  const more = facts.length > 0 ? `\n${facts.map((fact) => `- ${fact}`).join('\n')}\n` : '';
  return `\n### ${cause.id}\n\n**${cause.title}.** ${cause.explanation} ${cause.impact}\n${more}`;
}

/** The causes that are told from an error text alone (Explain), by the stage of the text. */
export function textsDoc(causes: readonly TableCause[]): string {
  const sections = EXPLAIN_STAGES.map((stage) => {
    const here = causes.filter((cause) => catalogueEntry(cause.id)?.stages[0] === stage);
    return here.length === 0
      ? ''
      : `\n### Texts: ${EXPLAIN_STAGE_LABEL[stage]}\n${here.map(textEntry).join('')}`;
  });
  const intro = 'Causes that Explain tells from an error text; no pod gets them as its verdict.';
  return `\n## Texts only\n\n${intro}\n${sections.join('')}`;
}

function textEntry(cause: TableCause): string {
  return `\n#### ${cause.id}\n\n**${cause.title}.** ${cause.explanation}\n`;
}
