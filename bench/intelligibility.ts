// Measures how intelligible the embedded voices are. CMU's PocketSphinx transcribes 24 sentences from Alice with its
// general model of American English (Debian packages: pocketsphinx, pocketsphinx-en-us), and this script counts the
// word errors. PocketSphinx makes many errors with any synthetic voice, so only compare voices within a run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { encode, pcmFromInt16, resample } from '@lectern/audio';
import { temporaryFolder } from '../e2e/support/processes.ts';
import { sampleText } from '../e2e/support/texts.ts';
import { EMBEDDED_SAMPLE_RATE } from '../packages/speech-service/speech/embedded/plan.ts';
import { spokenBy } from '../packages/speech-service/testing/embedded-speech.ts';
import { EMBEDDED_VOICES } from '../packages/speech-service/voices/catalogue.ts';
import { type EmbeddedVoice, synthesizerOf } from '../packages/speech-service/voices/voice.ts';
import { splitSentences } from '../shared/rules/text-boundaries.ts';
import type { BenchRow } from './bench-row.ts';

const SENTENCES = 24;
/** Words per sentence. */
const SENTENCE_WORDS = { least: 8, most: 30 } as const;
/** The recogniser's sample rate in Hz. */
const RECOGNISER_RATE = 16_000;
/** The model's path on Debian. */
const MODEL = '/usr/share/pocketsphinx/model/en-us';
/** Maximum error rate of a Flite voice relative to the average of the eSpeak NG voices. */
const BAR = 0.5;
/**
 * The eSpeak NG voices to compare with: the default voice, which is British, and two American voices, because the
 * recogniser's model is American.
 */
const ESPEAK_VOICES = ['Alistair', 'Abigail', 'Benjamin'];

/** Splits a text into words, in the recogniser's spelling. */
const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[^a-z' ]+/g, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .filter((word) => word !== '');

/** Returns sentences from the first chapters, excluding verse. */
function aliceSentences(): string[] {
  const paragraphs = sampleText('alice.txt').replaceAll('\r', '').split(/\n\n+/);
  const prose = paragraphs.map((paragraph) => paragraph.replace(/\s+/g, ' ').replaceAll('_', '').trim());
  const sentences = prose.flatMap((paragraph) => splitSentences(paragraph).map((sentence) => sentence.trim()));
  return sentences
    .filter((sentence) => /^[A-Z‘“'"].*[.!?’”'"]$/.test(sentence))
    .filter(
      (sentence) =>
        splitWords(sentence).length >= SENTENCE_WORDS.least && splitWords(sentence).length <= SENTENCE_WORDS.most,
    )
    .slice(0, SENTENCES);
}

/** Returns the word-level edit distance. */
function countWordErrors(spoken: readonly string[], heard: readonly string[]): number {
  let row = Array.from({ length: heard.length + 1 }, (_, index) => index);
  for (const [index, word] of spoken.entries()) {
    const next = [index + 1];
    for (const [place, other] of heard.entries()) {
      const [corner = 0, above = 0, before = 0] = [row[place], row[place + 1], next[place]];
      next.push(Math.min(above + 1, before + 1, corner + (word === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/**
 * Transcribes audio files in one run.
 * @param names WAV files in the folder, without extension
 * @throws Error if the recogniser isn't installed
 */
async function recognise(folder: string, names: readonly string[]): Promise<Map<string, string>> {
  const [list, heard] = [join(folder, 'list'), join(folder, 'heard')];
  writeFileSync(list, names.join('\n'));
  const files = ['-cepdir', folder, '-cepext', '.wav', '-adcin', 'yes', '-adchdr', '44', '-ctl', list, '-hyp', heard];
  const model = ['-hmm', `${MODEL}/en-us`, '-lm', `${MODEL}/en-us.lm.bin`, '-dict', `${MODEL}/cmudict-en-us.dict`];
  const child = spawn('pocketsphinx_batch', [...files, ...model], { stdio: 'ignore' });
  const status = await once(child, 'close').then(
    ([code]) => code,
    () => 127,
  );
  if (status !== 0) throw new Error('This bench needs PocketSphinx: install pocketsphinx and pocketsphinx-en-us.');
  const rows = readFileSync(heard, 'utf8').matchAll(/^(.*) \((\S+) -?\d+\)$/gm);
  return new Map(Array.from(rows, ([, text = '', name = '']) => [name, text]));
}

const fileName = (index: number): string => `sentence-${index}`;

async function speakTo(folder: string, voice: string, sentences: readonly string[]): Promise<void> {
  mkdirSync(folder);
  for (const [index, sentence] of sentences.entries()) {
    const sound = resample(pcmFromInt16(await spokenBy(voice, sentence), EMBEDDED_SAMPLE_RATE), RECOGNISER_RATE);
    writeFileSync(join(folder, `${fileName(index)}.wav`), await encode(sound, 'wav', { quality: 'medium' }));
  }
}

/** Returns a voice's word errors in percent. */
async function errorRate(folder: string, sentences: readonly string[]): Promise<number> {
  const heard = await recognise(
    folder,
    sentences.map((_, index) => fileName(index)),
  );
  let errors = 0;
  let words = 0;
  for (const [index, sentence] of sentences.entries()) {
    const spoken = splitWords(sentence);
    errors += countWordErrors(spoken, splitWords(heard.get(fileName(index)) ?? ''));
    words += spoken.length;
  }
  return (100 * errors) / words;
}

/** Returns the error rate of each voice, grouped by synthesizer. Uses all cores. */
async function errorRates(voices: readonly EmbeddedVoice[], folder: string, sentences: readonly string[]) {
  const rates = new Map<string, number>();
  const waiting = [...voices];
  const listen = async (): Promise<void> => {
    for (let voice = waiting.shift(); voice !== undefined; voice = waiting.shift()) {
      rates.set(voiceTitle(voice), await errorRate(join(folder, voice.slug), sentences));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, listen));
  return voices.map((voice) => ({ voice, rate: rates.get(voiceTitle(voice)) ?? Number.NaN }));
}

const voiceTitle = (voice: EmbeddedVoice): string => `${voice.name} (${synthesizerOf(voice)})`;

const formatPercent = (rate: number): string => `${rate.toFixed(1)} % of words wrong`;

/** Takes about three minutes. */
export async function run(): Promise<BenchRow[]> {
  const sentences = aliceSentences();
  const voices = [...EMBEDDED_VOICES].filter(
    ([, { flite, name }]) => flite !== undefined || ESPEAK_VOICES.includes(name),
  );
  const folder = temporaryFolder();
  try {
    for (const [id, { slug }] of voices) await speakTo(join(folder.path, slug), id, sentences);
    const rated = await errorRates(
      voices.map(([, voice]) => voice),
      folder.path,
      sentences,
    );
    const espeak = rated.filter(({ voice }) => voice.flite === undefined);
    const together = espeak.reduce((sum, { rate }) => sum + rate, 0) / espeak.length;
    return rated.map(({ voice, rate }) => ({
      name: `${voiceTitle(voice)}, ${sentences.length} sentences of Alice heard by PocketSphinx`,
      value: formatPercent(rate),
      against: `eSpeak NG, ${espeak.length} voices together: ${formatPercent(together)}`,
      ratio: rate / together,
      bar: voice.flite === undefined ? '' : `at most ${BAR}`,
      ok: voice.flite === undefined ? null : rate <= BAR * together,
    }));
  } finally {
    folder.remove();
  }
}
