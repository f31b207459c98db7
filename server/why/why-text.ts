import type { PodDetail, PodRow } from '../contract/pod.ts';
import type { Report } from '../contract/report.ts';
import { STAGE_LABEL } from '../contract/stage.ts';
import { oneLine, quoteWords } from '../report/report-lines.ts';

/** Rows and pieces told below the six lines: what fits a terminal. */
const MAX_ROWS = 20;
const MAX_PIECES = 5;

function rowLine({ namespace, name, verdict }: PodRow): string {
  const cause = verdict.cause === null ? '' : `  ${verdict.cause}`;
  return `  ${namespace}/${name}  ${STAGE_LABEL[verdict.stage]} ${verdict.state}${cause}  ${oneLine(verdict.summary, 120)}`;
}

function nodeTail({ stuck, findings }: Report): string[] {
  const lines: string[] = [];
  if (stuck.length > 0) {
    lines.push('', 'Pods that need a person:', ...stuck.slice(0, MAX_ROWS).map(rowLine));
    if (stuck.length > MAX_ROWS) lines.push(`  and ${stuck.length - MAX_ROWS} more`);
  }
  const others = findings.slice(1, 1 + MAX_ROWS);
  if (others.length > 0) {
    lines.push('', 'Also found:');
    for (const { title, cause, pods } of others) {
      const hit = pods.length === 0 ? '' : `, ${pods.length} ${pods.length === 1 ? 'pod' : 'pods'}`;
      lines.push(`  ${title} (${cause}${hit})`);
    }
  }
  return lines;
}

function proofLines({ verdict }: PodDetail): string[] {
  const proof = verdict.evidence.slice(1, MAX_PIECES);
  return proof.length === 0
    ? []
    : ['', 'More proof:', ...proof.map((one) => `  ${quoteWords(one)}`)];
}

function stepLines({ stages, verdict }: PodDetail): string[] {
  const steps = stages
    .filter((cell) => cell.stage === verdict.stage && cell.container === verdict.container)
    .flatMap((cell) => cell.steps ?? []);
  if (steps.length === 0) return [];
  const told = steps.map(({ label, state, detail, waitsFor }) => {
    const waits = waitsFor === null ? '' : `; waits for ${waitsFor}`;
    return `  ${label}: ${state}${detail === null ? '' : ` (${detail})`}${waits}`;
  });
  return ['', `Within ${STAGE_LABEL[verdict.stage]}:`, ...told];
}

interface Rung {
  readonly text: string;
  readonly command: string | null;
}

function rungLines(title: string, rungs: readonly Rung[]): string[] {
  if (rungs.length === 0) return [];
  const lines = rungs.flatMap(({ text, command }, index) => [
    `  ${index + 1}. ${text}`,
    ...(command === null ? [] : [`     $ ${command}`]),
  ]);
  return ['', title, ...lines];
}

function withheldLines({ withheld }: Report): string[] {
  const told = withheld.map(({ what, count }) => `${what} ×${count}`).join(', ');
  return told === '' ? [] : ['', `Withheld: ${told}`];
}

function podTail(report: Report, pod: PodDetail): string[] {
  const checks = pod.cause?.nextChecks ?? [];
  const fixes = (pod.cause?.fix ?? []).map(({ text, command, cost }) => ({
    text: `${text} (costs: ${cost})`,
    command,
  }));
  return [
    ...proofLines(pod),
    ...stepLines(pod),
    // The first one stands in the six lines.
    ...(checks.length > 1 ? rungLines('Check next:', checks) : []),
    ...rungLines('To mend it, least harm first:', fixes),
    ...withheldLines(report),
  ];
}

/** A report for a terminal or a chat: the six lines, then what helps to go on. */
export function whyText(report: Report): string {
  const tail = report.pod === null ? nodeTail(report) : podTail(report, report.pod);
  return `${[...report.lines, ...tail].join('\n')}\n`;
}
