// One request to a voice server.
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Patience } from './patience.ts';
import { SourceError, type Timeouts } from './speech-source.ts';

export interface ServerRequest {
  /** `The voice server "kokoro"`. */
  readonly title: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: unknown;
  readonly timeouts: Timeouts;
}

export interface ServerAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** What is not taken holds the server up. Leaving it early ends the request. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : error instanceof Error ? error.name : 'unknown';

const unreachable = ({ title, url }: ServerRequest, why: string): SourceError =>
  new SourceError('down', `${title} can't be reached at ${url.origin} (${why}): start it, or put its url right.`);

/** An error before the connection means that the server can't be reached; a later one, that the answer broke off. */
function brokenOff(asked: ServerRequest, error: unknown, wasConnected: boolean): SourceError {
  if (error instanceof SourceError) return error;
  const code = codeOf(error);
  if (code.startsWith('HPE_')) return new SourceError('final', `${asked.title} does not answer as a web server does.`);
  if (!wasConnected) return unreachable(asked, code);
  return new SourceError('passing', `${asked.title} broke off its answer (${code}).`);
}

/**
 * Posts a body. Redirects are not followed: credentials go nowhere else.
 *
 * @throws SourceError; the signal's reason
 */
export async function askServer(asked: ServerRequest, signal: AbortSignal): Promise<ServerAnswer> {
  const { url, timeouts, title } = asked;
  const body = Buffer.from(JSON.stringify(asked.body));
  const post = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = { ...asked.headers, 'content-type': 'application/json', 'content-length': body.length };
  // A new connection for each request: the server may have closed one that was kept.
  const request = post(url, { method: 'POST', agent: false, headers, signal });
  const patience = new Patience(title, timeouts);
  const giveUp = (): void => void request.destroy();
  let isConnected = false;
  try {
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      const tooLate = setTimeout(
        () => request.destroy(unreachable(asked, `no connection within ${timeouts.connectSeconds} s`)),
        timeouts.connectSeconds * 1000,
      );
      request.once('socket', (socket) => {
        socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
          isConnected = true;
          clearTimeout(tooLate);
        });
      });
      request.once('response', resolve);
      request.once('close', () => clearTimeout(tooLate));
      // Stays: errors may come after the answer has begun.
      request.on('error', reject);
    });
    request.end(body);
    const answer = await patience.wait(answered, signal, giveUp);
    return { status: answer.statusCode ?? 0, headers: answer.headers, bytes: bytesOf(answer) };
  } catch (error) {
    signal.throwIfAborted();
    throw brokenOff(asked, error, isConnected);
  }

  async function* bytesOf(answer: IncomingMessage): AsyncGenerator<Uint8Array> {
    try {
      yield* patience.each(answer, signal, giveUp);
      if (!answer.complete) throw new Error('incomplete');
    } catch (error) {
      signal.throwIfAborted();
      throw brokenOff(asked, error, true);
    } finally {
      request.destroy();
    }
  }
}
