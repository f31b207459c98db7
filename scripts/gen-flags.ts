// npm run gen:flags: the README's table of flags from server/flags.ts; --check fails when it is stale.
import { readFileSync } from 'node:fs';
import { FLAGS } from '../server/flags.ts';
import { withFlagsTable } from './docs/flags-table.ts';
import { writeOrCheck } from './docs/write-or-check.ts';

writeOrCheck(
  'README.md',
  withFlagsTable(readFileSync('README.md', 'utf8'), FLAGS),
  'npm run gen:flags',
);
