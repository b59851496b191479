// Measures which differently pronounced names are found (docs/proof.md). Needs Festival with its voices kal, ked and slt. The
// thresholds were chosen with the first six voices.

import { findOddSounds, learnVoice, ReferenceReader, wordSounds, wordTimes } from '@lectern/audio/alignment';
import { RandomNumbers } from '../packages/audio/alignment/random-numbers.ts';
import { MIN_NAME_OCCURRENCES } from '../shared/model/proof.ts';
import { at } from '../shared/rules/at.ts';
import { spokenWords } from '../shared/rules/spoken-words.ts';
import type { BenchRow } from './bench-row.ts';
import { nameSentences, RESPELLED_NAMES } from './name-texts.ts';
import { BENCH_VOICES, type BenchVoice, prepareTakes, speakTexts } from './proof-takes.ts';

const TUNING = ['flite kal16', 'festival kal', 'espeak scotland+Andy', 'flite slt', 'flite rms', 'festival ked'];
/** How often each name is spoken as it is written; each of its other spellings is spoken once. */
const USUAL = 6;
/** Share of differently pronounced names to be found, and of others that may be reported. */
const BARS = { found: 0.65, falsely: 0.015 } as const;
const MIN_ORDINARY_LETTERS = 5;
const SEED = 11;

interface PlantedName {
  readonly name: string;
  /** What the voice reads. */
  readonly said: string;
}

interface NamedText {
  readonly text: string;
  readonly said: string;
  readonly names: readonly PlantedName[];
}

function makeTexts(random: RandomNumbers): NamedText[] {
  const names = RESPELLED_NAMES.flatMap(({ name, respelled }): PlantedName[] => [
    ...Array.from({ length: USUAL }, () => ({ name, said: name })),
    ...respelled.map((said) => ({ name, said })),
  ]);
  const left = names
    .map((name) => ({ name, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ name }) => name);
  const sentences = nameSentences();
  const texts: NamedText[] = [];
  while (left.length > 0) {
    const sentence = at(sentences, texts.length % sentences.length);
    const own = left.splice(0, sentence.includes('{B}') ? 2 : 1);
    const [first, second = { name: 'Mary', said: 'Mary' }] = own;
    if (!first) break;
    const fill = (key: keyof PlantedName): string => sentence.replace('{A}', first[key]).replace('{B}', second[key]);
    texts.push({ text: fill('name'), said: fill('said'), names: own });
  }
  return texts;
}

interface NameCounts {
  readonly planted: number;
  readonly found: number;
  readonly usual: number;
  readonly falsely: number;
}

async function measureVoice(voice: BenchVoice, reader: ReferenceReader): Promise<NameCounts> {
  const random = new RandomNumbers(SEED);
  const texts = makeTexts(random);
  const takes = await speakTexts(voice, texts, random);
  const model = learnVoice(await prepareTakes(takes));
  const words = new Map<
    string,
    { readonly sound: Uint8Array; readonly isPlanted: boolean; readonly isName: boolean }[]
  >();
  for (const [index, take] of takes.entries()) {
    const sounds = wordSounds(take, wordTimes({ ...take, reader }), model);
    // A sentence can contain the same name twice, pronounced differently.
    const left = [...at(texts, index).names];
    for (const [place, { text }] of spokenWords(take.text).entries()) {
      const word = text.replace(/[^\p{L}]/gu, '');
      const next = left.findIndex((one) => one.name === word);
      const name = next < 0 ? undefined : left.splice(next, 1)[0];
      if (!name && word.length < MIN_ORDINARY_LETTERS) continue;
      const key = name ? word : word.toLowerCase();
      const spoken = {
        sound: at(sounds, place),
        isPlanted: name !== undefined && name.said !== word,
        isName: name !== undefined,
      };
      words.set(key, [...(words.get(key) ?? []), spoken]);
    }
  }
  const groups = [...words.values()].filter((spoken) => spoken.length >= MIN_NAME_OCCURRENCES);
  const odd =
    findOddSounds(groups.map((own) => ({ isName: at(own, 0).isName, sounds: own.map(({ sound }) => sound) }))) ?? [];
  const names = groups.flat().filter(({ isName }) => isName);
  const found = odd.filter(({ word, sound }) => at(at(groups, word), sound).isPlanted).length;
  const planted = names.filter(({ isPlanted }) => isPlanted).length;
  return { planted, found, usual: names.length - planted, falsely: odd.length - found };
}

const sum = (counts: readonly NameCounts[], key: keyof NameCounts): number =>
  counts.reduce((total, one) => total + one[key], 0);

export async function run(): Promise<BenchRow[]> {
  const reader = await ReferenceReader.create();
  const measured: { readonly voice: string; readonly counts: NameCounts }[] = [];
  for (const voice of BENCH_VOICES.filter(({ language }) => language === 'english')) {
    measured.push({ voice: voice.name, counts: await measureVoice(voice, reader) });
  }
  const rowOf = (name: string, counts: readonly NameCounts[], isBar: boolean): BenchRow => {
    const [planted, found, usual, falsely] = (['planted', 'found', 'usual', 'falsely'] as const).map((key) =>
      sum(counts, key),
    );
    const [share, falseShare] = [(found ?? 0) / (planted || 1), (falsely ?? 0) / (usual || 1)];
    return {
      name,
      value: `${found} of ${planted} found (${Math.round(100 * share)} %), ${falsely} of ${usual} others reported`,
      against: 'differently spelled names, read by the voice',
      ratio: null,
      bar: isBar ? `${100 * BARS.found} % found, ${100 * BARS.falsely} % of others reported` : '',
      ok: isBar ? share >= BARS.found && falseShare <= BARS.falsely : null,
    };
  };
  const isTuning = ({ voice }: (typeof measured)[number]): boolean => TUNING.includes(voice);
  return [
    ...measured.map(({ voice, counts }) => rowOf(`Names by ${voice}`, [counts], false)),
    rowOf(
      'Names by the tuning voices',
      measured.filter(isTuning).map(({ counts }) => counts),
      false,
    ),
    rowOf(
      'Names by the other voices',
      measured.filter((one) => !isTuning(one)).map(({ counts }) => counts),
      true,
    ),
  ];
}
