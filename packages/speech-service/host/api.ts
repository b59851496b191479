import type { FastifyInstance } from 'fastify';
import { DECISIONS } from '../common/decisions.ts';
import type { Logger } from '../common/log.ts';
import { type AnsweredRequest, createHttpApp, rejectUnknownRoutes, stopGracefully } from '../http/http-app.ts';
import { RateLimits } from '../http/rate-limits.ts';
import { createHostChecker } from '../http/request-source.ts';
import { AddressSigner } from '../http/signed-addresses.ts';
import { Intake } from '../jobs/intake.ts';
import { registerOpenApi } from '../openapi/document.ts';
import type { AccountDirectory, ServiceAccount, UsageMeter } from '../ports/accounts.ts';
import type { CloneSampleStore, CloneStore } from '../ports/clones.ts';
import type { JobStore, StoredBatch } from '../ports/jobs.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { ProgressSource } from '../ports/progress.ts';
import type { RateWindows } from '../ports/rate-windows.ts';
import type { Renderer } from '../rendering/renderer.ts';
import { VoiceSamples } from '../rendering/samples.ts';
import { registerAudio } from '../routes/audio.ts';
import { registerBatches } from '../routes/batches.ts';
import { registerClones } from '../routes/clones.ts';
import type { RouteContext } from '../routes/context.ts';
import { registerConversions } from '../routes/conversions.ts';
import { registerEngines } from '../routes/engines.ts';
import { Attachments, registerInternal } from '../routes/internal.ts';
import { registerReadiness } from '../routes/readiness.ts';
import { registerSingle } from '../routes/single.ts';
import { registerLeases, registerStream } from '../routes/stream.ts';
import { registerVoices } from '../routes/voices.ts';
import type { EngineSettings } from '../speech/configuration/engine-settings.ts';
import { type CloneSpeech, VoiceDirectory } from '../voices/voice-directory.ts';
import type { WebhookReach } from '../webhooks/webhook-reach.ts';

/** Settings that are the same wherever jobs are stored. */
export interface ApiSettings {
  readonly host?: string;
  /** The address of a load balancer in front of the service, without a trailing slash. */
  readonly publicAddress?: string | undefined;
  readonly renderer: Renderer;
  readonly sampleFolder: string;
  readonly uploadFolder: string;
  readonly cloneSamples: CloneSampleStore;
  readonly signingSecret: string;
  readonly addressSeconds?: number;
  readonly streamStallSeconds?: number;
  readonly refreshVoices?: () => void;
  readonly cloneSpeech?: (clone: string) => CloneSpeech | undefined;
  readonly webhookReach?: WebhookReach;
  readonly log: Logger;
  readonly version: string;
  readonly attachments?: Attachments;
  /** Voice engines that Settings can change. If absent, there are no endpoints for them. */
  readonly engines?: EngineSettings;
  /** Returns why requests can't be served at the moment. If absent, there is no `/ready` endpoint for load balancers. */
  readonly readinessProblem?: () => Promise<string | undefined>;
  readonly now?: () => number;
}

export interface ApiOptions extends ApiSettings {
  readonly accounts: AccountDirectory;
  /** The account whose key proves the service's identity, if there is only one. */
  readonly ownAccount?: ServiceAccount | undefined;
  readonly store: JobStore;
  readonly clones: CloneStore;
  readonly progress: ProgressSource;
  readonly rateWindows: RateWindows;
  /** If absent, monthly characters aren't counted. */
  readonly usage?: UsageMeter;
  readonly objects: ObjectStore;
  /** Called after a job has been accepted and its request has been answered. */
  readonly onAccepted: (batch: StoredBatch) => void;
  /** Called after each response. */
  readonly onAnswered?: (request: AnsweredRequest) => void;
  /** Called when the service begins to stop. The service waits for it before it has stopped. */
  readonly onStop: () => Promise<unknown>;
}

function registerRoutes(app: FastifyInstance, context: RouteContext, options: ApiOptions): void {
  const { attachments = new Attachments(), version, engines, ownAccount } = options;
  registerBatches(app, context);
  registerSingle(app, context);
  registerStream(app, context);
  registerVoices(app, context);
  registerClones(app, context);
  registerLeases(app, context);
  registerConversions(app, context);
  registerAudio(app, context);
  registerInternal(app, context, { attachments, version, account: ownAccount });
  if (engines !== undefined) registerEngines(app, context, engines);
  if (options.readinessProblem !== undefined) registerReadiness(app, options.readinessProblem);
  registerOpenApi(app, version);
  // Wait for the multipart routes, which fastify registers later, in a separate scope.
  app.after(() => rejectUnknownRoutes(app));
}

/** Builds the HTTP interface on the given ports. */
export function buildApi(options: ApiOptions): { readonly app: FastifyInstance; readonly signer: AddressSigner } {
  const { accounts, store, renderer, clones, log } = options;
  const now = options.now ?? Date.now;
  const app = createHttpApp({
    accounts,
    isOwnHost: createHostChecker(options.host ?? '127.0.0.1', options.publicAddress),
    publicAddress: options.publicAddress,
    log,
    onAnswered: options.onAnswered,
  });
  const { stopping, cutOff } = stopGracefully(app, DECISIONS.stopSeconds * 1000, options.onStop);
  const signer = new AddressSigner(options.signingSecret, options.addressSeconds ?? DECISIONS.addressSeconds, now);
  const context: RouteContext = {
    store,
    intake: new Intake({ store, queue: { wake: options.onAccepted }, renderer, now }),
    progress: options.progress,
    voices: new VoiceDirectory(renderer, clones, options.cloneSpeech),
    refreshVoices: options.refreshVoices ?? (() => {}),
    clones,
    cloneSamples: options.cloneSamples,
    uploadFolder: options.uploadFolder,
    renderer,
    samples: new VoiceSamples(options.sampleFolder, renderer, cutOff),
    limits: new RateLimits(options.rateWindows, options.usage),
    signer,
    webhookReach: options.webhookReach ?? 'loopback',
    objects: options.objects,
    stopping,
    cutOff,
    streamStallMs: (options.streamStallSeconds ?? DECISIONS.streamStallSeconds) * 1000,
    log,
    now,
  };
  registerRoutes(app, context, options);
  return { app, signer };
}
