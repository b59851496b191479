import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer as createEncryptedServer } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Server as RawServer, type Socket } from 'node:net';

export interface LocalServer {
  readonly url: URL;
  close(): Promise<void>;
}

/** An HTTP server on a free port of 127.0.0.1. */
export function serveHttp(listener: RequestListener): Promise<LocalServer> {
  return listening(createPlainServer(listener), 'http');
}

/** An HTTPS server on a free port of 127.0.0.1. */
export function serveHttps(identity: { key: string; cert: string }, listener: RequestListener): Promise<LocalServer> {
  return listening(createEncryptedServer(identity, listener), 'https');
}

/** A server that does with each connection what it is told. The address says `scheme`, whatever it speaks. */
export function serveRaw(scheme: 'http' | 'https', onConnection: (socket: Socket) => void): Promise<LocalServer> {
  const sockets = new Set<Socket>();
  const server = createRawServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  return listening(server, scheme, () => {
    for (const socket of sockets) socket.destroy();
  });
}

function listening(server: Server | RawServer, scheme: string, cut?: () => void): Promise<LocalServer> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({
        url: new URL(`${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/`),
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            if ('closeAllConnections' in server) server.closeAllConnections();
            cut?.();
          }),
      });
    });
  });
}

/** A port of 127.0.0.1 that nothing listens on. */
export async function closedPort(): Promise<URL> {
  const server = await serveHttp(() => {});
  await server.close();
  return server.url;
}
