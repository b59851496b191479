import { BATCH_ENGINE, type Engine, STREAM_ENGINES, type StreamEngine } from '@lectern/tts-protocol';

export type AuditionRoute =
  | { readonly endpoint: 'stream'; readonly engine: StreamEngine }
  | { readonly endpoint: 'single'; readonly engine: Engine };

/** Selects the endpoint for a voice. Voices with a null or unknown engine use the batch engine. */
export function auditionRoute(engine: string | null): AuditionRoute {
  if (engine === 'Svc2.0') return { endpoint: 'single', engine };
  return { endpoint: 'stream', engine: STREAM_ENGINES.find((known) => known === engine) ?? BATCH_ENGINE };
}
