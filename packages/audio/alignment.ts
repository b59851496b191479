export { type Cepstra, frameAtSeconds, frameSeconds, measureCepstra } from './alignment/cepstra.ts';
export { canReadLanguage } from './alignment/espeak-voices.ts';
export {
  isReadable,
  MAX_READING_CHARACTERS,
  type PhonemeEvent,
  ReferenceReader,
  type ReferenceReading,
} from './alignment/reference-reading.ts';
export { ALIGNMENT_RATE, toSixteenKilohertz } from './alignment/to-sixteen-khz.ts';
