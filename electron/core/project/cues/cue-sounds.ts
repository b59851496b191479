// The sounds attached to cues. A cue keeps its sound when it moves or its paragraph is edited.

import type { OutputFormat } from '@lectern/tts-protocol';
import { type CueSound, soundSettingsSchema } from '../../../../shared/model/cue-sounds.ts';
import { cueOf } from '../../../../shared/rules/cue-labels.ts';
import type { Database } from '../folder/database.ts';

export interface CuePlace {
  readonly paragraphId: number;
  readonly position: number;
}

export interface StoredSound {
  readonly position: number;
  /** Text of the cue when the sound was attached. */
  readonly cue: string;
  readonly sound: CueSound;
}

interface SoundRow {
  readonly paragraph_id: number;
  readonly position: number;
  readonly cue: string;
  readonly audio_hash: string;
  readonly format: OutputFormat;
  readonly size: number;
  readonly name: string;
  readonly duration: number;
  readonly settings: string;
}

/** Returns the stored sounds by paragraph. Includes those of deleted paragraphs, which may come back. */
export function storedSounds(db: Database): Map<number, StoredSound[]> {
  const rows = db.prepare<SoundRow>('SELECT * FROM cue_sounds ORDER BY paragraph_id, position').all();
  const sounds = new Map<number, StoredSound[]>();
  for (const row of rows) {
    const own = sounds.get(row.paragraph_id) ?? [];
    own.push({ position: row.position, cue: row.cue, sound: soundOf(row) });
    sounds.set(row.paragraph_id, own);
  }
  return sounds;
}

const soundOf = (row: SoundRow): CueSound => ({
  ...soundSettingsSchema.parse(JSON.parse(row.settings)),
  name: row.name,
  durationSeconds: row.duration,
  audioHash: row.audio_hash,
  format: row.format,
  sizeBytes: row.size,
});

type IsOf = (stored: StoredSound, text: string, at: number) => boolean;

const isSameKind: IsOf = ({ cue }, text) => cueOf(cue)?.kind === cueOf(text)?.kind;
/** Ways to match a sound with a cue, the most reliable first. */
const MATCHES: readonly IsOf[] = [
  ({ cue, position }, text, at) => cue === text && position === at,
  ({ cue }, text) => cue === text,
  (stored, text, at) => isSameKind(stored, text, at) && stored.position === at,
  isSameKind,
  ({ position }, _, at) => position === at,
];

/**
 * Returns the sound of each cue of a paragraph: the one attached to the cue with its text or, after an edit, to a cue of
 * its kind or at its position.
 */
export function matchSounds(cues: readonly string[], stored: readonly StoredSound[]): (StoredSound | null)[] {
  const left = new Set(stored);
  const found: (StoredSound | null)[] = cues.map(() => null);
  for (const isOf of MATCHES) {
    for (const [at, text] of cues.entries()) {
      const own = found[at] ?? [...left].find((one) => isOf(one, text, at)) ?? null;
      if (own) left.delete(own);
      found[at] = own;
    }
  }
  return found;
}

/** @param cues the texts of the paragraph's cues @returns the paragraph's sounds before */
export function setSound(
  db: Database,
  { paragraphId, position }: CuePlace,
  cues: readonly string[],
  sound: CueSound | null,
): StoredSound[] {
  return db.durably(() => {
    const former = storedSounds(db).get(paragraphId) ?? [];
    const matched = matchSounds(cues, former);
    const changed = cues.flatMap((cue, at): StoredSound[] => {
      const now = at === position ? sound : (matched[at]?.sound ?? null);
      return now === null ? [] : [{ position: at, cue, sound: now }];
    });
    restoreSounds(db, paragraphId, changed);
    return former;
  });
}

export function restoreSounds(db: Database, paragraphId: number, sounds: readonly StoredSound[]): void {
  db.durably(() => {
    db.prepare('DELETE FROM cue_sounds WHERE paragraph_id = ?').run(paragraphId);
    const insert = db.prepare(
      `INSERT INTO cue_sounds (paragraph_id, position, cue, audio_hash, format, size, name, duration, settings)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const { position, cue, sound } of sounds) {
      const { name, durationSeconds, audioHash, format, sizeBytes, ...settings } = sound;
      const document = JSON.stringify(soundSettingsSchema.parse(settings));
      insert.run(paragraphId, position, cue, audioHash, format, sizeBytes, name, durationSeconds, document);
    }
  });
}
