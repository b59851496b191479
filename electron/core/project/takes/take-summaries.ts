import type { OutputFormat } from '@lectern/tts-protocol';
import { ANALYSIS_VERSION, type AudioProblem, type TakeSummary, type Verdict } from '../../../../shared/model/take.ts';
import { type VoiceUse, voiceUsesSchema } from '../../../../shared/model/voice-use.ts';
import type { Database } from '../folder/database.ts';
import type { ReviewSounds } from './review-sounds.ts';

interface SummaryRow {
  readonly id: number;
  readonly line_id: number;
  readonly number: number;
  readonly created_at: number;
  readonly duration: number;
  readonly seed: number | null;
  readonly voice: string | null;
  readonly voice_2: string | null;
  readonly format: OutputFormat;
  readonly verdict: Verdict | null;
  readonly trim_start: number;
  readonly trim_end: number;
  readonly gain_db: number;
  readonly today: 0 | 1;
  readonly is_pick: 0 | 1;
  readonly kept: 0 | 1 | null;
  readonly audio_problem: AudioProblem | null;
  readonly overview: Uint8Array | null;
  readonly loudness: number | null;
  readonly true_peak: number | null;
  readonly pause_before: number | null;
  readonly pause_after: number | null;
  readonly uses: string | null;
}

const SUMMARIES = `SELECT takes.id AS id, takes.line_id AS line_id,
    (SELECT count(*) FROM takes AS earlier WHERE earlier.line_id = takes.line_id AND earlier.id <= takes.id) AS number,
    created_at, duration, json_extract(request, '$.seed') AS seed, json_extract(request, '$.voice') AS voice,
    json_extract(request, '$.voice_2') AS voice_2, format, verdict, trim_start, trim_end, gain_db,
    takes.render_key IS lines.render_key AS today,
    picks.take_id IS NOT NULL AND verdict IS NOT 'rejected' AND audio_problem IS NULL AS is_pick, kept, audio_problem,
    overview, loudness, true_peak, pause_before, pause_after, voice_uses.uses AS uses
  FROM takes JOIN lines ON lines.id = takes.line_id
  LEFT JOIN voice_uses ON voice_uses.id = takes.uses_id
  LEFT JOIN picks
    ON picks.line_id = takes.line_id AND picks.render_key = lines.render_key AND picks.take_id = takes.id
  LEFT JOIN audio_analyses
    ON audio_analyses.audio_hash = takes.audio_hash AND audio_analyses.version = ${ANALYSIS_VERSION}
  LEFT JOIN audio_waveforms ON audio_waveforms.audio_hash = audio_analyses.audio_hash`;

export function summariesOfLine(db: Database, sounds: ReviewSounds, lineId: number): TakeSummary[] {
  const rows = db.prepare<SummaryRow>(`${SUMMARIES} WHERE takes.line_id = ? ORDER BY takes.id`).all(lineId);
  return rows.map((row) => summaryOf(row, sounds));
}

export function summariesOf(db: Database, sounds: ReviewSounds, takeIds: readonly number[]): Map<number, TakeSummary> {
  const rows = db
    .prepare<SummaryRow>(`${SUMMARIES} WHERE takes.id IN (SELECT value FROM json_each(?))`)
    .all(JSON.stringify(takeIds));
  return new Map(rows.map((row) => [row.id, summaryOf(row, sounds)]));
}

function summaryOf(row: SummaryRow, sounds: ReviewSounds): TakeSummary {
  const isPick = row.is_pick === 1;
  return {
    id: row.id,
    lineId: row.line_id,
    number: row.number,
    createdAt: row.created_at,
    durationSeconds: row.duration,
    seed: row.seed,
    format: row.format,
    verdict: row.verdict,
    trimStartSeconds: row.trim_start,
    trimEndSeconds: row.trim_end,
    gainDb: row.gain_db,
    isPick,
    isKept: isPick && row.kept === 1,
    keyIsToday: row.today === 1,
    audioProblem: row.audio_problem,
    uses: row.uses === null ? null : readUses(row.uses),
    voices: [row.voice, row.voice_2].filter((voice) => voice !== null),
    overview: row.overview === null ? null : Buffer.from(row.overview).toString('base64'),
    loudnessLufs: row.loudness,
    truePeakDbtp: row.true_peak,
    flags: sounds.suspicionsOf(row.id, {
      pauseBeforeSeconds: row.pause_before ?? 0,
      pauseAfterSeconds: row.pause_after ?? 0,
    }),
  };
}

/** Returns null if the value is unreadable, because project files can come from other people. */
export function readUses(text: string): VoiceUse[] | null {
  try {
    return voiceUsesSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
