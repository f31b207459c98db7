// A renderer of the smallest kind: tells what it was handed, so that a test can look.
import { createServer, request } from 'node:http';
import { connect } from 'node:net';

const socketPath = process.env.CRI_TRIAGE_RENDERER_SOCKET;
const apiSocket = process.env.CRI_TRIAGE_API_SOCKET;

function firstView(capability, path = '/first-view') {
  return new Promise((resolve, reject) => {
    const headers = capability === undefined ? {} : { 'x-cri-triage-capability': capability };
    request({ socketPath: apiSocket, path, headers }, (answer) => {
      let body = '';
      answer.on('data', (chunk) => {
        body += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, body: JSON.parse(body) }));
    })
      .on('error', reject)
      .end();
  });
}

function canOpen(path) {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.on('connect', () => {
      socket.destroy();
      resolve('opened');
    });
    socket.on('error', (error) => resolve(error.code));
  });
}

function canBecomeRoot() {
  try {
    process.setuid(0);
    return true;
  } catch {
    return false;
  }
}

async function answer(message) {
  const url = new URL(message.url, 'http://page.invalid');
  const capability = message.headers['x-cri-triage-capability'];
  switch (url.pathname) {
    case '/die':
      process.exit(3);
      break;
    case '/hang':
      await new Promise(() => {});
      break;
    case '/open':
      return { opened: await canOpen(url.searchParams.get('socket')) };
    case '/twice':
      return { first: await firstView(capability), second: await firstView(capability) };
    case '/elsewhere':
      return { other: await firstView(capability, '/api/v1/node'), forged: await firstView('x') };
    default:
      return {
        env: process.env,
        argv: process.execArgv,
        uid: process.getuid(),
        gid: process.getgid(),
        cwd: process.cwd(),
        canBecomeRoot: canBecomeRoot(),
        groups: process.getgroups(),
        headers: message.headers,
        view: capability === undefined ? null : await firstView(capability),
      };
  }
  return null;
}

async function respond(message, response) {
  const body = JSON.stringify(await answer(message));
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('set-cookie', 'evil=1');
  response.setHeader('x-powered-by', 'somebody');
  response.setHeader('content-security-policy', 'default-src *');
  response.setHeader('cache-control', 'public, max-age=31536000, immutable');
  response.setHeader('location', message.url === '/away' ? '//evil.example' : '/here');
  response.end(body);
}

const server = createServer((message, response) => void respond(message, response));
server.listen(socketPath, () => process.send({ kind: 'ready' }));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
