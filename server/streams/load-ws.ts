/** The WebSocket library, brought in by the first stream: until then it costs the node nothing. */
export function loadWs(): Promise<typeof import('ws')> {
  return import('ws');
}
