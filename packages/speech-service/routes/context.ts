import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { issueMessages, joinMessages } from '../common/invalid-parameters.ts';
import type { Logger } from '../common/log.ts';
import { invalidParameters } from '../http/errors.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { AddressSigner } from '../http/signed-addresses.ts';
import type { Intake } from '../jobs/intake.ts';
import type { ServiceAccount } from '../ports/accounts.ts';
import type { CloneSampleStore, CloneStore } from '../ports/clones.ts';
import type { JobStore } from '../ports/jobs.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { ProgressSource } from '../ports/progress.ts';
import type { Renderer } from '../rendering/renderer.ts';
import type { VoiceSamples } from '../rendering/samples.ts';
import type { VoiceDirectory } from '../voices/voice-directory.ts';
import type { WebhookReach } from '../webhooks/webhook-reach.ts';

/** Returns a signal that is aborted if the client disconnects before the response is complete. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new Error('The client has gone.'));
  });
  return gone.signal;
}

export function parseBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  if (body === undefined || body === null) throw invalidParameters('The body is missing.');
  const parsed = schema.safeParse(body, { reportInput: true });
  if (!parsed.success) throw invalidParameters(joinMessages(issueMessages(parsed.error)));
  return parsed.data;
}

declare module 'fastify' {
  interface FastifyRequest {
    account: ServiceAccount | null;
  }
}

export interface RouteContext {
  readonly store: JobStore;
  readonly intake: Intake;
  readonly progress: ProgressSource;
  readonly voices: VoiceDirectory;
  readonly refreshVoices: () => void;
  readonly clones: CloneStore;
  readonly cloneSamples: CloneSampleStore;
  readonly uploadFolder: string;
  readonly renderer: Pick<Renderer, 'stream'>;
  readonly samples: VoiceSamples;
  readonly limits: RateLimits;
  readonly signer: AddressSigner;
  readonly objects: ObjectStore;
  readonly webhookReach: WebhookReach;
  /** Aborted as soon as the service is asked to stop, to end responses that would never end by themselves. */
  readonly stopping: AbortSignal;
  /** Aborted shortly afterwards, when the service cuts off responses that are still open. */
  readonly cutOff: AbortSignal;
  readonly streamStallMs: number;
  readonly log: Logger;
  readonly now: () => number;
}

export function callerOf(request: FastifyRequest): ServiceAccount {
  if (request.account === null) throw new Error('This route was meant to ask for credentials.');
  return request.account;
}

/** Returns the start of URLs in responses: the public address if there is one, else the origin that the client used. */
export function requestOrigin({ headers, socket, server }: FastifyRequest): string {
  if (server.publicAddress !== undefined) return server.publicAddress;
  // The header was validated in request-source.ts; HTTP/1.0 clients may omit it.
  if (headers.host !== undefined) return `http://${headers.host}`;
  const { localAddress = '127.0.0.1', localPort = 80 } = socket;
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
