// Checks a recording for cloning before it is sent, so that samples that the service would refuse are never sent to it.

import type { CheckedAudio } from '@lectern/audio/meters';
import { CLONE_BOUNDS } from '@lectern/tts-protocol';
import type { SampleProblem, SampleWarning } from '../../../shared/ipc/clone-requests.ts';
import type { AudioWorkers } from './audio-workers.ts';

export interface VoiceSample {
  /** Null if the sample is unreadable. */
  readonly seconds: number | null;
  readonly format: string | null;
  readonly problems: readonly SampleProblem[];
  readonly warnings: readonly SampleWarning[];
}

/** Minimum true peak, in dBTP, of a sample with a usable voice. */
const MIN_PEAK_DBTP = -55;
const MIN_SPEECH_LEVEL_DB = -38;
/** Shorter samples, in seconds, are accepted but barely characterise a voice. */
const MIN_GOOD_SECONDS = 8;
/** Longer pauses, in seconds, make a sample almost useless. */
const MAX_PAUSE_SECONDS = 4;
const SAMPLE_RATES = { min: 8_000, max: 192_000 };

export async function checkVoiceSample(
  bytes: Uint8Array,
  workers: Pick<AudioWorkers, 'checkAudio'>,
): Promise<VoiceSample> {
  const { min, max } = CLONE_BOUNDS.bytes;
  if (bytes.byteLength > max) return unreadableSample(['too-large']);
  const sizes: SampleProblem[] = bytes.byteLength < min ? ['too-small'] : [];
  const checked = await workers.checkAudio(bytes, { format: 'wav', maxSeconds: CLONE_BOUNDS.seconds.max });
  if (!checked.ok) return unreadableSample([...sizes, UNREADABLE_PROBLEMS[checked.defect.kind] ?? 'unreadable']);
  return {
    seconds: checked.durationSeconds,
    format: checked.format,
    problems: [...sizes, ...problemsOf(checked)],
    warnings: warningsOf(checked),
  };
}

const UNREADABLE_PROBLEMS: Readonly<Record<string, SampleProblem>> = {
  empty: 'silent',
  silent: 'silent',
  'too-long': 'too-long',
};

const unreadableSample = (problems: readonly SampleProblem[]): VoiceSample => ({
  seconds: null,
  format: null,
  problems,
  warnings: [],
});

type ReadableAudio = Extract<CheckedAudio, { ok: true }>;

function problemsOf({ durationSeconds, sampleRate, analysis }: ReadableAudio): SampleProblem[] {
  const problems: SampleProblem[] = [];
  if (durationSeconds < CLONE_BOUNDS.seconds.min) problems.push('too-short');
  if (analysis.truePeakDbtp === null || analysis.truePeakDbtp < MIN_PEAK_DBTP) problems.push('silent');
  if (sampleRate < SAMPLE_RATES.min || sampleRate > SAMPLE_RATES.max) problems.push('sample-rate');
  return problems;
}

function warningsOf({ durationSeconds, analysis }: ReadableAudio): SampleWarning[] {
  const { speechLevelDb, clippedSamples, headSilenceSeconds, tailSilenceSeconds, longestPauseSeconds } = analysis;
  const warnings: SampleWarning[] = [];
  if (durationSeconds >= CLONE_BOUNDS.seconds.min && durationSeconds < MIN_GOOD_SECONDS) warnings.push('short');
  if (speechLevelDb !== null && speechLevelDb < MIN_SPEECH_LEVEL_DB) warnings.push('quiet');
  if (clippedSamples > 0) warnings.push('clipped');
  if (Math.max(headSilenceSeconds, tailSilenceSeconds, longestPauseSeconds) > MAX_PAUSE_SECONDS)
    warnings.push('pauses');
  return warnings;
}
