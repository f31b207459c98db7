import { describe, expect, it } from 'vitest';
import { PROBE_OPTIONS } from '../testing/probe-fixtures.ts';
import { besideOf, toForm, toWish, wayOf, withoutCredentials } from './probe-form.ts';

const FORM = toForm(PROBE_OPTIONS);
const CHOICE = { way: 'form', mode: 'all', beside: null } as const;

describe('the form of a probe', () => {
  it('begins with what the server offers, and asks for that', () => {
    const { image, command, args } = PROBE_OPTIONS.request;
    expect(toWish(FORM, CHOICE)).toMatchObject({ mode: 'all', image, command, args, auth: null });
  });

  it('an image that the server would choose by itself stays unnamed', () => {
    const own = { ...PROBE_OPTIONS.request, image: 'registry.example/pause@sha256:1' };
    expect(toForm({ ...PROBE_OPTIONS, request: own }).image).toBe('');
    const pod = { namespace: 'shop', name: 'web', uid: null, container: null };
    expect(toForm({ ...PROBE_OPTIONS, request: { ...own, pod } }).image).toBe(own.image);
  });

  it('an empty image is left to the server; arguments are split as typed', () => {
    const form = { ...FORM, image: ' ', command: `sh -c 'echo "a b"'`, args: '' };
    expect(toWish(form, CHOICE)).toMatchObject({
      image: null,
      command: ['sh', '-c', 'echo "a b"'],
      args: [],
    });
  });

  it('configurations go as they are, without what the form says', () => {
    const form = { ...FORM, sandboxText: 'metadata: {}', containerText: ' \n', hostNetwork: true };
    const wish = toWish(form, { ...CHOICE, way: 'files', mode: 'step' });
    expect(wish).toMatchObject({
      mode: 'step',
      sandboxConfig: 'metadata: {}',
      containerConfig: null,
    });
    expect(wish).not.toHaveProperty('image');
    expect(wish).not.toHaveProperty('hostNetwork');
  });

  it.each([
    ['nothing', null],
    ['password', { username: 'kim', password: 's3cret' }],
    ['identity-token', { identityToken: 's3cret' }],
    ['registry-token', { registryToken: 's3cret' }],
  ] as const)('credentials: %s', (signIn, auth) => {
    expect(toWish({ ...FORM, signIn, username: 'kim', secret: 's3cret' }, CHOICE).auth).toEqual(
      auth,
    );
  });

  it('who comes back to it finds no credentials', () => {
    const form = withoutCredentials({ ...FORM, signIn: 'password', secret: 's3cret' });
    expect(JSON.stringify(form)).not.toContain('s3cret');
    expect(form.image).toBe(FORM.image);
  });

  it('opens with the configurations where the server offers them', () => {
    expect(wayOf(PROBE_OPTIONS.request)).toBe('form');
    const request = { ...PROBE_OPTIONS.request, containerConfig: { image: { image: 'x' } } };
    expect(wayOf(request)).toBe('files');
    const form = toForm({ ...PROBE_OPTIONS, request });
    expect(form.containerText).toContain('"image": "x"');
  });

  it('the stuck pod of the address', () => {
    const get = (text: string) => (key: string) => new URLSearchParams(text).get(key);
    expect(besideOf(get('pod=shop/web&container=app'))).toEqual({
      pod: { namespace: 'shop', name: 'web', uid: null },
      container: 'app',
    });
    expect(besideOf(get('pod=shop'))).toBeNull();
  });
});
