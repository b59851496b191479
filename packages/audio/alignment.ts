// Compares takes with their text, without a recogniser (docs/proof.md). Requires Node; use it in a worker thread.
export { type Cepstra, frameAtSeconds, frameSeconds, measureCepstra } from './alignment/cepstra.ts';
export {
  type ConformedChapter,
  conformChapter,
  type LineReading,
  type Stretch,
} from './alignment/conform.ts';
export type { PreparedLine, SpokenTake } from './alignment/prepared-line.ts';
export {
  compareLine,
  type NotComparable,
  type ProofResult,
  prepareForLearning,
  proofTake,
} from './alignment/proof-take.ts';
export { type MeasuredRecording, RecordingMeasurer } from './alignment/recording-frames.ts';
export {
  isReadable,
  MAX_READING_CHARACTERS,
  type PhonemeEvent,
  ReferenceReader,
  type ReferenceReading,
} from './alignment/reference-reading.ts';
export { toSixteenKilohertz } from './alignment/to-sixteen-khz.ts';
export { voiceFromBytes, voiceToBytes } from './alignment/voice-bytes.ts';
export { learnVoice, MAX_LINES_LEARNT, type VoiceModel } from './alignment/voice-model.ts';
export {
  findOddSounds,
  type OddSound,
  type RepeatedWord,
  wordSounds,
} from './alignment/word-sounds.ts';
export { wordTimes } from './alignment/word-times.ts';
