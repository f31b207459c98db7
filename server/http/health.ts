import type { Reply } from './respond.ts';

const TYPE = 'text/plain; charset=utf-8';

/** GET /healthz: this process answers; nothing else is asked. */
export function answerHealthz(): Reply {
  return { status: 200, type: TYPE, body: 'ok\n' };
}

/** GET /readyz: the runtime answered Version once since the start; never asks it. */
export function answerReadyz(isReady: boolean): Reply {
  return isReady
    ? { status: 200, type: TYPE, body: 'ok\n' }
    : { status: 503, type: TYPE, body: 'the container runtime has not answered yet\n' };
}
