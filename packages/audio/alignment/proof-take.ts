// Compares a take with its text.
import { MIN_LINES_OF_VOICE, PROOF_VERSION, type TakeProof, type WordTime } from '../../../shared/model/proof.ts';
import { canReadLanguage } from '../../../shared/rules/espeak-voices.ts';
import { spokenWords } from '../../../shared/rules/spoken-words.ts';
import { isTooLong } from './align.ts';
import { centreFeatures, relativeScore, SUSPICIOUS_SCORE, scoreFeatures } from './fault-score.ts';
import { findFaults } from './findings.ts';
import { MAX_TOTAL_STRETCH } from './line-evidence.ts';
import {
  evidenceFrames,
  frameCount,
  measureTake,
  type PreparedLine,
  prepareMeasured,
  type SpokenTake,
  type TakeAndReading,
} from './prepared-line.ts';
import { isReadable, type ReferenceReader } from './reference-reading.ts';
import { examineLine, unknownVoice, type VoiceModel } from './voice-model.ts';
import { wordTimes } from './word-times.ts';

/**
 * Why a take can't be compared with its text: eSpeak NG doesn't speak the language or can't read the text, the text has
 * no words, or the line is too long (`isTooLong`).
 */
export type NotComparable = 'language' | 'unreadable-text' | 'no-words' | 'too-long';

export type ProofResult =
  | {
      readonly isCompared: true;
      readonly words: readonly WordTime[];
      readonly proof: TakeProof;
    }
  | { readonly isCompared: false; readonly reason: NotComparable };

/** Takes with a lower peak are silent. */
const SILENT_PEAK = 0.002;
/** Shorter takes contain no words. */
const MIN_SECONDS = 0.1;
/** The score of a take without any sound, higher than that of any comparison. */
const SILENT_SCORE = 1000;
/** Longer takes aren't decoded into frames. */
const MAX_SECONDS = 600;

/**
 * Compares a take with its text. Synchronous, so use it in a worker thread. Takes about 1/30 of the take's duration and
 * uses at most 200 MB. Results don't depend on earlier takes.
 * @param voice from `learnVoice`; null if nothing is known about the voice
 * @param words from an earlier comparison of the same take. They don't depend on the voice, and take half of the time.
 */
export function proofTake(
  reader: ReferenceReader,
  take: SpokenTake,
  voice: VoiceModel | null,
  words?: readonly WordTime[],
): ProofResult {
  const reason = findObstacle(take);
  if (reason) return { isCompared: false, reason };
  if (isSilent(take)) return silentResult(take, voice);
  const measured = measureTake(reader, take);
  const line = prepareComparable(measured);
  if (!line) return { isCompared: false, reason: 'too-long' };
  // `wordTimes` aligns audio with audio, which is more precise than the alignment of sound classes.
  return {
    isCompared: true,
    words: words ?? wordTimes({ ...take, reader }, measured),
    proof: compareLine(line, voice),
  };
}

/** Prepares a take for `learnVoice`. Returns null if the take is silent or can't be compared with its text. */
export function prepareForLearning(reader: ReferenceReader, take: SpokenTake): PreparedLine | null {
  return findObstacle(take) || isSilent(take) ? null : prepareComparable(measureTake(reader, take));
}

/** Returns null if the line is too long to be compared. */
function prepareComparable(measured: TakeAndReading): PreparedLine | null {
  const line = prepareMeasured(measured);
  return isTooLong(frameCount(line), line.sounds.length * MAX_TOTAL_STRETCH) ? null : line;
}

/** Compares a prepared line with its text. Takes about 1/100 of its duration. */
export function compareLine(line: PreparedLine, voice: VoiceModel | null): TakeProof {
  const model = voice ?? unknownVoice();
  const evidence = examineLine(line, model);
  const isLearnt = model.habit !== null;
  const logOdds = scoreFeatures(centreFeatures(evidence, model.statistics), isLearnt);
  const score = relativeScore(logOdds, model.scoreCentre, evidenceFrames(line));
  return {
    version: PROOF_VERSION,
    linesLearnt: model.linesLearnt,
    score,
    isSuspicious: model.linesLearnt >= MIN_LINES_OF_VOICE && score > SUSPICIOUS_SCORE,
    findings: findFaults(line, evidence, model.statistics, score),
  };
}

function findObstacle({ samples, sampleRate, text, language }: SpokenTake): NotComparable | null {
  if (!canReadLanguage(language)) return 'language';
  if (spokenWords(text).length === 0) return 'no-words';
  if (!isReadable(text, language)) return 'unreadable-text';
  return samples.length > MAX_SECONDS * sampleRate ? 'too-long' : null;
}

function isSilent({ samples, sampleRate }: SpokenTake): boolean {
  if (samples.length < MIN_SECONDS * sampleRate) return true;
  return samples.every((sample) => Math.abs(sample) < SILENT_PEAK);
}

/** All words are missing. */
function silentResult({ samples, sampleRate, text }: SpokenTake, voice: VoiceModel | null): ProofResult {
  const linesLearnt = voice?.linesLearnt ?? 0;
  const words = spokenWords(text);
  const seconds = samples.length / sampleRate;
  return {
    isCompared: true,
    words: words.map(() => ({ startSeconds: 0, endSeconds: 0, confidence: 0 })),
    proof: {
      version: PROOF_VERSION,
      linesLearnt,
      score: SILENT_SCORE,
      isSuspicious: linesLearnt >= MIN_LINES_OF_VOICE,
      findings: [
        {
          kind: 'missing',
          fromWord: 0,
          toWord: words.length,
          startSeconds: 0,
          endSeconds: seconds,
          confidence: 1,
          source: 'alignment',
        },
      ],
    },
  };
}
