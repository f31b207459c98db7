import { ApiError } from '../data/api-client.ts';

/** Why a terminal could not be opened, or taken up again where there was a session, in a sentence. */
export function lossSentence(error: Error | null, hadSession: boolean): string {
  const code = error instanceof ApiError ? error.problem.code : null;
  if (hadSession && code === 'not-found') {
    return 'The session is not there any more: its connection was gone for too long, or cri-triage was started anew.';
  }
  if (hadSession && code === 'unauthorized') {
    return 'Your login has ended, or cri-triage was started anew. What ran here is ended.';
  }
  if (error instanceof ApiError) return error.message;
  if (hadSession) return 'The connection was gone for 60 seconds.';
  return error === null
    ? 'The server allowed it, and the connection did not come about: a proxy or tunnel between this browser and the node lets no WebSockets through, or changes their Host or Origin.'
    : error.message;
}
