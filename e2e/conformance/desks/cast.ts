// Who speaks in the suite: two voices of the listing that sound different, or those that were asked for.
import { PATHS } from '@lectern/tts-protocol';
import type { Client, Reply } from '../http/client.ts';
import { at, type Fields, textAt } from '../json.ts';
import { NotTested } from '../verdict.ts';

export interface Cast {
  /** Everything in the listing that has an identifier. */
  readonly listed: readonly Fields[];
  /** Speaks everything. */
  readonly first: string;
  /** The second voice of dialogs. @throws {NotTested} where there is none */
  second(): string;
}

/** The voice objects of a listing. How it wraps them is not shown: the array itself, or the first array within. */
export function voiceObjects(body: unknown): unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null) return undefined;
  return Object.values(body).find((value): value is unknown[] => Array.isArray(value));
}

/** The better a voice suits, the more: batches speak with `SvcDialog`, and the suite's texts are English. */
function suits(voice: Fields): number {
  const engine = voice['voice_engine'] === 'SvcDialog' ? 4 : 0;
  const english =
    /^en/i.test(textAt(voice, 'language_code') ?? '') || /^english/i.test(textAt(voice, 'language') ?? '');
  return engine + (english ? 2 : 0) - (voice['is_cloned'] === true ? 1 : 0);
}

/** Chooses the cast from the answer of the listing. */
export function castOf(listing: Reply, asked: { voice?: string | undefined; voice2?: string | undefined }): Cast {
  const body: unknown = listing.status === 200 ? listing.json() : undefined;
  const listed = (voiceObjects(body) ?? []).filter(
    (voice): voice is Fields => typeof at(voice, 'id') === 'string' && at(voice, 'id') !== '',
  );
  const best = listed.toSorted((a, b) => suits(b) - suits(a));
  const id = (voice: Fields | undefined): string | undefined => textAt(voice, 'id');
  const first = asked.voice ?? id(best[0]);
  if (first === undefined) {
    throw new NotTested('no voice could be read from the listing: name one with --voice, and another with --voice-2');
  }
  const lead = listed.find((voice) => voice['id'] === first);
  // A voice of another gender is sure to sound different.
  const others = best
    .filter((voice) => voice['id'] !== first && (lead === undefined || suits(voice) >= suits(lead)))
    .toSorted((a, b) => Number(b['gender'] !== lead?.['gender']) - Number(a['gender'] !== lead?.['gender']));
  const second = asked.voice2 ?? id(others[0] ?? best.find((voice) => voice['id'] !== first));
  return {
    listed,
    first,
    second() {
      if (second === undefined) throw new NotTested('there is one voice only: name another with --voice-2');
      return second;
    },
  };
}

/** Asks for the listing. */
export const askForVoices = (client: Client): Promise<Reply> => client.call({ to: PATHS.voices });
