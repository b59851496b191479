// Stands in for a real recogniser: PocketSphinx with a language model trained on the texts being tested, which knows only
// their words.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeWav, resample } from '@lectern/audio';
import type { HeardWord } from '../../rules/proof/compare-words.ts';
import type { RecognisedSpeech, Recogniser, SpeechToRecognise } from '../recogniser.ts';

const MODEL = '/usr/share/pocketsphinx/model/en-us';
const DICTIONARY = join(MODEL, 'cmudict-en-us.dict');
const SAMPLE_RATE = 16_000;
const FRAME_SECONDS = 0.01;

/** Debian's packages `pocketsphinx` and `pocketsphinx-en-us`. */
export const hasSphinx = (): boolean => existsSync('/usr/bin/pocketsphinx_batch') && existsSync(DICTIONARY);

export interface SphinxTake {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

/** A recogniser that only knows the words of some texts. */
export class SphinxRecogniser implements Recogniser {
  readonly name = 'pocketsphinx';
  readonly #texts: readonly string[];

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  async recognise(speech: SpeechToRecognise): Promise<RecognisedSpeech> {
    return { words: recogniseWithSphinx([speech], this.#texts)[0] ?? [], isTimed: true };
  }

  close(): void {}
}

/** Recognises takes, whose words must be among those of the texts. */
export function recogniseWithSphinx(takes: readonly SphinxTake[], texts: readonly string[]): HeardWord[][] {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-sphinx-'));
  try {
    const { model, dictionary } = bigramModel(texts);
    writeFileSync(join(folder, 'lm.arpa'), model);
    writeFileSync(join(folder, 'words.dict'), dictionary);
    for (const [index, { samples, sampleRate }] of takes.entries()) {
      writeFileSync(join(folder, `${index}.wav`), wavOf(samples, sampleRate));
    }
    writeFileSync(join(folder, 'takes'), takes.map((_take, index) => `${index}\n`).join(''));
    execFileSync('pocketsphinx_batch', [
      ...[
        '-hmm',
        join(MODEL, 'en-us'),
        '-dict',
        join(folder, 'words.dict'),
        '-lm',
        join(folder, 'lm.arpa'),
        '-lw',
        '4',
      ],
      ...['-ctl', join(folder, 'takes'), '-cepdir', folder, '-cepext', '.wav', '-adcin', 'yes', '-adchdr', '44'],
      ...['-hypseg', join(folder, 'words'), '-logfn', '/dev/null'],
    ]);
    const rows = new Map(
      readFileSync(join(folder, 'words'), 'utf8')
        .trim()
        .split('\n')
        .map((row) => [row.split(' ')[0] ?? '', row]),
    );
    return takes.map((_take, index) => wordsOf(rows.get(String(index)) ?? ''));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const wavOf = (samples: Float32Array, sampleRate: number): Uint8Array =>
  encodeWav(resample({ sampleRate, channels: [samples] }, SAMPLE_RATE));

/** Parses `0 S 0 T -1 A -1 L -1 START SCORE SCORE WORD START SCORE SCORE WORD END`, with times in frames. */
function wordsOf(row: string): HeardWord[] {
  const fields = row
    .replace(/^.*? L \S+ /, '')
    .trim()
    .split(/\s+/);
  const words: HeardWord[] = [];
  for (let at = 0; at + 4 < fields.length; at += 4) {
    const text = (fields[at + 3] ?? '').replace(/\(\d+\)$/, '');
    if (/^[<[+]/.test(text)) continue;
    words.push({
      text,
      startSeconds: FRAME_SECONDS * Number(fields[at]),
      endSeconds: FRAME_SECONDS * Number(fields[at + 4]),
    });
  }
  return words;
}

const plainWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[^a-z' -]/g, '')
    .split(/[ -]+/)
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .filter(Boolean);

let pronunciations: ReadonlyMap<string, readonly string[]> | undefined;

function dictionaryWords(): ReadonlyMap<string, readonly string[]> {
  if (pronunciations) return pronunciations;
  const found = new Map<string, string[]>();
  for (const row of readFileSync(DICTIONARY, 'utf8').split('\n')) {
    const [name = '', ...sounds] = row.split(' ');
    const word = name.replace(/\(\d+\)$/, '');
    if (word !== '') found.set(word, [...(found.get(word) ?? []), sounds.join(' ')]);
  }
  pronunciations = found;
  return found;
}

/** Count subtracted from each pair, for pairs that don't occur in the texts. */
const DISCOUNT = 0.5;

/** Returns a language model in the ARPA format, and a dictionary of its words. */
function bigramModel(texts: readonly string[]): { readonly model: string; readonly dictionary: string } {
  const known = dictionaryWords();
  const counts = new Map<string, number>();
  const pairs = new Map<string, Map<string, number>>();
  for (const text of texts) {
    const words = ['<s>', ...plainWords(text).filter((word) => known.has(word)), '</s>'];
    for (const [index, word] of words.entries()) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      const before = words[index - 1];
      if (before === undefined) continue;
      const after = pairs.get(before) ?? new Map<string, number>();
      pairs.set(before, after.set(word, (after.get(word) ?? 0) + 1));
    }
  }
  const vocabulary = [...counts.keys()].filter((word) => word !== '<s>');
  const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
  const total = sum(vocabulary.map((word) => counts.get(word) ?? 0));
  const share = (word: string): number => (counts.get(word) ?? 0) / total;
  const log = (value: number): string => Math.log10(Math.max(1e-9, value)).toFixed(4);
  const backOff = (word: string): string => {
    const after = pairs.get(word) ?? new Map<string, number>();
    const left = (DISCOUNT * after.size) / sum(after.values());
    return log(left / Math.max(1e-9, 1 - sum([...after.keys()].map(share))));
  };
  const unigrams = vocabulary.map((word) => `${log(share(word))} ${word}${pairs.has(word) ? ` ${backOff(word)}` : ''}`);
  const bigrams = [...pairs].flatMap(([before, after]) =>
    [...after].map(([word, count]) => `${log((count - DISCOUNT) / sum(after.values()))} ${before} ${word}`),
  );
  return {
    model: [
      ...['', '\\data\\', `ngram 1=${vocabulary.length + 1}`, `ngram 2=${bigrams.length}`, ''],
      ...['\\1-grams:', `-99 <s> ${backOff('<s>')}`, ...unigrams, ''],
      ...['\\2-grams:', ...bigrams, '', '\\end\\', ''],
    ].join('\n'),
    dictionary: vocabulary
      .flatMap((word) =>
        (known.get(word) ?? []).map((sounds, index) => `${word}${index === 0 ? '' : `(${index + 1})`} ${sounds}\n`),
      )
      .join(''),
  };
}
