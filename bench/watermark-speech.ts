// Speech for the watermark benchmarks. Only the tuning voices were used to choose the detector's constants.
import { FliteReader, type FliteVoiceName } from '../packages/audio/alignment/training/flite-reading.ts';
import { at } from '../shared/rules/at.ts';
import { type ReferenceVoice, speakReferences } from './spoken-references.ts';
import { aliceSentences, SENTENCES } from './spoken-sentences.ts';

export interface SpokenVoice {
  readonly set: 'tuning' | 'measuring';
  /** Like `ReferenceVoice.name`, or a Flite voice such as `flite:slt`. */
  readonly name: string;
  readonly language: 'en' | 'de' | 'it' | 'cs' | 'fi';
  readonly encoding?: ReferenceVoice['encoding'];
  /** eSpeak NG's speed, in words per minute. */
  readonly pace?: number;
}

export const WATERMARK_VOICES: readonly SpokenVoice[] = [
  { set: 'tuning', name: 'festival:kal_diphone', language: 'en' },
  { set: 'tuning', name: 'flite:awb', language: 'en' },
  { set: 'tuning', name: 'festival:pc_diphone', language: 'it' },
  { set: 'tuning', name: 'espeak:en-gb-scotland+Andy', language: 'en', pace: 165 },
  { set: 'tuning', name: 'espeak:de+f5', language: 'de', pace: 140 },
  { set: 'measuring', name: 'festival:ked_diphone', language: 'en' },
  { set: 'measuring', name: 'festival:cmu_us_slt_arctic_hts', language: 'en' },
  { set: 'measuring', name: 'festival:lp_diphone', language: 'it' },
  { set: 'measuring', name: 'festival:czech_ph', language: 'cs', encoding: 'iso8859_2' },
  { set: 'measuring', name: 'festival:czech_dita', language: 'cs', encoding: 'iso8859_2' },
  { set: 'measuring', name: 'festival:suo_fi_lj_diphone', language: 'fi' },
  { set: 'measuring', name: 'festival:hy_fi_mv_diphone', language: 'fi' },
  { set: 'measuring', name: 'flite:rms', language: 'en' },
  { set: 'measuring', name: 'flite:slt', language: 'en' },
  { set: 'measuring', name: 'espeak:en-gb-x-rp+linda', language: 'en', pace: 165 },
  { set: 'measuring', name: 'espeak:de+klatt2', language: 'de', pace: 180 },
  { set: 'measuring', name: 'espeak:it+f2', language: 'it', pace: 160 },
];

const PAUSE_SECONDS = 0.35;
const FLITE_RATE = 16_000;
/** Number of texts per run of a synthesizer. */
const BATCH = 10;

export interface Speech {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

/**
 * Synthesises sentences with pauses between them.
 * @param number selects the sentences
 * @param folder for temporary files
 */
export async function speakFor(voice: SpokenVoice, seconds: number, number: number, folder: string): Promise<Speech> {
  const sentences = voice.language === 'en' ? aliceSentences() : SENTENCES[voice.language];
  const pieces: Float32Array[] = [];
  let sampleRate = FLITE_RATE;
  let length = 0;
  const start = voice.language === 'en' ? number * 30 : number * 7;
  for (let next = start; length < seconds * sampleRate; next += BATCH) {
    const texts = Array.from({ length: BATCH }, (_, index) => at(sentences, (next + index) % sentences.length));
    for (const take of await speak(voice, texts, folder)) {
      sampleRate = take.sampleRate;
      const pause = new Float32Array(Math.round(PAUSE_SECONDS * sampleRate));
      pieces.push(take.samples, pause);
      length += take.samples.length + pause.length;
    }
  }
  const samples = new Float32Array(length);
  let end = 0;
  for (const piece of pieces) {
    samples.set(piece, end);
    end += piece.length;
  }
  return { samples: samples.subarray(0, Math.round(seconds * sampleRate)), sampleRate };
}

async function speak(voice: SpokenVoice, texts: readonly string[], folder: string): Promise<readonly Speech[]> {
  const { name, language, encoding, pace = 1 } = voice;
  if (!name.startsWith('flite:')) {
    return speakReferences({ name, language, sex: 'male', pace, ...(encoding && { encoding }) }, texts, folder);
  }
  const reader = await FliteReader.create();
  try {
    const takes: Speech[] = [];
    for (const text of texts) {
      // `WATERMARK_VOICES` only contains valid names.
      const { samples } = await reader.read(name.slice('flite:'.length) as FliteVoiceName, text, 1);
      takes.push({ samples, sampleRate: FLITE_RATE });
    }
    return takes;
  } finally {
    reader.close();
  }
}
