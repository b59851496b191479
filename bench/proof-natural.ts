// Compares natural recordings with their words and with changed words. Two speakers of telephone prompts have enough lines to
// learn their voices (Debian's packages asterisk-core-sounds-en, asterisk-core-sounds-en-g722, and the same with fr). A reader
// of *Sense and Sensibility* has five clips (pocketsphinx-testdata). Needs ffmpeg.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeWav, mixToMono } from '@lectern/audio';
import { learnVoice, proofTake, ReferenceReader } from '@lectern/audio/alignment';
import { temporaryFolder } from '../e2e/support/processes.ts';
import { prepareLine, type SpokenTake } from '../packages/audio/alignment/prepared-line.ts';
import { compareLine } from '../packages/audio/alignment/proof-take.ts';
import { RandomNumbers } from '../packages/audio/alignment/random-numbers.ts';
import type { TakeProof } from '../shared/model/proof.ts';
import { at } from '../shared/rules/at.ts';
import type { BenchRow } from './bench-row.ts';
import { info, isNear, listed, percent, type RankedTake, recalls } from './proof.ts';
import type { PlantedFault, WordSpan } from './proof-takes.ts';

const PROMPTS = [
  { name: 'English prompts', language: 'english', code: 'en', folder: 'en_US_f_Allison' },
  { name: 'French prompts', language: 'french', code: 'fr', folder: 'fr_CA_f_June' },
] as const;
type PromptVoice = (typeof PROMPTS)[number];

const SOUNDS = '/usr/share/asterisk/sounds';
/** Shorter prompts are mostly parts of sentences. */
const PROMPT_WORDS = { least: 6, most: 40 } as const;
const SEED = 5;

const promptList = ({ code }: PromptVoice): string =>
  `/usr/share/doc/asterisk-core-sounds-${code}/core-sounds-${code}.txt.gz`;

const isInstalled = (voice: PromptVoice): boolean =>
  existsSync(promptList(voice)) && existsSync(join(SOUNDS, voice.folder, 'vm-goodbye.g722'));

function readPrompts(voice: PromptVoice): SpokenTake[] {
  const rows = gunzipSync(readFileSync(promptList(voice)))
    .toString('utf8')
    .split('\n');
  const prompts = rows.flatMap((row) => {
    const [, name = '', text = ''] = /^([^;:]+):\s*(.*)$/.exec(row) ?? [];
    const file = join(SOUNDS, voice.folder, `${name}.g722`);
    const words = text.trim().split(/\s+/);
    const isUsable =
      !/[[\]()<>*]/.test(text) && words.length >= PROMPT_WORDS.least && words.length <= PROMPT_WORDS.most;
    return isUsable && existsSync(file) ? [{ file, text: words.join(' ') }] : [];
  });
  const folder = temporaryFolder();
  try {
    const outputs = prompts.flatMap((_, index) => ['-map', `${index}`, join(folder.path, `${index}.wav`)]);
    const inputs = prompts.flatMap(({ file }) => ['-f', 'g722', '-i', file]);
    execFileSync('ffmpeg', ['-v', 'error', ...inputs, ...outputs]);
    return prompts.map(({ text }, index) => ({
      ...readMono(join(folder.path, `${index}.wav`)),
      text,
      language: voice.language,
    }));
  } finally {
    folder.remove();
  }
}

function readMono(path: string): Pick<SpokenTake, 'samples' | 'sampleRate'> {
  const { sampleRate, channels } = mixToMono(decodeWav(new Uint8Array(readFileSync(path))));
  return { samples: at(channels, 0), sampleRate };
}

type TextFault = Extract<PlantedFault, 'skip1' | 'skip3' | 'insert' | 'replace' | 'wrong'>;
const TEXT_FAULTS: readonly TextFault[] = ['skip3', 'insert', 'wrong', 'skip1', 'replace'];

const bare = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}']/gu, '');

/** Changes a text so that the recording has a fault. Returns the words concerned. */
function changeText(
  text: string,
  fault: TextFault,
  others: readonly string[],
  random: RandomNumbers,
): { readonly text: string; readonly span: WordSpan } {
  const words = text.split(' ');
  const other = at(others, random.integer(0, others.length - 1))
    .split(' ')
    .map(bare)
    .filter(Boolean);
  const replaced = (from: number, count: number, instead: readonly string[]) => ({
    text: words.toSpliced(from, count, ...instead).join(' '),
    span: { from: Math.max(0, from - (instead.length === 0 ? 1 : 0)), to: from + Math.max(1, instead.length) },
  });
  const long = (list: readonly string[]): string => list.filter(({ length }) => length >= 4)[0] ?? at(list, 0);
  const place = random.integer(1, words.length - 1);
  switch (fault) {
    case 'skip1':
      return replaced(place, 0, [long(other)]);
    case 'skip3':
      return replaced(place, 0, other.slice(0, 4));
    case 'insert':
      return replaced(Math.min(place, words.length - 3), 3, []);
    case 'replace': {
      const from = words.findIndex((word, index) => index >= place && bare(word).length >= 4);
      return replaced(from < 0 ? place : from, 1, [long(other)]);
    }
    case 'wrong':
      return { text: other.join(' '), span: { from: 0, to: other.length } };
  }
}

interface ScoredPrompt extends RankedTake {
  readonly proof: TakeProof;
  readonly span: WordSpan | null;
}

/** Each half of the prompts is compared with a voice learnt from the other half. */
function promptRows(voice: PromptVoice, reader: ReferenceReader): BenchRow[] {
  console.log(`  ${voice.name}`);
  const random = new RandomNumbers(SEED);
  const takes = readPrompts(voice);
  const texts = takes.map(({ text }) => text);
  const lines = takes.map((take) => prepareLine(reader, take));
  const seconds = takes.reduce((sum, { samples, sampleRate }) => sum + samples.length / sampleRate, 0);
  const halves = [0, 1].map((half) => learnVoice(lines.filter((_, index) => index % 2 === half)));
  const scored: ScoredPrompt[] = [];
  const unknown: RankedTake[] = [];
  for (const [index, take] of takes.entries()) {
    const model = at(halves, (index + 1) % 2);
    const fault = at(TEXT_FAULTS, Math.floor(index / 2) % TEXT_FAULTS.length);
    const changed = changeText(
      take.text,
      fault,
      texts.filter((text) => text !== take.text),
      random,
    );
    const pairs = [
      { line: at(lines, index), fault: null, span: null },
      { line: prepareLine(reader, { ...take, text: changed.text }), fault, span: changed.span },
    ];
    for (const { line, fault: planted, span } of pairs) {
      const proof = compareLine(line, model);
      scored.push({ take: { fault: planted }, proof, span, score: proof.score });
      unknown.push({ take: { fault: planted }, score: compareLine(line, null).score });
    }
  }
  const clean = scored.filter(({ take }) => take.fault === null);
  const faulty = scored.filter(({ take }) => take.fault !== null);
  const marked = (list: readonly ScoredPrompt[]): string =>
    `${list.filter(({ proof }) => proof.isSuspicious).length} of ${list.length}`;
  const found = faulty.filter(({ proof }) => proof.isSuspicious);
  const placed = found.filter(({ take, proof, span }) => take.fault === 'wrong' || (span && isNear(proof, span)));
  const name = `${voice.name}, natural`;
  return [
    info(
      `${name}: faults found at 2 / 5 / 10 false findings per 100 clean lines`,
      listed(recalls(scored)),
      `${faulty.length} changed texts, ${(seconds / 60).toFixed(0)} minutes; unknown voice: ${listed(recalls(unknown))}`,
    ),
    ...TEXT_FAULTS.map((fault) => info(`${name}: ${fault}`, listed(recalls(scored, [fault])), 'changed texts')),
    info(`${name}: marked as suspicious`, `${marked(faulty)} faulty, ${marked(clean)} clean`, 'changed texts'),
    info(
      `${name}: places within a word of the fault`,
      `${percent(placed.length / found.length)} % of ${found.length}`,
      'suspicious takes with changed texts',
    ),
  ];
}

const LIBRIVOX = '/usr/share/pocketsphinx/test/data/librivox';
const ADDED_WORDS = 'without the slightest hesitation';

function readClips(): SpokenTake[] {
  const names = readFileSync(`${LIBRIVOX}/fileids`, 'utf8').trim().split('\n');
  const texts = readFileSync(`${LIBRIVOX}/transcription`, 'utf8').trim().split('\n');
  return names.map((name, index) => {
    const text = at(texts, index)
      .replace(/<\/?s>|\([^)]*\)/g, '')
      .trim();
    return { ...readMono(`${LIBRIVOX}/${name}.wav`), text, language: 'english' };
  });
}

const middle = (words: readonly string[]): number => words.length >> 1;

/** Texts that differ from the clip: with extra words, with missing words, and with different words. */
const CHANGES: Readonly<Record<string, (words: readonly string[], other: string) => string>> = {
  'four words skipped': (words) => words.toSpliced(middle(words), 0, ADDED_WORDS).join(' '),
  'three words added': (words) => words.toSpliced(middle(words), 3).join(' '),
  'another sentence': (_, other) => other,
};

function clipRows(reader: ReferenceReader): BenchRow[] {
  const clips = readClips();
  const scoreOf = (clip: SpokenTake, text: string): number => {
    const result = proofTake(reader, { ...clip, text }, null);
    return result.isCompared ? result.proof.score : Number.NaN;
  };
  const clean = clips.map((clip) => scoreOf(clip, clip.text));
  const highest = Math.max(...clean);
  return Object.entries(CHANGES).map(([name, change]) => {
    const scores = clips.map((clip, index) =>
      scoreOf(clip, change(clip.text.split(' '), at(clips, (index + 1) % clips.length).text)),
    );
    const higher = scores.filter((score, index) => score > at(clean, index)).length;
    return info(
      `LibriVox clips, unknown voice: ${name}`,
      `${higher} of ${clips.length} rank above the clip itself, ${scores.filter((score) => score > highest).length} above all clean clips`,
      'the clips with their own words',
    );
  });
}

/** Takes three minutes of a core. */
export async function run(): Promise<BenchRow[]> {
  const reader = await ReferenceReader.create();
  const rows: BenchRow[] = [];
  for (const voice of PROMPTS) {
    if (isInstalled(voice)) for (const row of promptRows(voice, reader)) rows.push(row);
    else rows.push(info(voice.name, 'not installed', `asterisk-core-sounds-${voice.code}-g722`));
  }
  if (existsSync(LIBRIVOX)) for (const row of clipRows(reader)) rows.push(row);
  else rows.push(info('LibriVox clips', 'not installed', 'pocketsphinx-testdata'));
  return rows;
}
