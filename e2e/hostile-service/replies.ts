import type { ServerResponse } from 'node:http';
import type { Denial } from './behaviours.ts';

export const PAGE = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function sendText(response: ServerResponse, status: number, text: string, type = 'text/plain') {
  response.writeHead(status, { 'content-type': type }).end(text);
}

export function resetConnection(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

/**
 * Sends half a response, then disconnects.
 * @param announced whether to send a `content-length`. Without it, the body is chunked and its last chunk is missing.
 */
export function sendHalf(
  response: ServerResponse,
  status: number,
  body: Uint8Array,
  headers: Record<string, string>,
  announced: boolean,
): void {
  response.writeHead(status, { ...headers, ...(announced ? { 'content-length': String(body.length) } : {}) });
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroySoon());
}

/** Sends an error that can occur for any request. Returns false if `kind` isn't such an error. */
export function sendCommon(
  response: ServerResponse,
  kind: string,
  retryAfterSeconds: number,
  message: string,
): boolean {
  switch (kind) {
    case 'reset':
      resetConnection(response);
      return true;
    case '500':
      sendJson(response, 500, { message, error: 'Internal Server Error' });
      return true;
    case '502-text':
      sendText(response, 502, `upstream went away ${message}`);
      return true;
    case '503-text':
      sendText(response, 503, `no server is available ${message}`);
      return true;
    case '429':
      sendJson(response, 429, `Too many requests. ${message}`);
      return true;
    case '429-retry-after':
      sendJson(response, 429, `Too many requests. ${message}`, { 'retry-after': String(retryAfterSeconds) });
      return true;
    case 'html':
      sendText(response, 200, PAGE, 'text/html');
      return true;
    case '404-html':
      sendText(response, 404, PAGE, 'text/html');
      return true;
    case 'silence':
      return true;
    default:
      return false;
  }
}

/** Claims that the requested resource doesn't exist. */
export function sendDenial(response: ServerResponse, denial: Denial): void {
  if (denial === 'page') sendText(response, 404, PAGE, 'text/html');
  else sendJson(response, denial, { error_id: 'DENIED', error_message: 'There is no such thing here.' });
}
