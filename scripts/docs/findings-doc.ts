import { STAGE_LABEL, STAGES } from '../../server/contract/stage.ts';
import type { Cause } from '../../server/pipeline/cause.ts';

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
