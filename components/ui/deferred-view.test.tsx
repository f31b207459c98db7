import { expect, it } from 'vitest';
import { renderPage, textOf } from '../testing/render.tsx';
import { DeferredView, ViewCode } from './deferred-view.tsx';

const Panel = () => <p>the panel</p>;

it('is loaded once, however many ask', async () => {
  let loads = 0;
  const code = new ViewCode(async () => {
    loads += 1;
    return Panel;
  });
  const told: string[] = [];
  code.subscribe(() => told.push(code.get().state));
  await Promise.all([code.fetch(), code.fetch()]);
  await code.fetch();
  expect(loads).toBe(1);
  expect(told).toEqual(['loading', 'here']);
});

it('a load that failed is tried again by the next who asks', async () => {
  const answers = [Promise.reject(new Error('gone')), Promise.resolve(Panel)];
  const code = new ViewCode(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
  await code.fetch();
  expect(code.get().state).toBe('failed');
  await code.fetch();
  expect(code.get()).toEqual({ state: 'here', Panel });
});

it('the server shows what stands in its place, whatever is loaded: the page wakes as it was sent', async () => {
  const code = new ViewCode(async () => Panel);
  await code.fetch();
  const markup = renderPage(<DeferredView code={code} placeholder={<p>its place</p>} />);
  expect(textOf(markup)).toContain('its place');
});
