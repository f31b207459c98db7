// A process of its own: a pattern that never ends is ended with it, and the compiler that the server does without is here.
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { LogItem } from '../../contract/log-record.ts';
import { runSearch } from './run-search.ts';
import type { SearchJob } from './search-job.ts';

const toLine = (item: LogItem): string => `${JSON.stringify(item)}\n`;

const job = JSON.parse(await text(process.stdin)) as SearchJob;
await runSearch(
  job,
  async (items) => {
    if (!process.stdout.write(items.map(toLine).join(''))) await once(process.stdout, 'drain');
  },
  (progress) => void process.stdout.write(toLine(progress)),
);
