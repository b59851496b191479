// The history of each voice's sound, from all takes in which it speaks alone.
import { z } from 'zod';
import { ANALYSIS_VERSION } from '../../../../shared/model/take.ts';
import { hasDrifted, type VoiceDrift } from '../../../../shared/model/voice-drift.ts';
import { VOICE_SOUND_VERSION } from '../../../../shared/model/voice-sound.ts';
import { spokenLength } from '../../rules/spoken-length.ts';
import { tempoOf } from '../../rules/suspicion.ts';
import { type CanaryPair, canaryShift, driftOf, type HeardTake } from '../../rules/voice-drift.ts';
import type { Database } from '../folder/database.ts';
import { readRoles } from '../lines/stored-line.ts';

/** Number of canary lines per voice if the producer hasn't chosen any. */
const DEFAULT_CANARIES = 5;
/** Very short or long lines make poor canaries. In characters as sent. */
const CANARY_CHARACTERS = { min: 40, max: 300 } as const;
/** The pace of shorter text depends on its words more than on the voice. */
const MIN_PACE_LENGTH = 24;

type VoiceHistoryRow = readonly [
  id: number,
  lineId: number,
  createdAt: number,
  duration: number,
  manner: string,
  text: string | null,
  speed: number | null,
  chapter: number | null,
  roles: string | null,
  approved: 0 | 1,
  isMeasured: 0 | 1,
  speechLevel: number | null,
  headSilence: number | null,
  tailSilence: number | null,
  longestPause: number | null,
  pitch: number | null,
  timbre: Uint8Array | null,
  audioHash: string,
];

// Dialog lines are left out, because their measurements mix two voices.
const TAKES = `SELECT takes.id, takes.line_id, takes.created_at, takes.duration,
    json_remove(request, '$.text', '$.seed', '$.markup', '$.turn_prefix'), json_extract(request, '$.text'),
    json_extract(request, '$.speed'), paragraphs.chapter_id, lines.roles, takes.verdict IS 'approved',
    audio_analyses.id IS NOT NULL AND voice_sounds.audio_hash IS NOT NULL,
    speech_level, head_silence, tail_silence, longest_pause, pitch, timbre, takes.audio_hash
  FROM takes JOIN lines ON lines.id = takes.line_id JOIN paragraphs ON paragraphs.id = lines.paragraph_id
  LEFT JOIN audio_analyses ON audio_analyses.audio_hash = takes.audio_hash
    AND audio_analyses.version = ${ANALYSIS_VERSION}
  LEFT JOIN voice_sounds ON voice_sounds.audio_hash = takes.audio_hash
    AND voice_sounds.version = ${VOICE_SOUND_VERSION}
  WHERE json_extract(request, '$.voice_2') IS NULL AND takes.audio_problem IS NULL
  ORDER BY takes.created_at, takes.id`;

const mannerSchema = z.looseObject({ voice: z.string() });

interface HistoryTake extends HeardTake {
  readonly audioHash: string;
  readonly text: string;
  readonly isApproved: boolean;
  readonly roles: readonly string[];
  readonly isMeasured: boolean;
}

/** Takes of one voice with the same parameters, from the oldest to the newest. */
interface HistoryVoice {
  readonly key: string;
  readonly takes: readonly HistoryTake[];
}

/** Returns the voices with the most takes first. @throws ProjectError */
export function voiceDrifts(db: Database): VoiceDrift[] {
  const accepted = new Map(
    db
      .prepare<{ readonly voice: string; readonly since: number }>('SELECT voice, since FROM accepted_drifts')
      .all()
      .map(({ voice, since }) => [voice, since]),
  );
  return storedVoices(db)
    .map((voice) => voiceDriftOf(db, voice, accepted.get(voice.key) ?? null))
    .toSorted((a, b) => b.takes - a.takes);
}

const countsByDatabase = new WeakMap<Database, { readonly stamp: string; readonly voices: number }>();

/** Counts the voices that have changed. Compares them again only if there are new takes, measurements or decisions. */
export function countDriftedVoices(db: Database): number {
  const stamp =
    db
      .prepare<{ readonly stamp: string }>(
        `SELECT json_array((SELECT max(id) FROM takes), (SELECT count(*) FROM voice_sounds),
           (SELECT group_concat(voice || since) FROM accepted_drifts),
           (SELECT group_concat(line_id) FROM canary_lines)) AS stamp`,
      )
      .get()?.stamp ?? '';
  const known = countsByDatabase.get(db);
  if (known?.stamp === stamp) return known.voices;
  const voices = voiceDrifts(db).filter(hasDrifted).length;
  countsByDatabase.set(db, { stamp, voices });
  return voices;
}

function voiceDriftOf(db: Database, { key, takes: all }: HistoryVoice, acceptedSince: number | null): VoiceDrift {
  const takes = all.filter(({ createdAt }) => acceptedSince === null || createdAt >= acceptedSince);
  const { voice, parameters } = mannerOf(db, key);
  // Duplicate audio would be taken as evidence that the voice hasn't changed.
  const drift = driftOf(distinct(takes));
  return {
    key,
    voice,
    parameters,
    roles: [...new Set(all.flatMap(({ roles }) => roles))],
    takes: all.length,
    unmeasured: all.filter(({ isMeasured }) => !isMeasured).length,
    acceptedSince,
    days: [...drift.days],
    chapters: [...drift.chapters],
    alarms: [...drift.alarms],
    canaries: canaryShift(canaryPairs(db, takes), takes),
  };
}

function distinct(takes: readonly HistoryTake[]): HistoryTake[] {
  const heard = new Set<string>();
  return takes.filter(({ audioHash }) => heard.size < heard.add(audioHash).size);
}

function storedVoices(db: Database): HistoryVoice[] {
  const voices = new Map<string, HistoryTake[]>();
  for (const row of db.prepareArrays<VoiceHistoryRow>(TAKES).all()) {
    const [, , , , key] = row;
    const takes = voices.get(key);
    if (takes) takes.push(storedTake(db, row));
    else voices.set(key, [storedTake(db, row)]);
  }
  return [...voices].map(([key, takes]) => ({ key, takes }));
}

function storedTake(db: Database, row: VoiceHistoryRow): HistoryTake {
  const [, lineId, createdAt, durationSeconds, , text, speed, chapter, roles, approved, isMeasured] = row;
  const [, , , , , , , , , , , level, head, tail, longest, pitch, timbre, audioHash] = row;
  const length = spokenLength(text ?? '');
  const sound = {
    speechLevelDb: level,
    headSilenceSeconds: head ?? 0,
    tailSilenceSeconds: tail ?? 0,
    longestPauseSeconds: longest ?? 0,
  };
  const isTimed = isMeasured === 1 && length >= MIN_PACE_LENGTH;
  const tempo = isTimed ? tempoOf({ sound, durationSeconds, spokenLength: length, speed: speed ?? 1 }) : null;
  return {
    audioHash,
    lineId,
    createdAt,
    day: dayOf(createdAt),
    chapter,
    pace: tempo !== null && tempo > 0 ? Math.log(tempo) : null,
    pitch,
    level,
    timbre: timbre && toFloats(timbre),
    text: text ?? '',
    isApproved: approved === 1,
    roles: roles === null ? [] : readRoles(db, roles),
    isMeasured: isMeasured === 1,
  };
}

/** Copies the bytes, because floats must be aligned. */
const toFloats = (bytes: Uint8Array): Float32Array => new Float32Array(bytes.slice().buffer, 0, bytes.length >> 2);

/** The local day, as `2026-03-14`. */
function dayOf(time: number): string {
  const date = new Date(time);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function mannerOf(db: Database, key: string): Pick<VoiceDrift, 'voice' | 'parameters'> {
  const { voice, ...others } = db.readDocument(key, (value) => mannerSchema.parse(value), 'takes.request');
  const parameters: VoiceDrift['parameters'] = {};
  for (const [name, value] of Object.entries(others)) {
    if (name === 'voice_engine' || name === 'output_format') continue;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') parameters[name] = value;
  }
  return { voice, parameters };
}

/** Returns each voice's canary lines: those that the producer has chosen, or else its first approved lines. */
export function canaryLines(db: Database): number[] {
  const chosen = chosenCanaries(db);
  const current = currentKeys(db);
  return storedVoices(db).flatMap(({ takes }) => {
    const suitable = takes.filter(
      ({ lineId, text }) =>
        current.has(lineId) && text.length >= CANARY_CHARACTERS.min && text.length <= CANARY_CHARACTERS.max,
    );
    const approved = suitable.filter(({ isApproved }) => isApproved);
    const own = takes.filter(({ lineId }) => chosen.has(lineId) && current.has(lineId));
    const first = own.length > 0 ? own : (approved.length > 0 ? approved : suitable).slice(0, DEFAULT_CANARIES);
    return [...new Set(first.map(({ lineId }) => lineId))];
  });
}

/** Lines whose latest take has the line's current key, so that the line would send the same request again. */
function currentKeys(db: Database): Set<number> {
  const rows = db
    .prepare<{ readonly id: number }>(
      `SELECT DISTINCT lines.id FROM lines JOIN takes ON takes.line_id = lines.id AND takes.render_key = lines.render_key
       WHERE lines.deleted_at IS NULL`,
    )
    .all();
  return new Set(rows.map(({ id }) => id));
}

export const chosenCanaries = (db: Database): Set<number> =>
  new Set(
    db
      .prepare<{ readonly line_id: number }>('SELECT line_id FROM canary_lines')
      .all()
      .map((row) => row.line_id),
  );

/** Replaces the producer's choice of canary lines. An empty list restores the defaults. */
export function chooseCanaries(db: Database, lineIds: readonly number[]): void {
  db.durably(() => {
    db.prepare('DELETE FROM canary_lines').run();
    for (const lineId of new Set(lineIds)) db.prepare('INSERT INTO canary_lines (line_id) VALUES (?)').run(lineId);
  });
}

/** From now on, compares the voice only with new takes. @returns the previous start of the comparison, or null */
export function acceptDrift(db: Database, key: string, now: number): number | null {
  const before = db.prepare<{ readonly since: number }>('SELECT since FROM accepted_drifts WHERE voice = ?').get(key);
  restoreAccepted(db, key, now);
  return before?.since ?? null;
}

/** Compares the voice with takes made since a time, or with all takes if it is null. */
export function restoreAccepted(db: Database, key: string, since: number | null): void {
  db.durably(() => {
    db.prepare('DELETE FROM accepted_drifts WHERE voice = ?').run(key);
    if (since !== null) db.prepare('INSERT INTO accepted_drifts (voice, since) VALUES (?, ?)').run(key, since);
  });
}

/** Returns the first and latest take of lines rendered again with the same text, on another day or as canaries. */
function canaryPairs(db: Database, takes: readonly HistoryTake[]): CanaryPair[] {
  const chosen = chosenCanaries(db);
  const byWords = Map.groupBy(takes, ({ lineId, text }) => `${lineId} ${text}`);
  return [...byWords.values()].flatMap((same) => {
    const [before, after] = [same[0], same.at(-1)];
    if (!before || !after || before === after) return [];
    return before.day !== after.day || chosen.has(before.lineId) ? [{ before, after }] : [];
  });
}
