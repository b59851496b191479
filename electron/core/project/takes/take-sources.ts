import type { VoiceStatement } from '@lectern/provenance';
import { RECORDING_ORIGIN } from '../../../../shared/model/connection.ts';
import type { VoiceIdentity } from '../../../../shared/model/consent.ts';
import type { VoiceUse } from '../../../../shared/model/voice-use.ts';
import { type SpeechSourceKind, sourceOfVoice, speechSources } from '../../../../shared/rules/digital-source-type.ts';
import type { Database } from '../folder/database.ts';
import { readUses } from './take-summaries.ts';

interface SourceRow {
  readonly id: number;
  readonly origin: string | null;
  readonly user: string | null;
  readonly voice: string | null;
  readonly voice_2: string | null;
  readonly uses: string | null;
}

/** How the speech in a take was made, and by which voices. */
export interface TakeOrigins {
  readonly sources: readonly SpeechSourceKind[];
  readonly voices: readonly VoiceStatement[];
}

export type OriginsOfTakes = ReadonlyMap<number, TakeOrigins>;

export const distinctSources = (origins: OriginsOfTakes): SpeechSourceKind[] => [
  ...new Set([...new Set(origins.values())].flatMap(({ sources }) => sources)),
];

const sourceRows = (db: Database, takeIds: readonly number[]): SourceRow[] =>
  db
    .prepare<SourceRow>(
      `SELECT takes.id AS id, json_extract(source, '$.origin') AS origin, json_extract(source, '$.userId') AS user,
         json_extract(request, '$.voice') AS voice, json_extract(request, '$.voice_2') AS voice_2,
         voice_uses.uses AS uses
       FROM takes LEFT JOIN voice_uses ON voice_uses.id = takes.uses_id
       WHERE takes.id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(takeIds));

/** Returns when each take was made, in milliseconds since the epoch, by take id. */
export const takeTimes = (db: Database, takeIds: readonly number[]): ReadonlyMap<number, number> =>
  new Map(
    db
      .prepare<{ id: number; created_at: number }>(
        'SELECT id, created_at FROM takes WHERE id IN (SELECT value FROM json_each(?))',
      )
      .all(JSON.stringify(takeIds))
      .map(({ id, created_at }) => [id, created_at]),
  );

/** A synthetic voice in a take. */
export interface TakeVoice extends VoiceIdentity {
  readonly name: string | null;
  /** Whether it was known to be a clone when the take was made. */
  readonly isCloned: boolean;
}

/** Returns the synthetic voices in each take, by take id. Takes by the same voices share a list. */
export function takeVoices(db: Database, takeIds: readonly number[]): Map<number, readonly TakeVoice[]> {
  const known = new Map<string, readonly TakeVoice[]>();
  return new Map(
    sourceRows(db, takeIds).map(({ id, origin, user, voice, voice_2, uses }) => {
      const key = JSON.stringify([origin, user, voice, voice_2, uses]);
      const found = known.get(key) ?? voicesIn(origin ?? '', user ?? '', [voice, voice_2], uses);
      known.set(key, found);
      return [id, found];
    }),
  );
}

function voicesIn(
  origin: string,
  userId: string,
  requested: readonly (string | null)[],
  uses: string | null,
): readonly TakeVoice[] {
  if (origin === RECORDING_ORIGIN) return [];
  const useOf = new Map((uses === null ? [] : (readUses(uses) ?? [])).map((use) => [use.voice, use]));
  return [...new Set(requested.filter((voice) => voice !== null))].map((voice) => {
    const use = useOf.get(voice);
    return { origin, userId, voice, name: use?.name ?? null, isCloned: sourceOfVoice(voice, use) === 'cloned' };
  });
}

/** Returns how the speech in each take was made, by take id. Takes of the same origin share an object. */
export function takeOrigins(db: Database, takeIds: readonly number[]): OriginsOfTakes {
  const rows = sourceRows(db, takeIds);
  // Most takes share their origin and voices.
  const known = new Map<string, TakeOrigins>();
  return new Map(
    rows.map(({ id, origin, voice, voice_2, uses }) => {
      const key = JSON.stringify([origin, voice, voice_2, uses]);
      const made = {
        origin: origin ?? '',
        voices: [voice, voice_2].filter((each) => each !== null),
        uses: uses === null ? null : readUses(uses),
      };
      const origins = known.get(key) ?? { sources: speechSources(made), voices: voiceStatements(made) };
      known.set(key, origins);
      return [id, origins];
    }),
  );
}

function voiceStatements({ origin, voices, uses }: Parameters<typeof speechSources>[0]): VoiceStatement[] {
  // A recording isn't spoken by the requested voices.
  if (origin === RECORDING_ORIGIN) return [{ name: RECORDED_VOICE, source: 'recorded' }];
  const known = new Map((uses ?? []).map((use) => [use.voice, use]));
  return [...new Set([...voices, ...known.keys()])].map((voice): VoiceStatement => {
    const use = known.get(voice);
    return {
      name: use?.name ?? voice,
      source: sourceOfVoice(voice, use),
      ...(use?.rights && { licence: use.rights.licence }),
      ...(use?.consentId && { consentId: use.consentId }),
    };
  });
}

/** The project doesn't know who speaks in a recording. In English, because manifests are read by programs. */
const RECORDED_VOICE = 'Recorded speech';

/**
 * Returns how the speech of voices is made, even before they have takes. Uses the records of takes by the same voices.
 * @param consentOf returns the id of the consent that a voice was cloned with; null for other voices
 */
export function castSources(
  db: Database,
  voices: readonly string[],
  consentOf: (voice: string) => string | null,
): SpeechSourceKind[] {
  const known = new Map<string, VoiceUse>();
  for (const { uses } of db.prepare<{ uses: string }>('SELECT uses FROM voice_uses ORDER BY id').all()) {
    for (const use of readUses(uses) ?? []) known.set(use.voice, use);
  }
  return voices.map((voice) => {
    const { synthesizer = null, consentId = null, isCloned } = known.get(voice) ?? {};
    return sourceOfVoice(voice, { synthesizer, consentId: consentId ?? consentOf(voice), isCloned });
  });
}
