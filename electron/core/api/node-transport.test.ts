import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HttpRequest, TransportError } from '../ports.ts';
import { createNodeTransport } from './node-transport.ts';
import { LOCAL_IDENTITY } from './testing/local-identity.ts';
import { closedPort, type LocalServer, serveHttp, serveHttps, serveRaw } from './testing/local-server.ts';

let transport: ReturnType<typeof createNodeTransport>;
const servers: LocalServer[] = [];

beforeEach(() => {
  transport = createNodeTransport();
});

afterEach(async () => {
  transport.close();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function started(server: Promise<LocalServer>): Promise<URL> {
  servers.push(await server);
  return (await server).url;
}

async function send(url: URL, more: Partial<HttpRequest> = {}): Promise<string> {
  const request = { method: 'GET' as const, url, headers: {}, connectTimeoutMs: 5_000, idleTimeoutMs: 5_000 };
  const reply = await transport.send({ ...request, ...more });
  const chunks: Uint8Array[] = [];
  for await (const chunk of reply.body) chunks.push(chunk);
  return `${reply.status} ${Buffer.concat(chunks).toString()}`;
}

async function failure(url: URL, more: Partial<HttpRequest> = {}) {
  const error = await send(url, more).then(
    (text) => new Error(`no failure: ${text}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof TransportError)) throw error;
  const { phase, kind, keptConnection } = error;
  return { phase, kind, ...(keptConnection ? { keptConnection } : {}) };
}

describe('an exchange', () => {
  it('carries method, headers and body there, and status, headers and body back', async () => {
    const url = await started(
      serveHttp((request, response) => {
        response.writeHead(418, { 'X-Two': ['a', 'b'] });
        response.write(
          `${request.method} ${request.url} ${request.headers['x-one']} ${request.headers['content-length']} `,
        );
        request.pipe(response);
      }),
    );
    const at = new URL('/p%20q?x=1', url);
    expect(await send(at, { method: 'POST', headers: { 'x-one': '1' }, body: 'grüße' })).toBe(
      '418 POST /p%20q?x=1 1 7 grüße',
    );
    const request = { method: 'GET' as const, url, headers: {}, connectTimeoutMs: 5_000, idleTimeoutMs: 5_000 };
    const reply = await transport.send(request);
    expect(reply.headers['x-two']).toBe('a, b');
    reply.discard();
  });

  it('never follows a redirect', async () => {
    const paths: (string | undefined)[] = [];
    const url = await started(
      serveHttp((request, response) => {
        paths.push(request.url);
        response.writeHead(302, { location: '/elsewhere' }).end('moved');
      }),
    );
    expect(await send(url)).toBe('302 moved');
    expect(paths).toEqual(['/']);
  });

  it('keeps connections for further requests, but gives a fresh one where asked', async () => {
    const ports = new Set<number | undefined>();
    const url = await started(
      serveHttp((request, response) => {
        ports.add(request.socket.remotePort);
        response.end('ok');
      }),
    );
    await send(url);
    await send(url);
    expect(ports.size).toBe(1);
    await send(url, { method: 'POST', body: '{}', freshConnection: true });
    expect(ports.size).toBe(2);
    await send(url);
    expect(ports.size).toBe(2);
  });

  it('speaks https to servers that are trusted', async () => {
    const url = await started(serveHttps(LOCAL_IDENTITY, (_, response) => response.end('hello')));
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, LOCAL_IDENTITY.cert]);
    try {
      expect(await send(url)).toBe('200 hello');
      expect(await send(url, { freshConnection: true })).toBe('200 hello');
    } finally {
      setDefaultCACertificates(trusted);
    }
  });
});

describe('a failure before the connection stands is "not sent"', () => {
  it('when nothing listens on the port', async () => {
    expect(await failure(await closedPort())).toEqual({ phase: 'not-sent', kind: 'refused-connection' });
  });

  it('when the name has no address', async () => {
    expect(await failure(new URL('http://no-such-host.invalid/'))).toEqual({ phase: 'not-sent', kind: 'dns' });
  });

  it('when the encrypted connection does not stand in time, though the bare one does', async () => {
    let bytes = 0;
    const url = await started(
      serveRaw('https', (socket) => {
        socket.on('data', (data) => {
          bytes += data.length;
        });
      }),
    );
    const more = { method: 'POST' as const, body: 'x'.repeat(100_000), connectTimeoutMs: 100 };
    expect(await failure(url, more)).toEqual({ phase: 'not-sent', kind: 'connect-timeout' });
    expect(bytes).toBeLessThan(5_000);
  });

  it('when the other side hangs up within the handshake', async () => {
    const url = await started(serveRaw('https', (socket) => socket.once('data', () => socket.resetAndDestroy())));
    expect(await failure(url)).toEqual({ phase: 'not-sent', kind: 'reset' });
  });

  it('when the other side does not speak TLS', async () => {
    const { port } = await started(serveHttp((_, response) => response.end()));
    expect(await failure(new URL(`https://127.0.0.1:${port}/`))).toEqual({ phase: 'not-sent', kind: 'tls' });
  });

  it('when the certificate is not trusted: not even a part of the request arrives', async () => {
    let requests = 0;
    const url = await started(
      serveHttps(LOCAL_IDENTITY, (_, response) => {
        requests += 1;
        response.end();
      }),
    );
    const more = { method: 'POST' as const, body: '{}', freshConnection: true };
    expect(await failure(url, more)).toEqual({ phase: 'not-sent', kind: 'tls' });
    expect(requests).toBe(0);
  });

  it('when the caller gave up before, or while it connects', async () => {
    const requests: string[] = [];
    const url = await started(serveHttp((request) => requests.push(request.url ?? '')));
    expect(await failure(url, { signal: AbortSignal.abort() })).toEqual({ phase: 'not-sent', kind: 'aborted' });
    const controller = new AbortController();
    const silent = await started(serveRaw('https', () => controller.abort()));
    expect(await failure(silent, { signal: controller.signal })).toEqual({ phase: 'not-sent', kind: 'aborted' });
    expect(requests).toEqual([]);
  });

  it('when the address is neither http nor https', async () => {
    expect(await failure(new URL('ftp://127.0.0.1/'))).toEqual({ phase: 'not-sent', kind: 'insecure' });
  });
});

describe('a failure after that is "sent"', () => {
  it('when the connection is reset before an answer', async () => {
    const url = await started(serveRaw('http', (socket) => socket.once('data', () => socket.resetAndDestroy())));
    expect(await failure(url)).toEqual({ phase: 'sent', kind: 'reset' });
  });

  it('when a kept connection turns out to be closed, which is said', async () => {
    const url = await started(
      serveHttp((request, response) => {
        if (request.url === '/') response.end('ok');
        else request.socket.resetAndDestroy();
      }),
    );
    await send(url);
    expect(await failure(new URL('/again', url))).toEqual({ phase: 'sent', kind: 'reset', keptConnection: true });
  });

  it('when no byte of the answer comes in time', async () => {
    const url = await started(serveHttp(() => {}));
    expect(await failure(url, { idleTimeoutMs: 50 })).toEqual({ phase: 'sent', kind: 'timeout' });
  });

  it('when the answer stops in the middle', async () => {
    const url = await started(serveHttp((_, response) => response.writeHead(200).write('half')));
    expect(await failure(url, { idleTimeoutMs: 50 })).toEqual({ phase: 'sent', kind: 'timeout' });
  });

  it('when the answer ends before its announced length, or in the middle of its chunks', async () => {
    for (const head of ['content-length: 100', 'transfer-encoding: chunked']) {
      const url = await started(
        serveRaw('http', (socket) =>
          socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n5\r\nhalf`)),
        ),
      );
      expect(await failure(url)).toEqual({ phase: 'sent', kind: 'ended-early' });
    }
  });

  it('when what answers does not speak HTTP', async () => {
    const url = await started(
      serveRaw('http', (socket) => socket.once('data', () => socket.end('220 mail ready\r\n'))),
    );
    expect(await failure(url)).toEqual({ phase: 'sent', kind: 'malformed' });
  });

  it('when the caller gives up waiting, or reading', async () => {
    const waiting = new AbortController();
    const silent = await started(serveHttp(() => waiting.abort()));
    expect(await failure(silent, { signal: waiting.signal })).toEqual({ phase: 'sent', kind: 'aborted' });

    const reading = new AbortController();
    const half = await started(serveHttp((_, response) => response.writeHead(200).write('half')));
    const request = { method: 'GET' as const, url: half, headers: {}, connectTimeoutMs: 5_000, idleTimeoutMs: 5_000 };
    const reply = await transport.send({ ...request, signal: reading.signal });
    const consumed = (async () => {
      for await (const _ of reply.body) reading.abort();
    })();
    await expect(consumed).rejects.toMatchObject({ phase: 'sent', kind: 'aborted' });
  });
});

it('a reply that is given up in the middle closes its connection', async () => {
  let closed = () => {};
  const gone = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const url = await started(
    serveHttp((_, response) => {
      response.on('close', closed);
      response.writeHead(200).write('a beginning without end');
    }),
  );
  const request = { method: 'GET' as const, url, headers: {}, connectTimeoutMs: 5_000, idleTimeoutMs: 5_000 };
  const reply = await transport.send(request);
  for await (const _ of reply.body) break;
  await gone;
});

describe('the pace of a reply', () => {
  let elapsed = 0;

  /** Reads a reply of ten pieces, each of which takes the given number of seconds to come by the transport's clock. */
  async function paced(pieceBytes: number, secondsForEach: number): Promise<string> {
    const url = await started(
      serveHttp((_, response) => {
        response.writeHead(200).flushHeaders();
        let pieces = 0;
        const next = () => {
          elapsed += secondsForEach * 1000;
          pieces += 1;
          if (pieces > 10) response.end();
          else response.write(Buffer.alloc(pieceBytes, 0x61), () => setImmediate(next));
        };
        setImmediate(next);
      }),
    );
    const transport = createNodeTransport(() => elapsed);
    const request = { method: 'GET' as const, url, headers: {}, connectTimeoutMs: 5_000, idleTimeoutMs: 5_000 };
    try {
      const reply = await transport.send({ ...request, leastBytesPerSecond: 1024 });
      let bytes = 0;
      for await (const chunk of reply.body) bytes += chunk.byteLength;
      return `${bytes} bytes`;
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      return `${error.phase} ${error.kind}`;
    } finally {
      transport.close();
    }
  }

  it('ends one that trickles, though it is never silent', async () => {
    expect(await paced(100, 7)).toBe('sent too-slow');
  });

  it('lets a slow and honest line through', async () => {
    expect(await paced(20 * 1024, 1)).toBe(`${200 * 1024} bytes`);
    expect(await paced(20 * 1024, 16)).toBe(`${200 * 1024} bytes`);
  });

  it('does not judge a short reply by how long it takes', async () => {
    expect(await paced(10, 2)).toBe('100 bytes');
  });
});
