// npm run -s explain: says of an error text at which stage and of which cause it speaks. `-- --jsonl` for many.
import { createInterface } from 'node:readline';
import { text as readAll } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { Explanation } from '../server/contract/explain.ts';
import { EXPLAIN_STAGE_LABEL } from '../server/contract/explain-stage.ts';
import { stripControl } from '../server/lib/strip-control.ts';
import { classify } from '../server/pipeline/explain/classify.ts';
import { explain } from '../server/pipeline/explain/explain.ts';

const USAGE = `npm run -s explain -- "TEXT"      explains one error text (without TEXT: from stdin)
npm run -s explain -- --json      the same as JSON
npm run -s explain -- --jsonl     stdin: {"id","text"} a line; stdout: {"id","stage","cause","group","confidence"} a line
`;

/** The answer to one line; a line that is not understood gets its error, and the next one is read. */
function answerLine(line: string): Record<string, unknown> {
  let id: unknown = null;
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      return { id, error: 'expected {"id","text"}' };
    const given = row as Record<string, unknown>;
    id = given['id'] ?? null;
    if (typeof given['text'] !== 'string') return { id, error: 'expected a string in "text"' };
    const { stage, cause, group, confidence } = classify(stripControl(given['text']));
    return { id, stage, cause, group, confidence };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

async function answerLines(): Promise<void> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const hasRoom = process.stdout.write(`${JSON.stringify(answerLine(line))}\n`);
    if (!hasRoom) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
}

function toLines(told: Explanation): string {
  const percent = Math.round(told.confidence * 100);
  const lines = [
    `Stage    ${EXPLAIN_STAGE_LABEL[told.stage]}`,
    `Cause    ${told.cause}${told.title === null ? '' : ` — ${told.title}`} (${told.group}, ${percent} % sure)`,
    `Message  ${told.message}`,
  ];
  if (told.explanation !== null) lines.push('', told.explanation);
  if (told.confusedWith.length > 0)
    lines.push(`Easily confused with: ${told.confusedWith.join(', ')}`);
  if (told.frames.length > 0) lines.push('', 'Passed on by');
  for (const frame of told.frames) lines.push(`  ${frame}`);
  lines.push('', 'Next');
  for (const [index, step] of told.nextChecks.entries()) {
    lines.push(`  ${index + 1}. ${step.text}`);
    if (step.command !== null) lines.push(`     $ ${step.command}`);
  }
  return `${lines.join('\n')}\n`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jsonl: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  process.stdout.write(USAGE);
} else if (values.jsonl) {
  await answerLines();
} else {
  const given = positionals.length > 0 ? positionals.join(' ') : await readAll(process.stdin);
  if (given.trim() === '') {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  } else {
    const told = explain(stripControl(given));
    process.stdout.write(values.json ? `${JSON.stringify(told, null, 2)}\n` : toLines(told));
  }
}
