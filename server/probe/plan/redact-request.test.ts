import { describe, expect, it } from 'vitest';
import { redactRequest, redactWords } from './redact-request.ts';

const SECRET = 'hunter2-of-the-database';

describe('a request as it is told', () => {
  it.each([
    ['auth', { auth: { username: 'u', password: SECRET } }],
    ['auth inside', { image: { auth: SECRET } }],
    ['environment', { config: { envs: [{ key: 'A', value: SECRET }] } }],
    ['a strange environment', { envs: [SECRET, { key: 'A', value: { x: SECRET } }] }],
    ['a flag and its value', { args: ['--password', SECRET] }],
    ['a flag with its value', { command: [`--db-password=${SECRET}`] }],
    ['an address', { args: [`postgres://u:${SECRET}@db/x`] }],
    ['an annotation by its name', { annotations: { 'example.com/api-token': SECRET } }],
    ['a header', { args: ['-H', `Authorization: Bearer ${SECRET}`] }],
    ['lists in lists', { args: [[`--token=x`, { password: SECRET }]] }],
  ])('withholds %s', (_, request) => {
    const told = JSON.stringify(redactRequest(request));
    expect(told).not.toContain(SECRET);
    expect(told).toContain('[withheld]');
  });

  it('leaves everything else as it is', () => {
    const request = {
      image: { image: 'registry.example/token:1' },
      auth: null,
      envs: [],
      command: ['sh', '-c', 'sleep 5'],
      linux: { resources: { cpu_quota: 5 }, security_context: { privileged: false } },
      labels: { app: 'secret-store' },
    };
    expect(redactRequest(request)).toEqual(request);
  });

  it('keeps the names of an environment', () => {
    const told = redactRequest({ envs: [{ key: 'DB_PASSWORD', value: SECRET }] });
    expect(told).toEqual({ envs: [{ key: 'DB_PASSWORD', value: '[withheld]' }] });
  });
});

it('a flag that follows a flag is no value', () => {
  expect(redactWords(['--token', '--verbose', 'x'])).toEqual(['--token', '--verbose', 'x']);
});
