import type { FastifyInstance } from 'fastify';
import type { MonotonicClock } from '../common/clock.ts';
import { DECISIONS } from '../common/decisions.ts';
import type { Logger } from '../common/log.ts';
import type { ServiceAccount } from '../http/accounts.ts';
import { createHttpApp, rejectUnknownRoutes, stopGracefully } from '../http/http-app.ts';
import { RateLimits } from '../http/rate-limits.ts';
import { listeningOrigin } from '../http/raw-http.ts';
import { createHostChecker } from '../http/request-source.ts';
import { AddressSigner } from '../http/signed-addresses.ts';
import { Intake } from '../jobs/intake.ts';
import { JobProgress } from '../jobs/job-progress.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import { registerOpenApi } from '../openapi/document.ts';
import type { Renderer } from '../rendering/renderer.ts';
import { VoiceSamples } from '../rendering/samples.ts';
import { registerAudio } from '../routes/audio.ts';
import { registerBatches } from '../routes/batches.ts';
import { registerClones } from '../routes/clones.ts';
import type { RouteContext } from '../routes/context.ts';
import { registerConversions } from '../routes/conversions.ts';
import { registerEngines } from '../routes/engines.ts';
import { Attachments, registerInternal } from '../routes/internal.ts';
import { registerSingle } from '../routes/single.ts';
import { registerLeases, registerStream } from '../routes/stream.ts';
import { registerVoices } from '../routes/voices.ts';
import type { EngineSettings } from '../speech/configuration/engine-settings.ts';
import type { ServiceDatabase } from '../store/database.ts';
import type { JobStore } from '../store/job-store.ts';
import type { CloneSamples } from '../voices/clone-samples.ts';
import { CloneStore } from '../voices/clone-store.ts';
import { type CloneSpeech, VoiceDirectory } from '../voices/voice-directory.ts';
import { createWebhooks } from '../webhooks/deliverer.ts';
import type { WebhookReach } from '../webhooks/webhook-reach.ts';

export interface ServerOptions {
  readonly accounts: readonly ServiceAccount[];
  readonly host?: string;
  readonly store: JobStore;
  readonly database: ServiceDatabase;
  readonly renderer: Renderer;
  readonly audioFolder: string;
  readonly sampleFolder: string;
  readonly uploadFolder: string;
  readonly cloneSamples: CloneSamples;
  readonly signingSecret: string;
  readonly addressSeconds?: number;
  readonly streamStallSeconds?: number;
  readonly speedFactor?: number;
  readonly clock?: MonotonicClock;
  readonly refreshVoices?: () => void;
  readonly cloneSpeech?: (clone: string) => CloneSpeech | undefined;
  readonly webhookReach?: WebhookReach;
  readonly log: Logger;
  readonly version: string;
  readonly attachments?: Attachments;
  readonly engines: EngineSettings;
  readonly now?: () => number;
  readonly elapsed?: () => number;
}

function registerRoutes(app: FastifyInstance, context: RouteContext, options: ServerOptions): void {
  const { attachments = new Attachments(), version } = options;
  registerBatches(app, context);
  registerSingle(app, context);
  registerStream(app, context);
  registerVoices(app, context);
  registerClones(app, context);
  registerLeases(app, context);
  registerConversions(app, context);
  registerAudio(app, context);
  registerInternal(app, context, { attachments, version, account: options.accounts[0] });
  registerEngines(app, context, options.engines);
  registerOpenApi(app, version);
  // Wait for the multipart routes, which are in a scope of their own that fastify registers later.
  app.after(() => rejectUnknownRoutes(app));
}

/** Processes jobs from `ready` until `close`. The caller still owns the store and the renderer. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const { accounts, store, renderer, audioFolder, log } = options;
  const now = options.now ?? Date.now;
  const app = createHttpApp({ accounts, isOwnHost: createHostChecker(options.host ?? '127.0.0.1'), log });
  const { stopping, cutOff } = stopGracefully(app, DECISIONS.stopSeconds * 1000, () =>
    Promise.all([queue.stop(), webhooks.deliverer.stop()]),
  );
  const signer = new AddressSigner(options.signingSecret, options.addressSeconds ?? DECISIONS.addressSeconds, now);
  const webhookReach = options.webhookReach ?? 'loopback';
  const webhooks = createWebhooks({
    database: options.database,
    reach: webhookReach,
    addressOf: (file) => signer.sign(listeningOrigin(app.server), file),
    version: options.version,
    log,
    now,
  });
  const clones = new CloneStore(options.database);
  clones.eraseUnused();
  options.cloneSamples.sweep((id) => clones.findExisting(id) !== undefined);
  const progress = new JobProgress();
  const queue = new JobQueue({
    store,
    renderer,
    progress,
    audioFolder,
    speedFactor: options.speedFactor,
    clock: options.clock,
    alongside: webhooks.jobEnded,
    log,
    now,
  });
  const context: RouteContext = {
    store,
    intake: new Intake({ store, queue, renderer, now }),
    progress,
    voices: new VoiceDirectory(renderer, clones, options.cloneSpeech),
    refreshVoices: options.refreshVoices ?? (() => {}),
    clones,
    cloneSamples: options.cloneSamples,
    uploadFolder: options.uploadFolder,
    renderer,
    samples: new VoiceSamples(options.sampleFolder, renderer, cutOff),
    limits: new RateLimits(options.elapsed ?? (() => performance.now())),
    signer,
    webhookReach,
    audioFolder,
    stopping,
    cutOff,
    streamStallMs: (options.streamStallSeconds ?? DECISIONS.streamStallSeconds) * 1000,
    log,
    now,
  };

  registerRoutes(app, context, options);
  app.addHook('onReady', async () => queue.wake());
  app.addHook('onListen', async () => webhooks.deliverer.start());
  return app;
}
