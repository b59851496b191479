// Measures how many planted faults PocketSphinx finds (docs/recognisers.md), alone and together with the alignment. It has
// a language model of the very texts, and stands in for a recogniser that a producer might install.

import { hasSphinx, recogniseWithSphinx } from '../electron/core/recognition/testing/sphinx-recogniser.ts';
import { compareWords, type HeardWord } from '../electron/core/rules/proof/compare-words.ts';
import { mergeFindings } from '../electron/core/rules/proof/merge-findings.ts';
import { at } from '../shared/rules/at.ts';
import type { BenchRow } from './bench-row.ts';
import { info, listRecalls, MEASURING_VOICES, MOST_LINES, recallRows, runVoice, type ScoredTake } from './proof.ts';
import { type BenchVoice, fileName, keptJson } from './proof-takes.ts';

/** The first takes of each English voice. Decoding takes about a sixth of their duration. */
const TAKES_PER_VOICE = 60;
/** Log odds that each word error adds. */
const ERROR_WEIGHT = 1.2;
const LANGUAGE_CODE = 'en-US';

interface HeardTake extends ScoredTake {
  readonly heard: readonly HeardWord[];
}

async function hearVoice(voice: BenchVoice): Promise<HeardTake[]> {
  const { scored } = await runVoice(voice);
  // PocketSphinx would only know the words of numbers if they were written out.
  const takes = (scored.get(MOST_LINES) ?? []).filter(({ take }) => !/\d/.test(take.text)).slice(0, TAKES_PER_VOICE);
  const texts = takes.map(({ take }) => take.text);
  console.log(`  PocketSphinx: ${voice.name}`);
  const heard = keptJson(`${fileName(voice)}-heard`, () =>
    recogniseWithSphinx(
      takes.map(({ take }) => take),
      texts,
    ),
  );
  return takes.map((take, index) => ({ ...take, heard: at(heard, index) }));
}

const plainWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[^a-z' -]/g, '')
    .split(/[ -]+/)
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .filter(Boolean);

/** Returns the word errors, plus half of their share. */
function wordErrors({ take, heard }: HeardTake): number {
  const spoken = plainWords(take.text);
  let row = Array.from({ length: heard.length + 1 }, (_, index) => index);
  for (const [index, word] of spoken.entries()) {
    const next = [index + 1];
    for (const [place, { text }] of heard.entries()) {
      next.push(Math.min(at(row, place + 1) + 1, at(next, place) + 1, at(row, place) + (word === text ? 0 : 1)));
    }
    row = next;
  }
  const errors = at(row, heard.length);
  return errors + (0.5 * errors) / Math.max(1, spoken.length);
}

const highest = (findings: readonly { readonly confidence: number }[]): number =>
  findings.reduce((most, { confidence }) => Math.max(most, confidence), 0);

/** The confidence of the most certain finding after comparing words as Lectern does. */
function comparedWords({ take, heard }: HeardTake) {
  return compareWords({ text: take.text, languageCode: LANGUAGE_CODE, heard });
}

function mergedConfidence(one: HeardTake): number {
  const { findings, notCompared } = comparedWords(one);
  return highest(mergeFindings({ alignment: one.proof.findings, recogniser: findings, notCompared }));
}

/** Takes four minutes on one core, plus the time of `proof-faults` if that hasn't run. */
export async function run(): Promise<BenchRow[]> {
  if (!hasSphinx()) return [info('PocketSphinx', 'not installed')];
  const takes: HeardTake[] = [];
  for (const voice of MEASURING_VOICES.filter(({ language }) => language === 'english')) {
    for (const take of await hearVoice(voice)) takes.push(take);
  }
  const scoredBy = (score: (take: HeardTake) => number): HeardTake[] =>
    takes.map((take) => ({ ...take, score: score(take) }));
  const alone = scoredBy(wordErrors);
  const both = scoredBy((take) => take.score + ERROR_WEIGHT * wordErrors(take));
  const faulty = takes.filter(({ take }) => take.fault !== null).length;
  return [
    info(`Alignment alone (${faulty} faulty, ${takes.length - faulty} clean English takes)`, listRecalls(takes)),
    info('PocketSphinx alone: word errors', listRecalls(alone)),
    info(
      'PocketSphinx alone: confidence of the words compared',
      listRecalls(scoredBy((take) => highest(comparedWords(take).findings))),
    ),
    info('Both: scores added', listRecalls(both)),
    info('Both: confidence of the merged findings', listRecalls(scoredBy(mergedConfidence))),
    ...recallRows('PocketSphinx', alone),
    ...recallRows('Both', both),
  ];
}
