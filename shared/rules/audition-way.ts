// How a voice is heard at once: which endpoint and engine its own engine needs ("Voice engines").
import { BATCH_ENGINE, type Engine, STREAM_ENGINES, type StreamEngine } from '@lectern/tts-protocol';

export type AuditionWay =
  /** Audio comes while it is made. */
  | { readonly endpoint: 'stream'; readonly engine: StreamEngine }
  /** One file, when it is done: the engine is "used by the asynchronous endpoint". */
  | { readonly endpoint: 'single'; readonly engine: Engine };

/** @param engine as the service lists it with the voice; null or unknown: taken for one of the batch engine */
export function auditionWay(engine: string | null): AuditionWay {
  if (engine === 'Svc2.0') return { endpoint: 'single', engine };
  return { endpoint: 'stream', engine: STREAM_ENGINES.find((known) => known === engine) ?? BATCH_ENGINE };
}
