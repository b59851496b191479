import { createHash } from 'node:crypto';
import type { StoredInput } from '@lectern/speech-service/upstream';
import { BATCH_ENGINE, type InputParameters, type OutputFormat, parseMarkup } from '@lectern/tts-protocol';
import type { UpstreamVoices } from './upstream-voices.ts';

const DEFAULT_FORMAT = 'mp3';

export type UpstreamRequest = InputParameters & { readonly output_format: OutputFormat };

const removedVoice = (field: string): string =>
  `The upstream service no longer has the voice of this line (${field}), or it belongs to another engine.`;

/**
 * Converts a request for the other service: replaces the voices' IDs and removes this service's extensions.
 * @returns the request, or an error message for the client
 */
export function upstreamRequest(input: StoredInput, voices: UpstreamVoices): UpstreamRequest | string {
  const { style: _, markup, voice_engine: engine, ...rest } = input;
  if (engine !== BATCH_ENGINE)
    return `The voices of the upstream service only work with the engine ${BATCH_ENGINE}, not with ${engine}.`;
  const voice = voices.upstreamId(input.voice);
  if (voice === undefined) return removedVoice('voice');
  const second = input.voice_2 == null ? undefined : voices.upstreamId(input.voice_2);
  if (input.voice_2 != null && second === undefined) return removedVoice('voice_2');
  return {
    ...rest,
    text: markup == null ? input.text : (parseMarkup(input.text)?.text ?? input.text),
    voice,
    ...(second === undefined ? {} : { voice_2: second }),
    voice_engine: BATCH_ENGINE,
    // The interface doesn't define a default.
    output_format: input.output_format ?? DEFAULT_FORMAT,
  };
}

/** Returns a hash of a request. Requests with the same hash and a seed have the same result. */
export function fingerprintOf(request: InputParameters): string {
  const fields = Object.entries(request).filter(([, value]) => value != null);
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url');
}
