import type { PlaybackEntry, PlaybackLine, PlaybackTake } from '../../../../shared/model/listening.ts';
import type { ParagraphKind } from '../../../../shared/model/script.ts';
import { ANALYSIS_VERSION, type AudioProblem } from '../../../../shared/model/take.ts';
import { isSceneMark } from '../../../../shared/rules/pauses.ts';
import { edgesOfTurns } from '../../../../shared/rules/speech-edges.ts';
import type { Database } from '../folder/database.ts';
import type { LineNumbers } from '../lines/line-positions.ts';
import { NOT_DELETED, SHOWN_TAKE, WITH_PICKS } from '../lines/line-states.ts';
import { readRoles, readTurns } from '../lines/stored-line.ts';

/** The chapter's heading; null for the text before the first heading. */
export type TimelineExtent = { readonly chapterId: number | null } | { readonly lineIds: readonly number[] };

interface EntryRow {
  readonly paragraph_id: number;
  readonly kind: ParagraphKind;
  readonly chapter_id: number | null;
  readonly pause_seconds: number | null;
  readonly source: string;
  readonly line_id: number | null;
  readonly roles: string;
  readonly turns: string;
  readonly pause_before: number | null;
  readonly pause_after: number | null;
  readonly set_pause: number | null;
  readonly takes: number;
  readonly take_id: number | null;
  readonly take_number: number;
  readonly duration: number;
  readonly trim_start: number;
  readonly trim_end: number;
  readonly gain_db: number;
  readonly audio_problem: AudioProblem | null;
  readonly loudness: number | null;
  readonly head_silence: number | null;
  readonly tail_silence: number | null;
  readonly overview: Uint8Array | null;
}

const ENTRIES = `SELECT paragraphs.id AS paragraph_id, kind, chapter_id, pause_seconds, paragraphs.source AS source, lines.id AS line_id, roles, turns,
    pause_before, pause_after, set_pauses.seconds AS set_pause, (SELECT count(*) FROM takes AS every WHERE every.line_id = lines.id) AS takes,
    shown.id AS take_id, shown.duration AS duration, shown.trim_start AS trim_start, shown.trim_end AS trim_end,
    shown.gain_db AS gain_db, shown.audio_problem AS audio_problem, loudness, head_silence, tail_silence, overview,
    (SELECT count(*) FROM takes AS earlier WHERE earlier.line_id = lines.id AND earlier.id <= shown.id) AS take_number
  FROM paragraphs LEFT JOIN lines ON lines.paragraph_id = paragraphs.id AND lines.deleted_at IS NULL
  LEFT JOIN set_pauses ON set_pauses.line_id = lines.id
  ${WITH_PICKS}
  LEFT JOIN takes AS shown ON shown.id = ${SHOWN_TAKE}
  LEFT JOIN audio_analyses
    ON audio_analyses.audio_hash = shown.audio_hash AND audio_analyses.version = ${ANALYSIS_VERSION}
  LEFT JOIN audio_waveforms ON audio_waveforms.audio_hash = audio_analyses.audio_hash
  WHERE paragraphs.deleted_at IS NULL`;

const CHAPTER_ENTRIES = `${ENTRIES} AND paragraphs.chapter_id IS ? ORDER BY paragraphs.ord, lines.part`;
const LINE_ENTRIES = `${ENTRIES} AND lines.id IN (SELECT value FROM json_each(?))`;

export function timelineEntries(db: Database, numbers: LineNumbers, extent: TimelineExtent): PlaybackEntry[] {
  const places = numbers.positions();
  const lineOf = (row: EntryRow, lineId: number): PlaybackLine => ({
    kind: 'line',
    lineId,
    chapterNumber: places.get(lineId)?.chapterNumber ?? 0,
    numberInChapter: places.get(lineId)?.numberInChapter ?? 0,
    chapterId: row.chapter_id,
    paragraphId: row.paragraph_id,
    isHeading: row.kind === 'heading' || row.kind === 'title',
    roles: [...readRoles(db, row.roles)],
    ...edgesOfTurns(readTurns(db, row.turns)),
    pauseBeforeSeconds: row.pause_before,
    pauseAfterSeconds: row.pause_after,
    setPauseSeconds: row.set_pause,
    takes: row.takes,
    take: takeOf(row),
    audioProblem: row.audio_problem,
  });
  if ('lineIds' in extent) {
    const rows = db.prepare<EntryRow>(LINE_ENTRIES).all(JSON.stringify(extent.lineIds));
    const lines = new Map(
      rows.flatMap((row) => (row.line_id === null ? [] : [[row.line_id, lineOf(row, row.line_id)]])),
    );
    return extent.lineIds.flatMap((id) => lines.get(id) ?? []);
  }
  return db
    .prepare<EntryRow>(CHAPTER_ENTRIES)
    .all(extent.chapterId)
    .flatMap((row): PlaybackEntry[] => {
      if (row.line_id !== null) return [lineOf(row, row.line_id)];
      return row.pause_seconds === null
        ? []
        : [{ kind: 'pause', seconds: row.pause_seconds, isScene: isSceneMark(row.source) }];
    });
}

function takeOf(row: EntryRow): PlaybackTake | null {
  if (row.take_id === null || row.audio_problem !== null) return null;
  return {
    takeId: row.take_id,
    number: row.take_number,
    durationSeconds: row.duration,
    trimStartSeconds: row.trim_start,
    trimEndSeconds: row.trim_end,
    gainDb: row.gain_db,
    loudnessLufs: row.loudness,
    headSilenceSeconds: row.head_silence,
    tailSilenceSeconds: row.tail_silence,
    overview: row.overview === null ? null : Buffer.from(row.overview).toString('base64'),
  };
}

const PAUSE_PARAGRAPHS = `SELECT 1 FROM paragraphs WHERE kind = 'pause' AND deleted_at IS NULL`;
const LINES_WITH_PAUSE_MARKS = `SELECT 1 FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id
  WHERE ${NOT_DELETED} AND (pause_before IS NOT NULL OR pause_after IS NOT NULL)`;

/** Matches a mark such as `[pause 1.5s]`, in its own paragraph or next to text. */
export const hasPauseMarks = ({ db }: { readonly db: Database }): boolean =>
  db.prepareArrays<[0 | 1]>(`SELECT EXISTS (${PAUSE_PARAGRAPHS}) OR EXISTS (${LINES_WITH_PAUSE_MARKS})`).get()?.[0] ===
  1;
