// npm run gen:findings: docs/findings.md from the causes; --check fails when it is stale.
import { CAUSES } from '../server/pipeline/causes/index.ts';
import { TABLE_CAUSES } from '../server/pipeline/causes/tables.ts';
import { findingsDoc } from './docs/findings-doc.ts';
import { writeOrCheck } from './docs/write-or-check.ts';

/** Those that no pod's verdict names: they are told from a text alone. */
const inPods = new Set(CAUSES.map((cause) => cause.id));
const TEXTS_ONLY = TABLE_CAUSES.filter((cause) => !inPods.has(cause.id));

writeOrCheck('docs/findings.md', findingsDoc(CAUSES, TEXTS_ONLY), 'npm run gen:findings');
