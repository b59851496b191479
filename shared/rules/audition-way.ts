// The endpoint and engine for auditions, depending on the voice's engine ("Voice engines" in the interface).
import { BATCH_ENGINE, type Engine, STREAM_ENGINES, type StreamEngine } from '@lectern/tts-protocol';

export type AuditionRoute =
  /** Streams audio while it is rendered. */
  | { readonly endpoint: 'stream'; readonly engine: StreamEngine }
  /** Returns one file when finished. Its engine is "used by the asynchronous endpoint". */
  | { readonly endpoint: 'single'; readonly engine: Engine };

/**
 * Selects the endpoint and engine for a voice.
 *
 * @param engine as listed by the service; null or unknown falls back to the batch engine
 */
export function auditionRoute(engine: string | null): AuditionRoute {
  if (engine === 'Svc2.0') return { endpoint: 'single', engine };
  return { endpoint: 'stream', engine: STREAM_ENGINES.find((known) => known === engine) ?? BATCH_ENGINE };
}
