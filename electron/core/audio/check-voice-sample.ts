// Whether a recording can become a voice, found before it is sent: what the service would refuse, it is not asked.

import { CLONE_BOUNDS } from '@lectern/tts-protocol';
import type { SampleProblem, SampleWarning } from '../../../shared/ipc/clone-requests.ts';
import type { AudioWorkers } from './audio-workers.ts';
import type { CheckedAudio } from './check-audio.ts';

export interface VoiceSample {
  /** Null where it can't be read. */
  readonly seconds: number | null;
  readonly format: string | null;
  readonly problems: readonly SampleProblem[];
  readonly warnings: readonly SampleWarning[];
}

/** A voice is told by what is louder than that. dBTP. */
const SILENT_DBTP = -55;
const QUIET_DB = -38;
/** Shorter samples are taken, and hardly tell a voice. Seconds. */
const SHORT_SECONDS = 8;
/** Silence within a sample that is as good as no sample. Seconds. */
const LONG_PAUSE_SECONDS = 4;
/** Hz that a voice can be measured at. */
const SAMPLE_RATES = { min: 8_000, max: 192_000 };

/** Looks at a sample. Its bytes are read in a thread. @throws WorkerLostError where that dies */
export async function checkVoiceSample(
  bytes: Uint8Array,
  workers: Pick<AudioWorkers, 'checkAudio'>,
): Promise<VoiceSample> {
  const { min, max } = CLONE_BOUNDS.bytes;
  if (bytes.byteLength > max) return unread(['too-large']);
  const sizes: SampleProblem[] = bytes.byteLength < min ? ['too-small'] : [];
  const checked = await workers.checkAudio(bytes, { format: 'wav', mostSeconds: CLONE_BOUNDS.seconds.max });
  if (!checked.ok) return unread([...sizes, UNREAD[checked.reason] ?? 'unreadable']);
  return {
    seconds: checked.durationSeconds,
    format: checked.format,
    problems: [...sizes, ...problemsOf(checked)],
    warnings: warningsOf(checked),
  };
}

/** What a sample that can't be looked at is told to be. */
const UNREAD: Readonly<Record<string, SampleProblem>> = { empty: 'silent', 'too-long': 'too-long' };

const unread = (problems: readonly SampleProblem[]): VoiceSample => ({
  seconds: null,
  format: null,
  problems,
  warnings: [],
});

type Readable = Extract<CheckedAudio, { ok: true }>;

function problemsOf({ durationSeconds, sampleRate, analysis }: Readable): SampleProblem[] {
  const problems: SampleProblem[] = [];
  if (durationSeconds < CLONE_BOUNDS.seconds.min) problems.push('too-short');
  if (analysis.truePeakDbtp === null || analysis.truePeakDbtp < SILENT_DBTP) problems.push('silent');
  if (sampleRate < SAMPLE_RATES.min || sampleRate > SAMPLE_RATES.max) problems.push('sample-rate');
  return problems;
}

function warningsOf({ durationSeconds, analysis }: Readable): SampleWarning[] {
  const { speechLevelDb, clippedSamples, headSilenceSeconds, tailSilenceSeconds, longestPauseSeconds } = analysis;
  const warnings: SampleWarning[] = [];
  if (durationSeconds >= CLONE_BOUNDS.seconds.min && durationSeconds < SHORT_SECONDS) warnings.push('short');
  if (speechLevelDb !== null && speechLevelDb < QUIET_DB) warnings.push('quiet');
  if (clippedSamples > 0) warnings.push('clipped');
  if (Math.max(headSilenceSeconds, tailSilenceSeconds, longestPauseSeconds) > LONG_PAUSE_SECONDS)
    warnings.push('pauses');
  return warnings;
}
