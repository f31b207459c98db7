import { expect, it } from 'vitest';
import { splitLead } from './split-lead.ts';

it.each([
  ['Stopped at PullImage: the registry refuses.', 'Stopped at PullImage'],
  ['Stopped at PullImage for 14 min: 401.', 'Stopped at PullImage'],
  ['All containers run and are ready.', 'All containers run and are ready.'],
  ['The pod ended. It did its work.', 'The pod ended.'],
  ['no end at all', 'no end at all'],
])('%s', (sentence, lead) => {
  const parts = splitLead(sentence);
  expect(parts.lead).toBe(lead);
  expect(parts.lead + parts.rest).toBe(sentence);
});
