import type { OutputFormat } from '@lectern/tts-protocol';
import { ANALYSIS_VERSION, type AudioAnalysis } from '../../../../shared/model/take.ts';
import { VOICE_SOUND_VERSION } from '../../../../shared/model/voice-sound.ts';
import type { Database } from '../folder/database.ts';

export interface UnmeasuredAudio {
  readonly audioHash: string;
  readonly format: OutputFormat;
  /** In Hz; needed for headerless mu-law. */
  readonly sampleRate: number;
}

export interface TakePeaks {
  readonly peaksPerSecond: number;
  /** Peak of each span, from 0 to 255 (full scale). */
  readonly peaks: Uint8Array;
}

const UNMEASURED = `takes.audio_problem IS NULL AND NOT EXISTS (
  SELECT 1 FROM audio_analyses WHERE audio_analyses.audio_hash = takes.audio_hash AND version = ${ANALYSIS_VERSION})`;

/** Replaces any earlier analysis. Call it within a transaction. */
export function putAnalysis(db: Database, audioHash: string, analysis: AudioAnalysis): void {
  db.prepare(
    `INSERT OR REPLACE INTO audio_analyses (audio_hash, version, loudness, true_peak, clipped_samples, speech_level,
       head_silence, tail_silence, longest_pause, start_level, end_level, balance)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    audioHash,
    analysis.version,
    analysis.loudnessLufs,
    analysis.truePeakDbtp,
    analysis.clippedSamples,
    analysis.speechLevelDb,
    analysis.headSilenceSeconds,
    analysis.tailSilenceSeconds,
    analysis.longestPauseSeconds,
    analysis.startLevelDb,
    analysis.endLevelDb,
    analysis.balanceDb,
  );
  db.prepare(
    'INSERT OR REPLACE INTO audio_waveforms (audio_hash, peaks_per_second, overview, peaks) VALUES (?, ?, ?, ?)',
  ).run(audioHash, analysis.peaksPerSecond, analysis.overview, analysis.peaks);
  const { version, pitchSemitones, timbre } = analysis.voice;
  const bytes = timbre && new Uint8Array(timbre.slice().buffer);
  db.prepare('INSERT OR REPLACE INTO voice_sounds (audio_hash, version, pitch, timbre) VALUES (?, ?, ?, ?)').run(
    audioHash,
    version,
    pitchSemitones,
    bytes,
  );
}

const UNHEARD = `takes.audio_problem IS NULL AND NOT EXISTS (
  SELECT 1 FROM voice_sounds
  WHERE voice_sounds.audio_hash = takes.audio_hash AND voice_sounds.version = ${VOICE_SOUND_VERSION})`;

/** Includes audio whose voice hasn't been measured. */
export function unmeasuredAudio(db: Database, limit: number): UnmeasuredAudio[] {
  return db
    .prepare<{ readonly audio_hash: string; readonly format: OutputFormat; readonly sample_rate: number }>(
      `SELECT audio_hash, format, sample_rate FROM takes WHERE (${UNMEASURED}) OR (${UNHEARD})
       GROUP BY audio_hash ORDER BY max(id) DESC LIMIT ?`,
    )
    .all(limit)
    .map(({ audio_hash, format, sample_rate }) => ({ audioHash: audio_hash, format, sampleRate: sample_rate }));
}

/** Takes whose voice hasn't been measured yet. */
export function countUnheard(db: Database): number {
  return db.prepare<{ readonly n: number }>(`SELECT count(*) AS n FROM takes WHERE ${UNHEARD}`).get()?.n ?? 0;
}

export type MeasuredAudio = Pick<AudioAnalysis, 'loudnessLufs' | 'headSilenceSeconds' | 'tailSilenceSeconds'>;

export function measuredAudio(db: Database): Map<string, MeasuredAudio> {
  const rows = db.prepareArrays<readonly [hash: string, lufs: number | null, head: number, tail: number]>(
    `SELECT audio_hash, loudness, head_silence, tail_silence FROM audio_analyses WHERE version = ${ANALYSIS_VERSION}`,
  );
  return new Map(
    rows
      .all()
      .map(([hash, loudnessLufs, headSilenceSeconds, tailSilenceSeconds]) => [
        hash,
        { loudnessLufs, headSilenceSeconds, tailSilenceSeconds },
      ]),
  );
}

export function countUnmeasured(db: Database): number {
  return db.prepare<{ readonly n: number }>(`SELECT count(*) AS n FROM takes WHERE ${UNMEASURED}`).get()?.n ?? 0;
}

export function peaksOf(db: Database, takeId: number): TakePeaks | null {
  const row = db
    .prepare<{ readonly peaks_per_second: number; readonly peaks: Uint8Array }>(
      `SELECT peaks_per_second, peaks FROM takes JOIN audio_analyses USING (audio_hash)
       JOIN audio_waveforms USING (audio_hash) WHERE takes.id = ? AND version = ?`,
    )
    .get(takeId, ANALYSIS_VERSION);
  return row ? { peaksPerSecond: row.peaks_per_second, peaks: row.peaks } : null;
}
