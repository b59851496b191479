import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SizedBody } from '../ports.ts';
import { createNodeTransport } from './node-transport.ts';
import { type LocalServer, serveHttp, serveRaw } from './testing/local-server.ts';

let transport: ReturnType<typeof createNodeTransport>;
const servers: LocalServer[] = [];
beforeEach(() => {
  transport = createNodeTransport();
});
afterEach(async () => {
  vi.useRealTimers();
  transport.close();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function started(server: Promise<LocalServer>): Promise<URL> {
  servers.push(await server);
  return (await server).url;
}

/** A body of pieces of 64 KiB, and what became of it. */
function bodyOf(pieces: number, failing?: Error) {
  const fate = { given: 0, isLeft: false };
  async function* chunks() {
    try {
      for (; fate.given < pieces; fate.given += 1) yield new Uint8Array(65_536).fill(fate.given);
      if (failing) throw failing;
    } finally {
      fate.isLeft = true;
    }
  }
  return { fate, body: { sizeBytes: pieces * 65_536, chunks: chunks() } };
}

const send = (url: URL, body: SizedBody, signal?: AbortSignal, idleTimeoutMs = 5_000) =>
  transport.send({
    method: 'POST',
    url,
    headers: {},
    body,
    connectTimeoutMs: 5_000,
    idleTimeoutMs,
    freshConnection: true,
    ...(signal ? { signal } : {}),
  });

async function textOf(reply: Awaited<ReturnType<typeof send>>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of reply.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('a body that is sent while it is read', () => {
  it('may have arrived whole as soon as its last byte was given away', async () => {
    const url = await started(
      serveHttp((request) => {
        let bytes = 0;
        request.on('data', (chunk: Uint8Array) => {
          bytes += chunk.byteLength;
          if (bytes === 65_536) request.socket.destroy();
        });
      }),
    );
    let isOver: Promise<unknown> = Promise.resolve();
    async function* chunks() {
      yield new Uint8Array(65_536);
      // All is said; that it was all is not known before the connection has ended.
      await isOver;
    }
    const sent = send(url, { sizeBytes: 65_536, chunks: chunks() });
    isOver = sent.catch(() => undefined);
    await expect(sent).rejects.toMatchObject({ kind: 'reset', phase: 'sent' });
  });

  it('arrives whole, with its length', async () => {
    const url = await started(
      serveHttp(async (request, response) => {
        let bytes = 0;
        for await (const chunk of request) bytes += (chunk as Uint8Array).byteLength;
        response.end(`${request.headers['content-length']} ${request.headers.connection} ${bytes}`);
      }),
    );
    const { body, fate } = bodyOf(20);
    expect(await textOf(await send(url, body))).toBe('1310720 keep-alive 1310720');
    expect(fate).toEqual({ given: 20, isLeft: true });
  });

  it('is read no faster than it is taken', async () => {
    const url = await started(serveRaw('http', (socket) => void socket.pause()));
    const { body, fate } = bodyOf(2000);
    const leaving = new AbortController();
    const sent = send(url, body, leaving.signal).catch((error: unknown) => error);
    // It comes to a stand: as many turns as it likes change nothing any more.
    for (let before = -1; fate.given === 0 || before !== fate.given; ) {
      before = fate.given;
      for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
    }
    expect(fate.given).toBeLessThan(500);
    leaving.abort();
    expect(await sent).toMatchObject({ kind: 'aborted', phase: 'in-part' });
    while (!fate.isLeft) await new Promise(setImmediate);
  });

  it('ends the request with its own error where it can’t be read', async () => {
    const closed = Promise.withResolvers<void>();
    const url = await started(
      serveHttp((request) => {
        request.on('error', () => {});
        request.on('close', () => closed.resolve());
        request.resume();
      }),
    );
    const { body } = bodyOf(3, new Error('the disk is gone'));
    await expect(send(url, { ...body, sizeBytes: body.sizeBytes + 1 })).rejects.toThrow('the disk is gone');
    await closed.promise;
  });

  it('is refused where it is larger or smaller than it was said', async () => {
    const url = await started(serveHttp((request) => void request.on('error', () => {}).resume()));
    const { body: more } = bodyOf(3);
    await expect(send(url, { ...more, sizeBytes: 65_537 })).rejects.toThrow('a body of 65537 bytes has more');
    const { body: less } = bodyOf(1);
    await expect(send(url, { ...less, sizeBytes: 65_537 })).rejects.toThrow('a body of 65537 bytes ended after 65536');
  });

  it('stops where the answer comes before its end, and the answer is read', async () => {
    const sockets: Socket[] = [];
    const url = await started(
      serveRaw('http', (socket) => {
        sockets.push(socket);
        let bytes = 0;
        socket.on('data', (chunk) => {
          bytes += chunk.byteLength;
          if (bytes < 300_000 || socket.isPaused()) return;
          socket.pause();
          socket.write('HTTP/1.1 413 Payload Too Large\r\ncontent-length: 3\r\n\r\nbig');
        });
      }),
    );
    const { body, fate } = bodyOf(2000);
    const reply = await send(url, body);
    expect([reply.status, await textOf(reply)]).toEqual([413, 'big']);
    while (!fate.isLeft) await new Promise(setImmediate);
    expect(fate.given).toBeLessThan(2000);
    // The connection is given up, too, although there is more that was promised.
    const [socket] = sockets;
    const closed = new Promise((resolve) => socket?.once('close', resolve));
    socket?.removeAllListeners('data').resume();
    await closed;
  });

  it('is not begun where its head is refused, even by one who hangs up', async () => {
    const refusal = 'HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\nwho?';
    const url = await started(serveRaw('http', (socket) => void socket.once('data', () => socket.end(refusal))));
    const { body, fate } = bodyOf(2000);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const reply = await send(url, body);
    expect([reply.status, await textOf(reply)]).toEqual([401, 'who?']);
    expect(fate).toEqual({ given: 0, isLeft: false });
  });

  it('is refused by a server that reads on, whenever it answers', async () => {
    for (const least of [0, 1, 1_000_000]) {
      const url = await started(
        serveHttp((request, response) => {
          let bytes = 0;
          const refuse = () => {
            if (bytes < least) return;
            request.off('data', count);
            response.writeHead(401).end('who?');
          };
          const count = (chunk: Uint8Array) => {
            bytes += chunk.byteLength;
            refuse();
          };
          request.on('data', count);
          if (least === 0) refuse();
        }),
      );
      const reply = await send(url, bodyOf(100).body);
      expect([reply.status, await textOf(reply)]).toEqual([401, 'who?']);
    }
  });

  it('fails where the other side breaks off, or takes nothing for too long', async () => {
    const broken = await started(serveRaw('http', (socket) => void socket.once('data', () => socket.destroy())));
    const { body, fate } = bodyOf(2000);
    await expect(send(broken, body)).rejects.toMatchObject({ phase: 'in-part' });
    expect(fate.given).toBeLessThan(2000);
    const stuck = await started(serveRaw('http', (socket) => void socket.pause()));
    await expect(send(stuck, bodyOf(2000).body, undefined, 100)).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('is not begun where nothing can be sent', async () => {
    const { body, fate } = bodyOf(2);
    const url = await started(serveHttp(() => {}));
    await expect(send(url, body, AbortSignal.abort())).rejects.toMatchObject({ phase: 'not-sent' });
    expect(fate.given).toBe(0);
  });

  it('does not count as silence while it goes on, however long it takes', async () => {
    let arrived = 0;
    const url = await started(
      serveHttp(async (request, response) => {
        for await (const chunk of request) arrived += (chunk as Uint8Array).byteLength;
        response.end('ok');
      }),
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    async function* slowly() {
      for (let given = 10; given <= 50; given += 10) {
        yield new Uint8Array(10);
        while (arrived < given) await new Promise(setImmediate);
        vi.advanceTimersByTime(40_000);
      }
    }
    expect(await textOf(await send(url, { sizeBytes: 50, chunks: slowly() }, undefined, 60_000))).toBe('ok');
  });
});
