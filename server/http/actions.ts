import { z } from 'zod';
import {
  ACTION_KINDS,
  type ActionPreview,
  type ActionResult,
  actionRequestSchema,
} from '../contract/action.ts';
import type { ApiRequest, ApiRoute } from './api-route.ts';
import { AppError } from './app-error.ts';
import type { Actions } from './drive.ts';
import { parse, refuseParams } from './params.ts';

/** 8 KB: an id and a word. */
const MAX_BODY_BYTES = 8 * 1024;

const previewParams = z.strictObject({
  kind: z.enum(ACTION_KINDS),
  id: z.string().min(1).max(1_024),
});

/** Routes that stop or remove something of the node. Null: there is no node to act on. */
export function actionRoutes(actions: Actions | null): readonly ApiRoute[] {
  const guard = { path: '/actions', role: 'viewer', feature: 'remove', kind: 'json' } as const;
  return [
    { ...guard, method: 'GET', answer: (request) => preview(there(actions), request) },
    { ...guard, method: 'POST', answer: (request) => act(there(actions), request) },
  ];
}

function there(actions: Actions | null): Actions {
  if (actions !== null) return actions;
  throw new AppError('feature-disabled', 'a capture is shown: there is no node to act on');
}

/** GET /actions: whether it may be done now, and what it costs; changes nothing. */
function preview(actions: Actions, { query, signal }: ApiRequest): Promise<ActionPreview> {
  return actions.preview(parse(previewParams, query), { signal });
}

/** POST /actions: does it, once what is to be typed is typed. */
async function act(actions: Actions, request: ApiRequest): Promise<ActionResult> {
  refuseParams(request.query);
  const given = actionRequestSchema.safeParse(await request.readJson(MAX_BODY_BYTES));
  if (!given.success) {
    const [issue] = given.error.issues;
    throw new AppError('bad-request', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  return actions.act(request.caller, given.data, { signal: request.signal });
}
