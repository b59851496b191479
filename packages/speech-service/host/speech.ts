import { availableParallelism } from 'node:os';
import { DECISIONS } from '../common/decisions.ts';
import type { Logger } from '../common/log.ts';
import type { MaybePromise } from '../common/maybe-promise.ts';
import type { CloneSampleStore } from '../ports/clones.ts';
import { EmbeddedEngine } from '../rendering/embedded-engine.ts';
import { type Renderer, SilentRenderer, SpeechRenderer } from '../rendering/renderer.ts';
import { RenderPool } from '../rendering/worker-pool.ts';
import { CombinedEngine } from '../speech/combined-engine.ts';
import type { EngineSettings } from '../speech/configuration/engine-settings.ts';
import { PackShelf } from '../speech/packs/pack-shelf.ts';
import type { ResolveVoice } from '../voices/catalogue.ts';

export interface SpeechOptions {
  readonly kind: 'espeak' | 'silent';
  /** Servers and programs that synthesise speech. */
  readonly engines: EngineSettings;
  /** The folder with voice packs. */
  readonly packs: string;
  /** Folder for buffers of streams that are far ahead of their readers. */
  readonly ahead: string;
  readonly cloneSamples: CloneSampleStore;
  readonly resolve: ResolveVoice;
  /** Called before voices are resolved. */
  readonly prepare?: (voices: readonly string[]) => MaybePromise<void>;
  readonly log: Logger;
}

export interface Speech {
  readonly renderer: Renderer;
  readonly packs: PackShelf | undefined;
  close(): Promise<void>;
}

/** Starts the speech engines of this machine. */
export function createSpeech({ kind, engines, log, ...options }: SpeechOptions): Speech {
  if (kind === 'silent') return { renderer: new SilentRenderer(), packs: undefined, close: async () => {} };
  engines.load();
  const voices = engines.engines.reduce((sum, engine) => sum + engine.voices.length, 0);
  if (voices > 0) log.info({ engines: engines.engines.length, voices }, 'the speech configuration was loaded');
  const packs = new PackShelf(options.packs, log, { cloneSamples: options.cloneSamples });
  const { jobs, streams } = DECISIONS.speechThreads;
  const pool = new RenderPool(Math.min(jobs, availableParallelism()));
  const livePool = new RenderPool(streams);
  const embedded = new EmbeddedEngine(pool, livePool, options.resolve, options.ahead, options.prepare);
  const renderer = new SpeechRenderer(new CombinedEngine(embedded, [], engines, packs), pool, livePool);
  return {
    renderer,
    packs,
    close: async () => {
      packs.close();
      await renderer.close();
    },
  };
}
