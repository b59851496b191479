// What the routes are given, and what all of them ask of a request.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { complaintsOf, explain } from '../common/invalid-parameters.ts';
import type { Logger } from '../common/log.ts';
import type { ServiceAccount } from '../http/accounts.ts';
import { invalidParameters } from '../http/errors.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { AddressSigner } from '../http/signed-addresses.ts';
import type { Intake } from '../jobs/intake.ts';
import type { JobProgress } from '../jobs/job-progress.ts';
import type { Renderer } from '../rendering/renderer.ts';
import type { VoiceSamples } from '../rendering/samples.ts';
import type { JobStore } from '../store/job-store.ts';
import type { CloneSamples } from '../voices/clone-samples.ts';
import type { CloneStore } from '../voices/clone-store.ts';
import type { VoiceDirectory } from '../voices/voice-directory.ts';
import type { WebhookReach } from '../webhooks/webhook-reach.ts';

/** Fires when the client has gone before it received everything. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new Error('The client has gone.'));
  });
  return gone.signal;
}

/** @throws ApiError 400 that names each wrong field */
export function parsedBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  if (body === undefined || body === null) throw invalidParameters('The body is missing.');
  const parsed = schema.safeParse(body, { reportInput: true });
  if (!parsed.success) throw invalidParameters(explain(complaintsOf(parsed.error)));
  return parsed.data;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request it is; null on the routes that need no credentials. */
    account: ServiceAccount | null;
  }
}

export interface RouteContext {
  readonly store: JobStore;
  readonly intake: Intake;
  readonly progress: JobProgress;
  readonly voices: VoiceDirectory;
  /** Looks which voices there are now. */
  readonly refreshVoices: () => void;
  readonly clones: CloneStore;
  /** What is kept of the recordings that they were made of. */
  readonly cloneSamples: CloneSamples;
  /** Where samples of voices lie while they are measured. */
  readonly uploadFolder: string;
  readonly renderer: Pick<Renderer, 'stream'>;
  readonly samples: VoiceSamples;
  readonly limits: RateLimits;
  readonly signer: AddressSigner;
  readonly audioFolder: string;
  /** How far webhooks reach. */
  readonly webhookReach: WebhookReach;
  /** Fires when the service begins to stop: what would go on for ever ends now. */
  readonly stopping: AbortSignal;
  /** Fires a moment later, when what is still going on is cut off. */
  readonly cutOff: AbortSignal;
  /** Milliseconds for which the reader of a stream may take nothing. */
  readonly streamStallMs: number;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The account of a request on a route with credentials. */
export function callerOf(request: FastifyRequest): ServiceAccount {
  if (request.account === null) throw new Error('This route was meant to ask for credentials.');
  return request.account;
}

/** The origin that a request came to, as its sender knows it: all addresses in the answer begin with it. */
export function originOf({ headers, socket }: FastifyRequest): string {
  // It was checked (request-source.ts); HTTP/1.0 needs none.
  if (headers.host !== undefined) return `http://${headers.host}`;
  const { localAddress = '127.0.0.1', localPort = 80 } = socket;
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
