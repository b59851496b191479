// Compares natural recordings with their text and with changed texts. The Debian package pocketsphinx-testdata has five
// clips from a reading of *Sense and Sensibility*: too few to learn the voice, so there are no required results.
import { existsSync, readFileSync } from 'node:fs';
import { decodeWav, mixToMono } from '@lectern/audio';
import { proofTake, ReferenceReader } from '@lectern/audio/alignment';
import { at } from '../shared/rules/at.ts';
import type { BenchRow } from './bench-row.ts';

const FOLDER = '/usr/share/pocketsphinx/test/data/librivox';
const ADDED_WORDS = 'without the slightest hesitation';

interface Clip {
  readonly samples: Float32Array;
  readonly sampleRate: number;
  readonly text: string;
}

function readClips(): Clip[] {
  const names = readFileSync(`${FOLDER}/fileids`, 'utf8').trim().split('\n');
  const texts = readFileSync(`${FOLDER}/transcription`, 'utf8').trim().split('\n');
  return names.map((name, index) => {
    const { sampleRate, channels } = mixToMono(decodeWav(new Uint8Array(readFileSync(`${FOLDER}/${name}.wav`))));
    const text = at(texts, index)
      .replace(/<\/?s>|\([^)]*\)/g, '')
      .trim();
    return { samples: at(channels, 0), sampleRate, text };
  });
}

const middle = (words: readonly string[]): number => words.length >> 1;

/** Texts that differ from the clip: with extra words, with missing words, and with different words. */
const CHANGES: Readonly<Record<string, (words: readonly string[], other: string) => string>> = {
  'four words skipped': (words) => words.toSpliced(middle(words), 0, ADDED_WORDS).join(' '),
  'three words added': (words) => words.toSpliced(middle(words), 3).join(' '),
  'another sentence': (_, other) => other,
};

export async function naturalRows(): Promise<BenchRow[]> {
  if (!existsSync(FOLDER)) return [];
  const reader = await ReferenceReader.create();
  const clips = readClips();
  const scoreOf = ({ samples, sampleRate }: Clip, text: string): number => {
    const result = proofTake(reader, { samples, sampleRate, text, language: 'english' }, null);
    return result.isCompared ? result.proof.score : Number.NaN;
  };
  const clean = clips.map((clip) => scoreOf(clip, clip.text));
  const highest = Math.max(...clean);
  return Object.entries(CHANGES).map(([name, change]) => {
    const scores = clips.map((clip, index) =>
      scoreOf(clip, change(clip.text.split(' '), at(clips, (index + 1) % clips.length).text)),
    );
    const higher = scores.filter((score, index) => score > at(clean, index)).length;
    return {
      name: `Natural recordings, unknown voice: ${name}`,
      value: `${higher} of ${clips.length} rank above the clip itself, ${scores.filter((score) => score > highest).length} above all clean clips`,
      against: 'LibriVox clips of pocketsphinx-testdata',
      ratio: null,
      bar: '',
      ok: null,
    };
  });
}
