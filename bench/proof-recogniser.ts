// Measures PocketSphinx, with a language model trained on the texts being read, for comparison with proofing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWav } from '@lectern/audio';
import { temporaryFolder } from '../e2e/support/processes.ts';
import { at } from '../shared/rules/at.ts';
import type { BenchTake } from './proof-takes.ts';

/** The model's path on Debian. */
const MODEL = '/usr/share/pocketsphinx/model/en-us';
/** Count subtracted from each bigram for unseen words. */
const DISCOUNT = 0.5;
/** Log odds that each word error adds. */
const ERROR_WEIGHT = 1.2;

/** Adds the evidence of both methods. */
export const combineScores = (alignment: number, wordErrors: number): number => alignment + ERROR_WEIGHT * wordErrors;

const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[^a-z' -]/g, '')
    .split(/[ -]+/)
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .filter((word) => word !== '');

function readDictionary(): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const row of readFileSync(`${MODEL}/cmudict-en-us.dict`, 'utf8').split('\n')) {
    const space = row.indexOf(' ');
    if (space < 1) continue;
    const word = row.slice(0, space).replace(/\(\d+\)$/, '');
    words.set(word, [...(words.get(word) ?? []), row.slice(space + 1)]);
  }
  return words;
}

/** Writes a bigram model in the ARPA format. */
function languageModel(sentences: readonly (readonly string[])[]): string {
  const counts = new Map<string, number>();
  const followers = new Map<string, Map<string, number>>();
  for (const sentence of sentences) {
    const words = ['<s>', ...sentence, '</s>'];
    for (const [index, word] of words.entries()) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      const next = words[index + 1];
      if (next === undefined) continue;
      const after = followers.get(word) ?? new Map<string, number>();
      followers.set(word, after.set(next, (after.get(next) ?? 0) + 1));
    }
  }
  const vocabulary = [...counts.keys()].filter((word) => word !== '<s>');
  const total = vocabulary.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);
  const unigram = (word: string): number => (counts.get(word) ?? 0) / total;
  const log = (value: number): string => Math.log10(Math.max(1e-9, value)).toFixed(4);
  const sizeOf = (after: ReadonlyMap<string, number>): number => [...after.values()].reduce((a, b) => a + b, 0);
  const backOff = (word: string): string => {
    const after = followers.get(word);
    if (!after) return '';
    const seen = [...after.keys()].reduce((sum, next) => sum + unigram(next), 0);
    return ` ${log((DISCOUNT * after.size) / sizeOf(after) / Math.max(1e-9, 1 - seen))}`;
  };
  const bigrams = [...followers].flatMap(([word, after]) =>
    Array.from(after, ([next, count]) => `${log((count - DISCOUNT) / sizeOf(after))} ${word} ${next}`),
  );
  return [
    '\n\\data\\',
    `ngram 1=${vocabulary.length + 1}`,
    `ngram 2=${bigrams.length}`,
    '\n\\1-grams:',
    `-99 <s>${backOff('<s>')}`,
    ...vocabulary.map((word) => `${log(unigram(word))} ${word}${backOff(word)}`),
    '\n\\2-grams:',
    ...bigrams,
    '\n\\end\\\n',
  ].join('\n');
}

function countWordErrors(spoken: readonly string[], heard: readonly string[]): number {
  let row = Array.from({ length: heard.length + 1 }, (_, index) => index);
  for (const [index, word] of spoken.entries()) {
    const next = [index + 1];
    for (const [place, other] of heard.entries()) {
      next.push(Math.min(at(row, place + 1) + 1, at(next, place) + 1, at(row, place) + (word === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Returns the word errors of English takes, plus half of their share; null if PocketSphinx isn't installed. */
export async function recogniserScores(takes: readonly BenchTake[]): Promise<number[] | null> {
  if (!existsSync(`${MODEL}/cmudict-en-us.dict`)) return null;
  const dictionary = readDictionary();
  const known = (text: string): string[] => splitWords(text).filter((word) => dictionary.has(word));
  const sentences = [...new Set(takes.map(({ text }) => text))].map(known);
  const folder = temporaryFolder();
  const path = (name: string): string => join(folder.path, name);
  try {
    for (const [index, { samples, sampleRate }] of takes.entries()) {
      writeFileSync(path(`${index}.wav`), encodeWav({ sampleRate, channels: [samples] }));
    }
    writeFileSync(path('model'), languageModel(sentences));
    const rows = [...new Set(sentences.flat())].flatMap((word) =>
      (dictionary.get(word) ?? []).map((sounds, index) => `${word}${index === 0 ? '' : `(${index + 1})`} ${sounds}`),
    );
    writeFileSync(path('words'), `${rows.join('\n')}\n`);
    writeFileSync(path('list'), `${[...takes.keys()].join('\n')}\n`);
    const audio = ['-cepdir', folder.path, '-cepext', '.wav', '-adcin', 'yes', '-adchdr', '44', '-ctl', path('list')];
    const model = ['-hmm', `${MODEL}/en-us`, '-dict', path('words'), '-lm', path('model'), '-lw', '4'];
    const child = spawn('pocketsphinx_batch', [...audio, ...model, '-hyp', path('heard')], { stdio: 'ignore' });
    const status = await once(child, 'close').then(
      ([code]) => code,
      () => 127,
    );
    if (status !== 0) return null;
    const scores = takes.map(({ text }) => 1.5 * known(text).length);
    for (const [, text = '', name = ''] of readFileSync(path('heard'), 'utf8').matchAll(/^(.*) \((\d+) -?\d+\)$/gm)) {
      const spoken = known(at(takes, Number(name)).text);
      const errors = countWordErrors(
        spoken,
        text
          .replace(/\(\d+\)/g, '')
          .split(' ')
          .filter(Boolean),
      );
      scores[Number(name)] = errors + (0.5 * errors) / Math.max(1, spoken.length);
    }
    return scores;
  } finally {
    folder.remove();
  }
}
