// These agents return a socket only once it is connected, including TLS. Until then, no byte of a request has been
// sent.
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TransportFailure } from '../../../shared/model/problems/service-problem.ts';

export interface ConnectingOptions {
  readonly connectTimeoutMs: number;
  readonly callerSignal?: AbortSignal | undefined;
}

export class ConnectFailure extends Error {
  readonly kind: TransportFailure;
  readonly code: string | undefined;

  constructor(kind: TransportFailure, code?: string) {
    super(`no connection: ${kind}`);
    this.kind = kind;
    this.code = code;
  }
}

type Ready = (error: Error | null, socket?: Socket) => void;

/** Calls `ready` exactly once, when the connection is established or has failed. */
function whenReady(socket: Socket, event: 'connect' | 'secureConnect', options: ConnectingOptions, ready: Ready): void {
  let isConnected = false;
  const settle = (error: ConnectFailure | null) => {
    clearTimeout(timer);
    socket.off(event, stands);
    socket.off('error', failed);
    socket.off('close', closed);
    options.callerSignal?.removeEventListener('abort', abandoned);
    // Later errors are passed to the request that uses the socket. If there is no request, they are ignored.
    socket.on('error', () => {});
    if (error) socket.destroy();
    ready(error, error ? undefined : socket);
  };
  const stands = () => settle(null);
  const failed = (error: NodeJS.ErrnoException) =>
    settle(new ConnectFailure(kindOf(error.code, isConnected), error.code));
  const closed = () => settle(new ConnectFailure('reset'));
  const abandoned = () => settle(new ConnectFailure('aborted'));
  const timer = setTimeout(() => settle(new ConnectFailure('connect-timeout')), options.connectTimeoutMs);
  socket.once('connect', () => {
    isConnected = true;
  });
  socket.on(event, stands);
  socket.on('error', failed);
  socket.on('close', closed);
  options.callerSignal?.addEventListener('abort', abandoned, { once: true });
}

/** @param isConnected true if the TCP connection was established, that is, if the TLS handshake failed */
function kindOf(code: string | undefined, isConnected: boolean): TransportFailure {
  if (code === 'ENOTFOUND' || code?.startsWith('EAI_')) return 'dns';
  if (code === 'ETIMEDOUT') return 'connect-timeout';
  if (!isConnected) return 'refused-connection';
  return code === 'ECONNRESET' || code === 'EPIPE' ? 'reset' : 'tls';
}

type SocketCallback = (error: Error | null, socket: Duplex) => void;

/** Node's agents read the socket only if there is no error. Their types can't express this. */
const asReady = (callback: SocketCallback | undefined): Ready => callback as unknown as Ready;

export class PlainAgent extends http.Agent {
  override createConnection(options: http.ClientRequestArgs, callback?: SocketCallback): undefined {
    // Node passes all of the request's options to the agent.
    const told = options as http.ClientRequestArgs & ConnectingOptions;
    whenReady(super.createConnection(told) as Socket, 'connect', told, asReady(callback));
  }
}

export class EncryptedAgent extends https.Agent {
  override createConnection(options: https.RequestOptions, callback?: SocketCallback): undefined {
    const told = options as https.RequestOptions & ConnectingOptions;
    whenReady(super.createConnection(told) as Socket, 'secureConnect', told, asReady(callback));
  }
}
