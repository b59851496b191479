// Chooses the suite's voices: two different ones from the list, or the requested ones.
import { PATHS } from '@lectern/tts-protocol';
import type { Client, Reply } from '../http/client.ts';
import { at, type Fields, textAt } from '../json.ts';
import { NotTested } from '../verdict.ts';

export interface Cast {
  /** All listed objects with an ID. */
  readonly listed: readonly Fields[];
  /** The default voice. */
  readonly first: string;
  /** Returns the second voice for dialogs. @throws {NotTested} if there is none */
  second(): string;
}

/**
 * Returns the voice objects in a list. The specification doesn't say whether the response is an array or an object that
 * contains one, so this accepts both.
 */
export function voiceObjects(body: unknown): unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null) return undefined;
  return Object.values(body).find((value): value is unknown[] => Array.isArray(value));
}

/** Rates how suitable a voice is. Batches need `SvcDialog`, and the suite's texts are English. */
function rateVoice(voice: Fields): number {
  const engine = voice['voice_engine'] === 'SvcDialog' ? 4 : 0;
  const english =
    /^en/i.test(textAt(voice, 'language_code') ?? '') || /^english/i.test(textAt(voice, 'language') ?? '');
  return engine + (english ? 2 : 0) - (voice['is_cloned'] === true ? 1 : 0);
}

export function chooseCast(
  listing: Reply,
  requested: { voice?: string | undefined; voice2?: string | undefined },
): Cast {
  const body: unknown = listing.status === 200 ? listing.json() : undefined;
  const listed = (voiceObjects(body) ?? []).filter(
    (voice): voice is Fields => typeof at(voice, 'id') === 'string' && at(voice, 'id') !== '',
  );
  const best = listed.toSorted((a, b) => rateVoice(b) - rateVoice(a));
  const id = (voice: Fields | undefined): string | undefined => textAt(voice, 'id');
  const first = requested.voice ?? id(best[0]);
  if (first === undefined) {
    throw new NotTested('no voice could be read from the listing: name one with --voice, and another with --voice-2');
  }
  const lead = listed.find((voice) => voice['id'] === first);
  // Prefer a voice of another gender, because it is easier to distinguish from the first.
  const others = best
    .filter((voice) => voice['id'] !== first && (lead === undefined || rateVoice(voice) >= rateVoice(lead)))
    .toSorted((a, b) => Number(b['gender'] !== lead?.['gender']) - Number(a['gender'] !== lead?.['gender']));
  const second = requested.voice2 ?? id(others[0] ?? best.find((voice) => voice['id'] !== first));
  return {
    listed,
    first,
    second() {
      if (second === undefined) throw new NotTested('there is one voice only: name another with --voice-2');
      return second;
    },
  };
}

export const requestVoices = (client: Client): Promise<Reply> => client.call({ to: PATHS.voices });
