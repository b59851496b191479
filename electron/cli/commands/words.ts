import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { HARD_WORD_KINDS, type HardWord, type HardWordKind } from '../../../shared/model/hard-words.ts';
import { hardWordStatus } from '../../../shared/rules/cast/hard-word-status.ts';
import { lineNumber } from '../../../shared/rules/line-number.ts';
import { checkNotInProject } from '../../core/export/files/export-location.ts';
import { hardWordsOf, hardWordsTable } from '../../core/project/cast/hard-words.ts';
import { LinePositions } from '../../core/project/lines/line-positions.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { EXIT, type ExitStatus } from '../exit.ts';
import { nonEmpty } from '../options.ts';
import { standardOutput as output } from '../output.ts';
import { resolveProjectFolder } from '../project-access.ts';
import { listed, t } from '../words.ts';
import { writeResultFile } from '../write-result-file.ts';

interface WordsOptions {
  readonly kind?: readonly HardWordKind[];
  readonly open: boolean;
  readonly csv?: string;
  readonly json: boolean;
}

/** Accepts plurals, as in `--kind names`. */
function hardWordKinds(text: string): readonly HardWordKind[] {
  return text.split(',').map((name) => {
    const wanted = name.trim().toLowerCase();
    const kind = HARD_WORD_KINDS.find((known) => known === wanted || `${known}s` === wanted);
    if (kind === undefined) {
      throw new InvalidArgumentError(t('value.choices', { choices: listed(HARD_WORD_KINDS) }));
    }
    return kind;
  });
}

export function wordsCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('words')
    .description(t('command.words'))
    .argument('<project>', t('argument.project'))
    .option('--kind <kinds>', t('option.wordKind', { kinds: listed(HARD_WORD_KINDS) }), hardWordKinds)
    .option('--open', t('option.openWords'), false)
    .option('--csv <file>', t('option.csv'), nonEmpty)
    .option('--json', t('option.json'), false)
    .action((path: string, options: WordsOptions) => {
      const ports = { clock: systemClock, random: systemRandom };
      const project = openProject(resolveProjectFolder(path), { mode: 'read', ...ports });
      try {
        printWords(project, options);
      } finally {
        project.close();
      }
      finish(EXIT.done);
    });
}

/** @throws CliError 2 if the table can't be written; ExportError `inside-project` */
function printWords(project: Project, { kind = HARD_WORD_KINDS, open, csv, json }: WordsOptions): void {
  if (csv !== undefined) checkNotInProject(resolve(csv), project.dir);
  const statusOf = hardWordStatus(project.cast.rules(), project.settings().fineWords);
  const ofKind = hardWordsOf(project).filter((word) => kind.includes(word.kind));
  const words = open ? ofKind.filter((word) => statusOf(word) === 'open') : ofKind;
  const checked = ofKind.filter((word) => statusOf(word) !== 'open').length;
  if (csv !== undefined) writeTable(resolve(csv), hardWordsTable(project, words));
  if (json) {
    const places = new LinePositions(project);
    const numberOf = (id: number): string[] => {
      const place = places.of(id);
      return place ? [lineNumber(place)] : [];
    };
    output.json({
      project: project.dir,
      checked,
      of: ofKind.length,
      words: words.map(({ lineIds, before, after, readAs, ...word }) => ({
        ...word,
        read_as: readAs,
        status: statusOf(word),
        lines: lineIds.flatMap(numberOf),
        sentence: `${before}${word.word}${after}`,
      })),
    });
    return;
  }
  if (csv !== undefined) return;
  for (const word of words) output.result(rowOf(word, statusOf(word)));
  output.note(t('words.checked', { checked, all: ofKind.length }));
}

const rowOf = ({ kind, word, count, readAs }: HardWord, status: string): string =>
  t('words.row', {
    kind: t(`words.kind.${kind}`),
    word,
    count,
    said: readAs === null ? 'no' : 'yes',
    readAs: readAs ?? '',
    status,
  });

function writeTable(file: string, table: string): void {
  writeResultFile(file, table);
  output.note(t('words.written', { file }));
}
