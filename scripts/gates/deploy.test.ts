import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { FLAGS, variableOf } from '../../server/flags.ts';
import { SERVER_COMMAND, SERVER_ENV } from '../server-command.mjs';

const FLAG_NAMES: readonly string[] = FLAGS.map((flag) => flag.name);
const MANIFEST = 'deploy/kubernetes/cri-triage.yaml';

function unknownSettings(text: string): readonly string[] {
  const flags = [...text.matchAll(/(?<=[\s"])--([a-z-]+)/g)].map((match) => match[1] ?? '');
  const variables = [...text.matchAll(/\bCRI_TRIAGE_[A-Z_]+/g)].map((match) => match[0]);
  const known = FLAG_NAMES.map(variableOf);
  return [
    ...flags.filter((name) => !FLAG_NAMES.includes(name)),
    ...variables.filter((name) => !known.includes(name)),
  ];
}

describe('deploy', () => {
  it('the systemd unit gives flags that exist', () => {
    const unit = readFileSync('deploy/systemd/cri-triage.service', 'utf8');
    const command = unit.split('\n').filter((line) => line.startsWith('ExecStart='));
    expect(command).toHaveLength(1);
    const [, given = ''] = command.join('').split('dist/server.mjs');
    expect(given).toContain('--token-file');
    expect(unknownSettings(given)).toEqual([]);
  });

  it('unit and image start node as npm start does', () => {
    const unit = readFileSync('deploy/systemd/cri-triage.service', 'utf8');
    const image = readFileSync('deploy/Dockerfile', 'utf8');
    expect(unit).toContain(`/usr/bin/node ${SERVER_COMMAND.join(' ')} `);
    const entry = ['node', ...SERVER_COMMAND].map((word) => JSON.stringify(word)).join(', ');
    expect(image).toContain(`ENTRYPOINT [${entry}]`);
    for (const [name, value] of Object.entries(SERVER_ENV)) {
      expect(unit).toContain(`Environment=${name}=${value}\n`);
      expect(image).toContain(`ENV ${name}=${value}\n`);
    }
  });

  it('the manifest is sound YAML and gives flags that exist', () => {
    const text = readFileSync(MANIFEST, 'utf8');
    const documents = parseAllDocuments(text);
    expect(documents.flatMap((document) => document.errors)).toEqual([]);
    const kinds = documents.map((document) => String(document.get('kind')));
    expect(kinds).toEqual([
      'Namespace',
      'ServiceAccount',
      'ClusterRole',
      'ClusterRoleBinding',
      'DaemonSet',
    ]);
    const args = documents.at(-1)?.getIn(['spec', 'template', 'spec', 'containers', 0, 'args']);
    const given = String(args).match(/--[a-z-]+/g) ?? [];
    expect(given.length).toBeGreaterThan(3);
    expect(unknownSettings(` ${given.join(' ')}`)).toEqual([]);
  });

  it('the manifest asks for no right that is exec in disguise', () => {
    const lines = readFileSync(MANIFEST, 'utf8').split('\n');
    const words = lines.filter((line) => !line.trim().startsWith('#')).join('\n');
    expect(words).not.toMatch(
      /nodes\/proxy|privileged: true|hostNetwork|hostPID|DirectoryOrCreate/,
    );
  });
});
