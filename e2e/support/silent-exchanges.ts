import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type HttpTransport, TransportError } from '../../electron/core/ports.ts';

const HEADER = 'x-exchange';

/** Makes requests that the service will never answer time out immediately. Other timeouts aren't affected. */
export class SilentExchanges {
  readonly #open = new Map<string, AbortController>();

  /** Lets a request time out. The service calls this when it decides not to answer. */
  readonly end = ({ headers }: IncomingMessage): void => this.#open.get(String(headers[HEADER]))?.abort();

  wrapTransport(transport: HttpTransport): HttpTransport {
    return {
      send: async (request) => {
        const id = randomUUID();
        const silence = new AbortController();
        this.#open.set(id, silence);
        const signal = AbortSignal.any([silence.signal, ...(request.signal ? [request.signal] : [])]);
        try {
          return await transport.send({ ...request, signal, headers: { ...request.headers, [HEADER]: id } });
        } catch (error) {
          if (!silence.signal.aborted || !(error instanceof TransportError)) throw error;
          throw new TransportError({ phase: error.phase, kind: 'timeout', origin: error.origin });
        } finally {
          this.#open.delete(id);
        }
      },
    };
  }
}
