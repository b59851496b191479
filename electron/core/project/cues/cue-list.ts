import type { CueEntry, CueSound } from '../../../../shared/model/cue-sounds.ts';
import { lineNumber } from '../../../../shared/rules/line-number.ts';
import { isSceneMark } from '../../../../shared/rules/pauses.ts';
import { roleMarkReader } from '../../../../shared/rules/role-marks.ts';
import { cuesIn } from '../../../../shared/rules/sound-cues.ts';
import type { Database } from '../folder/database.ts';
import { LineNumbers } from '../lines/line-positions.ts';
import type { Project } from '../project.ts';
import { type CuePlace, matchSounds, type StoredSound, setSound, storedSounds } from './cue-sounds.ts';

interface CueParagraphRow {
  readonly id: number;
  readonly chapter_id: number | null;
  readonly source: string;
  readonly pause_seconds: number | null;
  readonly line_id: number | null;
  readonly pause_after: number | null;
}

const PARAGRAPHS = `SELECT paragraphs.id AS id, chapter_id, source, pause_seconds, first.id AS line_id,
    (SELECT pause_after FROM lines WHERE lines.paragraph_id = paragraphs.id AND lines.deleted_at IS NULL
     ORDER BY part DESC LIMIT 1) AS pause_after
  FROM paragraphs LEFT JOIN lines AS first ON first.id = (SELECT lines.id FROM lines
    WHERE lines.paragraph_id = paragraphs.id AND lines.deleted_at IS NULL ORDER BY part LIMIT 1)
  WHERE paragraphs.deleted_at IS NULL ORDER BY ord`;

/**
 * Returns the cues of the script in order. Cues among the words of a line are placed before the line, and cues of a
 * chapter without lines, such as those before the first heading, belong to the next one.
 */
export function listCues(project: Pick<Project, 'db' | 'settings'>): CueEntry[] {
  const { db } = project;
  const settings = project.settings();
  const { pauses } = settings;
  const readMark = roleMarkReader(settings);
  const sounds = storedSounds(db);
  const numbers = new LineNumbers(db).positions();
  const cues: CueEntry[] = [];
  const heardChapters = new Set<number | null>();
  let firstOpen = 0;
  let pausedSeconds = 0;
  for (const row of db.prepare<CueParagraphRow>(PARAGRAPHS).all()) {
    const { id, chapter_id: chapterId, line_id: lineId } = row;
    const found = cuesIn(row.source, readMark);
    const matched = matchSounds(
      found.map(({ text }) => text),
      (found.length > 0 && sounds.get(id)) || [],
    );
    for (const [position, cue] of found.entries()) {
      const sound = matched[position]?.sound ?? null;
      const place = { paragraphId: id, position, number: cues.length + 1, chapterId, pausedSeconds };
      cues.push({ ...cue, ...place, nextLine: null, sound });
    }
    pausedSeconds += isSceneMark(row.source) ? pauses.scene : (row.pause_seconds ?? 0);
    const numbered = lineId === null ? undefined : numbers.get(lineId);
    if (lineId === null || !numbered) continue;
    for (let at = firstOpen; at < cues.length; at += 1) {
      const cue = cues[at];
      if (!cue || (cue.chapterId !== chapterId && heardChapters.has(cue.chapterId))) continue;
      cues[at] = { ...cue, chapterId, nextLine: { lineId, number: lineNumber(numbered) } };
    }
    firstOpen = cues.length;
    heardChapters.add(chapterId);
    pausedSeconds = row.pause_after ?? 0;
  }
  return cues;
}

export const findCue = (
  project: Pick<Project, 'db' | 'settings'>,
  { paragraphId, position }: CuePlace,
): CueEntry | null =>
  listCues(project).find((cue) => cue.paragraphId === paragraphId && cue.position === position) ?? null;

/** Attaches a sound to a cue, or removes it with null. @returns the paragraph's sounds before, for `restoreSounds` */
export function setCueSound(
  project: Pick<Project, 'db' | 'settings'>,
  { paragraphId, position }: CuePlace,
  sound: CueSound | null,
): StoredSound[] {
  const { db } = project;
  const { source } = requireParagraph(db, paragraphId);
  const cues = cuesIn(source, roleMarkReader(project.settings())).map(({ text }) => text);
  return setSound(db, { paragraphId, position }, cues, sound);
}

function requireParagraph(db: Database, id: number): { readonly source: string } {
  const paragraph = db
    .prepare<{ readonly source: string }>('SELECT source FROM paragraphs WHERE id = ? AND deleted_at IS NULL')
    .get(id);
  if (!paragraph) throw new RangeError(`There is no paragraph ${id}.`);
  return paragraph;
}
