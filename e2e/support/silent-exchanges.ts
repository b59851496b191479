import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type HttpTransport, TransportError } from '../../electron/core/ports.ts';

const HEADER = 'x-exchange';

/** Times out the exchanges that the service said it will never answer, at once: no other reply has to come in time. */
export class SilentExchanges {
  readonly #open = new Map<string, AbortController>();

  /** The service never answers this request. */
  readonly end = ({ headers }: IncomingMessage): void => this.#open.get(String(headers[HEADER]))?.abort();

  endedIn(transport: HttpTransport): HttpTransport {
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
