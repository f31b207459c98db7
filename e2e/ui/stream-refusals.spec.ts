import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { apiPaths, pagePaths } from '../../server/contract/paths.ts';
import type { PodDetail } from '../../server/contract/pod.ts';
import type { Ticket } from '../../server/contract/ticket.ts';
import type { Dashboard } from './dashboard.ts';
import { expect, test } from './ui-test.ts';

/** Who must not get into a container, tried from a real browser, and what the page says of it. */

test.use({ extraHTTPHeaders: {} });

async function openExec(page: Page, dashboard: Dashboard, token: string): Promise<PodDetail> {
  const { namespace, name } = await dashboard.pod('images');
  await page.goto(
    `${pagePaths.login(`${pagePaths.pod(namespace, name)}?tab=exec`)}&token=${token}`,
  );
  await expect(page.locator('.live')).toHaveAttribute('data-kind', 'live');
  return dashboard.get<PodDetail>(apiPaths.pod(namespace, name));
}

const containerOf = ({ containers }: PodDetail): string => containers[0]?.id ?? '';

/** A ticket as the page itself gets it, with the person's cookie. */
function takeTicket(page: Page, containerId: string): Promise<Ticket> {
  return page.evaluate(
    async ([path = '', id]) => {
      const response = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'exec', containerId: id, command: ['sh'] }),
      });
      return response.json();
    },
    [apiPaths.tickets(), containerId],
  );
}

/** "open", or "refused" where no WebSocket came about. */
function connect(page: Page, url: string): Promise<string> {
  return page.evaluate(
    (address) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(address);
        socket.addEventListener('open', () => resolve('open'));
        socket.addEventListener('error', () => resolve('refused'));
      }),
    url,
  );
}

const wsAddress = (dashboard: Dashboard, url: string): string =>
  new URL(url, dashboard.url).href.replace(/^http/, 'ws');

test('another page of the same machine, with the cookie of a person who is logged in', async ({
  page,
  context,
  dashboard,
}) => {
  const pod = await openExec(page, dashboard, dashboard.operatorToken);
  const { url } = await takeTicket(page, containerOf(pod));
  const evil = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<title>another page</title>');
  });
  evil.listen(0, '127.0.0.1');
  await once(evil, 'listening');
  const other = await context.newPage();
  await other.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
  // Refused by its Origin (tickets.test has the status), and nothing of the answer is to be read from there.
  const asked = other.evaluate(
    ([address = '', id]) =>
      fetch(address, {
        method: 'POST',
        mode: 'no-cors',
        credentials: 'include',
        body: JSON.stringify({ kind: 'exec', containerId: id }),
      }).then(
        ({ type }) => type,
        () => 'blocked',
      ),
    [new URL(apiPaths.tickets(), dashboard.url).href, containerOf(pod)],
  );
  expect(await asked).toBe('blocked');
  // Even with a ticket that was given to this very person.
  expect(await connect(other, wsAddress(dashboard, url))).toBe('refused');
  expect(await connect(page, wsAddress(dashboard, url))).toBe('open');
  evil.close();
  evil.closeAllConnections();
});

test('a ticket that was used before: refused, and the page says what may be the reason', async ({
  page,
  dashboard,
}) => {
  const pod = await openExec(page, dashboard, dashboard.operatorToken);
  const used = await takeTicket(page, containerOf(pod));
  expect(await connect(page, wsAddress(dashboard, used.url))).toBe('open');
  expect(await connect(page, wsAddress(dashboard, used.url))).toBe('refused');
  await page.route(`**${apiPaths.tickets()}`, (route) =>
    route.fulfill({ status: 201, json: used }),
  );
  await page.getByRole('button', { name: 'Open a shell' }).click();
  await expect(page.locator('.terminal-note')).toContainText(
    'The server allowed it, and the connection did not come about',
  );
  await expect(page.getByRole('button', { name: 'Open again' })).toBeVisible();
});

test('a role that was taken away meanwhile: the page has the sentence of the refusal', async ({
  page,
  dashboard,
}) => {
  await openExec(page, dashboard, dashboard.operatorToken);
  // Another login in the same browser, of somebody who may only look.
  await page.request.get(`${pagePaths.login('/')}&token=${dashboard.viewerToken}`);
  await page.getByRole('button', { name: 'Open a shell' }).click();
  await expect(page.locator('.terminal-note')).toContainText('Your role does not allow this.');
});

test('a foreign Host: pages, tickets and streams answer 421 with a sentence', async ({
  dashboard,
}) => {
  const { port } = new URL(dashboard.url);
  const ask = async (path: string, method: string, headers: Record<string, string>) => {
    const request = httpRequest({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { host: 'evil.example', authorization: `Bearer ${dashboard.token}`, ...headers },
    });
    request.end();
    const [response] = await once(request, 'response');
    let body = '';
    for await (const piece of response) body += String(piece);
    return { status: response.statusCode, body };
  };
  const sentence = 'This host name is not allowed here.';
  const shown = await ask('/', 'GET', { accept: 'text/html' });
  expect(shown.status).toBe(421);
  expect(shown.body).toContain(sentence);
  expect(await ask(apiPaths.tickets(), 'POST', {})).toMatchObject({
    status: 421,
    body: expect.stringContaining(sentence),
  });
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    origin: 'http://evil.example',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  };
  expect((await ask('/ws/exec?ticket=x', 'GET', upgrade)).status).toBe(421);
});
