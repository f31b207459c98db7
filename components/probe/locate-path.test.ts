import { describe, expect, it } from 'vitest';
import { locatePath, locateProblem } from './locate-path.ts';

const JSON_TEXT = `{
  "metadata": { "name": "web", "labels": { "a.b/c": "d" } },
  "mounts": [
    { "container_path": "/a" },
    { "container_path": "/b", "hostPath": "/etc", "list": [1, [2, 3]] }
  ],
  "linux": {"security_context": {"privileged": true}}
}`;
const YAML_TEXT = `# a comment
metadata:
  name: web
mounts:
- container_path: /a
- container_path: /b
  host_path: /etc
linux:
  security_context:
    privileged: true
    devices:
      - - x
        - y
      - z: 1
`;

function find(text: string, path: string): string | null {
  const place = locatePath(text, path);
  return place === null ? null : text.slice(...place);
}

describe('the place of a path', () => {
  it.each([
    ['container_config.metadata.name', '"name"'],
    ['container_config.mounts[1].host_path', '"hostPath"'],
    ['container_config.mounts[1].list[1][0]', '2'],
    ['container_config.mounts[1].list[1]', '['],
    ['container_config.metadata.labels["a.b/c"]', '"a.b/c"'],
    ['container_config.linux.security_context.privileged', '"privileged"'],
    ['container_config.linux.resources.cpu', '"linux"'],
    ['container_config.nothing', null],
    ['container_config', null],
  ])('JSON: %s', (path, place) => {
    expect(find(JSON_TEXT, path)).toBe(place);
  });

  it.each([
    ['container_config.metadata.name', 'name'],
    ['container_config.mounts[1].host_path', 'host_path'],
    ['container_config.mounts[1]', '- container_path: /b'],
    ['container_config.linux.securityContext.privileged', 'privileged'],
    ['container_config.linux.security_context.devices[0][1]', '- y'],
    ['container_config.linux.security_context.devices[1].z', 'z'],
    ['container_config.linux.other', 'linux'],
    ['container_config.nothing', null],
  ])('YAML: %s', (path, place) => {
    expect(find(YAML_TEXT, path)).toBe(place);
  });

  it('a text that breaks off is searched as far as it goes', () => {
    expect(find('{"metadata": {"name": "we', 'sandbox_config.metadata.name')).toBe('"name"');
  });

  it('a text that cannot be read at all: the line that is named', () => {
    const text = 'a: 1\n  b: 2\nc: 3';
    const problem = { path: 'sandbox_config', message: 'no YAML: line 2, column 3: bad indent' };
    expect(text.slice(...(locateProblem(text, problem) ?? [0, 0]))).toBe('  b: 2');
  });
});
