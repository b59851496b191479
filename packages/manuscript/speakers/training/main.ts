// Fits weights to the PDNC corpus; see README.md.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { append } from '../../../../shared/rules/lists.ts';
import { attributeBook } from '../attribute.ts';
import { SPEAKER_WEIGHTS, type SpeakerWeights } from '../speaker-weights.ts';
import { alignQuotations, paragraphsOf } from './alignment.ts';
import { type AnnotatedNovel, CorpusError, novelNames, readNovel } from './corpus.ts';
import { computeScore, type EvaluatedQuotation, evaluateNovel, precisionAt } from './evaluation.ts';
import { fitWeights, trainingNovel } from './fitting.ts';
import { HELD_OUT } from './held-out.ts';

const USAGE = `Usage: node scripts/run.mjs packages/manuscript/speakers/training/main.ts CORPUS [options]

CORPUS           the folder of the Project Dialogism Novel Corpus
--check          evaluate the weights that attribution uses; fit none
--novels A,B     use these novels only, by the names of their folders
--out FILE       write the fitted weights to a file; without it they are only evaluated
`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

function evaluateAttributions(novel: AnnotatedNovel, weights: SpeakerWeights): EvaluatedQuotation[] {
  const paragraphs = paragraphsOf(novel);
  const { attributions } = attributeBook(paragraphs, weights);
  return evaluateNovel(novel, attributions, alignQuotations(novel, paragraphs, attributions));
}

function printScore(name: string, evaluated: readonly EvaluatedQuotation[]): void {
  const { quotations, claimed, right } = computeScore(evaluated);
  const figures = [String(quotations), percent(claimed, quotations), percent(right, claimed)];
  const surest = percent(precisionAt(evaluated, 0.7), 1);
  print([name.padEnd(30), ...[...figures, surest].map((figure) => figure.padStart(14))].join(''));
}

function evaluate(novels: readonly AnnotatedNovel[], weights: SpeakerWeights): void {
  const titles = ['quotations', 'claimed', 'right', 'right of 70 %'];
  print(['novel'.padEnd(30), ...titles.map((title) => title.padStart(14))].join(''));
  for (const isHeldOut of [false, true]) {
    const all: EvaluatedQuotation[] = [];
    for (const novel of novels.filter((one) => one.isHeldOut === isHeldOut)) {
      const evaluated = evaluateAttributions(novel, weights);
      printScore(novel.name, evaluated);
      append(all, evaluated);
    }
    if (all.length > 0) printScore(isHeldOut ? '= all held out' : '= all fitted', all);
  }
}

function selectNovels(folder: string, choice: string | undefined): string[] {
  const names = novelNames(folder);
  const chosen = choice?.split(',') ?? names;
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new CorpusError(`The corpus has no novel ${unknown}; it has ${names.join(', ')}.`);
  const missing = [...HELD_OUT].filter((name) => !names.includes(name));
  if (missing.length > 0) print(`Missing in this copy of the corpus: ${missing.join(', ')}.`);
  return chosen;
}

function run(args: readonly string[]): void {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      check: { type: 'boolean' },
      novels: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  });
  const [folder, ...others] = positionals;
  if (values.help) {
    print(USAGE);
    return;
  }
  if (folder === undefined || others.length > 0) throw new CorpusError(`Pass one folder.\n\n${USAGE}`);
  const novels = selectNovels(folder, values.novels).map((name) => readNovel(folder, name));
  if (values.check) {
    evaluate(novels, SPEAKER_WEIGHTS);
    return;
  }
  const fitted = novels.filter(({ isHeldOut }) => !isHeldOut);
  if (fitted.length === 0)
    throw new CorpusError('All novels chosen are held out: choose one that weights may be fitted to.');
  print(`Fitting to ${fitted.length} novels`);
  const weights = fitWeights(fitted.map(trainingNovel), print);
  if (values.out !== undefined) {
    writeFileSync(values.out, `${JSON.stringify(weights, null, 2)}\n`);
    print(`Wrote ${values.out}`);
  }
  evaluate(novels, weights);
}

try {
  run(process.argv.slice(2));
} catch (error) {
  const isUse = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!(error instanceof CorpusError || isUse)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
