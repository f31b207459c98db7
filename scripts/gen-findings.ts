// npm run gen:findings: docs/findings.md from the causes; --check fails when it is stale.
import { CAUSES } from '../server/pipeline/causes/index.ts';
import { findingsDoc } from './docs/findings-doc.ts';
import { writeOrCheck } from './docs/write-or-check.ts';

writeOrCheck('docs/findings.md', findingsDoc(CAUSES), 'npm run gen:findings');
