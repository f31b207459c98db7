import type { CallRow } from '../contract/call.ts';
import type { Evidence, NextCheck } from '../contract/evidence.ts';
import type { Finding } from '../contract/finding.ts';
import type { PodDetail, PodRow, StageCell } from '../contract/pod.ts';
import type { Report } from '../contract/report.ts';
import { STAGE_LABEL } from '../contract/stage.ts';
import { ageWords, oneLine } from './report-lines.ts';

/** Foreign text in a fence that it cannot close. */
function fenced(text: string): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [fence, text, fence];
}

/** Foreign text in a sentence: what Markdown would act on is escaped. */
function plain(text: string): string {
  return oneLine(text, 400).replace(/[\\`*_{}[\]<>|#~]/g, (sign) => `\\${sign}`);
}

function evidenceLines(evidence: readonly Evidence[]): string[] {
  return evidence.flatMap(({ source, where, at, text }) => [
    `- ${source}, ${plain(where)}${at === null ? '' : `, ${at}`}`,
    '',
    ...fenced(text),
    '',
  ]);
}

function checkLines(checks: readonly NextCheck[]): string[] {
  return checks.flatMap(({ text, command }, index) => [
    `${index + 1}. ${plain(text)}`,
    ...(command === null ? [] : ['', ...fenced(command), '']),
  ]);
}

function cellLine(cell: StageCell): string {
  const took = cell.durationMs === null ? '' : ageOrMs(cell.durationMs);
  const detail = cell.detail === null ? '' : plain(cell.detail);
  return `| ${plain(cell.container ?? '(pod)')} | ${STAGE_LABEL[cell.stage]} | ${cell.state} | ${plain(cell.word)} | ${took} | ${detail} |`;
}

function ageOrMs(durationMs: number): string {
  return durationMs < 1_000 ? `${Math.round(durationMs)} ms` : ageWords(durationMs);
}

function stepLines(cells: readonly StageCell[]): string[] {
  return cells.flatMap((cell) =>
    (cell.steps ?? []).map((step) => {
      const waits = step.waitsFor === null ? '' : `; waits for ${plain(step.waitsFor)}`;
      const detail = step.detail === null ? '' : ` (${plain(step.detail)})`;
      return `- ${STAGE_LABEL[cell.stage]} → ${plain(step.label)}: ${step.state}${detail}${waits}`;
    }),
  );
}

function stageLines(pod: PodDetail): string[] {
  const steps = stepLines(pod.stages);
  return [
    '## Stages',
    '',
    '| who | stage | state | word | took | detail |',
    '|---|---|---|---|---|---|',
    ...pod.stages.map(cellLine),
    '',
    ...(steps.length === 0 ? [] : [...steps, '']),
  ];
}

function callLine(call: CallRow): string {
  const subject =
    call.imageRef ??
    [call.pod === null ? null : `${call.namespace}/${call.pod}`, call.container]
      .filter((part) => part !== null)
      .join(' ');
  const took = call.durationMs === null ? '' : ageOrMs(call.durationMs);
  return `| ${call.beganAt ?? call.endedAt ?? ''} | ${call.call} | ${plain(subject)} | ${call.outcome} | ${took} | ${plain(call.error ?? call.doubt ?? '')} |`;
}

function callLines(calls: readonly CallRow[]): string[] {
  if (calls.length === 0) return [];
  return [
    '## Calls',
    '',
    '| began | call | for | outcome | took | error |',
    '|---|---|---|---|---|---|',
    ...calls.map(callLine),
    '',
  ];
}

function findingLines(findings: readonly Finding[]): string[] {
  return findings.flatMap((finding) => [
    `## Finding: ${plain(finding.title)} (${finding.cause})`,
    '',
    plain(finding.effect),
    '',
    ...(finding.pods.length === 0
      ? []
      : [
          `Pods: ${finding.pods.map((pod) => plain(`${pod.namespace}/${pod.name}`)).join(', ')}`,
          '',
        ]),
    ...(finding.changes ?? []).map((change) => `- before it, ${change.at}: ${plain(change.text)}`),
    '',
    ...evidenceLines(finding.evidence),
    ...checkLines(finding.nextChecks),
    '',
  ]);
}

function stuckLines(stuck: readonly PodRow[]): string[] {
  if (stuck.length === 0) return [];
  return [
    '## Pods that need a person',
    '',
    ...stuck.map(
      ({ namespace, name, verdict }) =>
        `- ${plain(`${namespace}/${name}`)}: ${STAGE_LABEL[verdict.stage]} ${verdict.state}, ${plain(verdict.summary)}${verdict.since === null ? '' : `, since ${verdict.since}`}`,
    ),
    '',
  ];
}

function podLines(pod: PodDetail): string[] {
  const checks = pod.cause?.nextChecks ?? [];
  return [
    '## Proof',
    '',
    ...evidenceLines(pod.verdict.evidence),
    ...(pod.rawError === null ? [] : ['The whole error:', '', ...fenced(pod.rawError.text), '']),
    ...(checks.length === 0 ? [] : ['## Next checks', '', ...checkLines(checks), '']),
    ...stageLines(pod),
    ...timelineLines(pod),
  ];
}

function timelineLines(pod: PodDetail): string[] {
  if (pod.timeline.length === 0) return [];
  return [
    '## Timeline',
    '',
    ...pod.timeline.map(
      ({ at, actor, text, outcome, count }) =>
        `- ${at} ${actor}: ${plain(text)} (${outcome}${count > 1 ? `, ×${count}` : ''})`,
    ),
    '',
  ];
}

function sourceLines({ node }: Report): string[] {
  const { runtime } = node;
  return [
    '## Node',
    '',
    `- ${plain(node.name)}, ${plain(`${runtime.name ?? 'runtime'} ${runtime.version ?? ''}`)} at ${plain(runtime.endpoint ?? '?')}: ${runtime.health.state}`,
    ...node.sources.map(
      (source) => `- source ${source.name}: ${source.status}. ${plain(source.reason)}`,
    ),
    '',
  ];
}

function withheldLines({ withheld }: Report): string[] {
  const list =
    withheld.length === 0
      ? ['Nothing was found that had to be withheld.']
      : withheld.map(({ what, count }) => `- ${what}: ${count}`);
  return ['## Withheld', '', ...list, ''];
}

/** A report as Markdown: six plain lines, then everything they rest on. */
export function toMarkdown(report: Report): string {
  return [
    ...report.lines.map((line) => `${plain(line)}  `),
    '',
    `_Made ${report.madeAt} by cri-triage from what it knew as of ${report.node.asOf}._`,
    '',
    ...(report.pod === null ? stuckLines(report.stuck) : podLines(report.pod)),
    ...findingLines(report.findings),
    ...callLines(report.calls),
    ...sourceLines(report),
    ...withheldLines(report),
  ].join('\n');
}

/** The six lines alone, for a terminal or a chat. */
export function toPlainLines(report: Report): string {
  return `${report.lines.join('\n')}\n`;
}
