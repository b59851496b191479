import { extname, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { spreadsheetTable } from '../../../node/spreadsheet-table.ts';
import { tableFile } from '../../../node/table-file.ts';
import {
  CORRECTION_FORMATS,
  CORRECTION_LINES,
  type CorrectionFormat,
  type CorrectionLines,
  type Corrections,
} from '../../../shared/model/corrections.ts';
import { type CorrectionWords, correctionRows } from '../../../shared/words/correction-words.ts';
import { correctionsHtml } from '../../../shared/words/corrections-html.ts';
import { readCorrections } from '../../core/export/corrections.ts';
import { checkNotInProject } from '../../core/export/files/export-location.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { ReviewStore } from '../../core/project/takes/review-store.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { nonEmpty } from '../options.ts';
import { standardOutput as output } from '../output.ts';
import { resolveProjectFolder } from '../project-access.ts';
import { findingText, language, listed, suspicionText, t, tCorrections } from '../words.ts';
import { writeResultFile } from '../write-result-file.ts';

interface NotesOptions {
  readonly lines: CorrectionLines;
  readonly as?: CorrectionFormat;
  readonly out?: string;
  readonly json: boolean;
}

export function notesCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('notes')
    .description(t('command.notes'))
    .argument('<project>', t('argument.project'))
    .addOption(new Option('--lines <which>', t('option.notedLines')).choices(CORRECTION_LINES).default('noted'))
    .addOption(new Option('--as <format>', t('option.notesAs')).choices(CORRECTION_FORMATS))
    .option('--out <file>', t('option.notesOut'), nonEmpty)
    .option('--json', t('option.json'), false)
    .action(async (path: string, options: NotesOptions) => {
      await exportNotes(path, options);
      finish(EXIT.done);
    });
}

/** @throws CliError 2; ProjectError; ExportError `inside-project` */
async function exportNotes(path: string, { lines, out, json, ...options }: NotesOptions): Promise<void> {
  const file = out === undefined ? null : resolve(out);
  const format = options.as ?? formatOf(file);
  if (format === 'xlsx' && file === null) throw new CliError(t('notes.needsFile'));
  const project = openProject(resolveProjectFolder(path), { mode: 'read', clock: systemClock, random: systemRandom });
  try {
    if (file !== null) checkNotInProject(file, project.dir);
    const found = await readCorrections(project, new ReviewStore(project.db), { lines });
    if (file !== null) {
      writeResultFile(file, format === 'html' ? htmlOf(found) : tableFile(`x.${format}`, rowsOf(found)));
      output.note(t('notes.written', { lines: found.lines.length, notes: found.notes, file }));
    } else if (!json) {
      output.result((format === 'html' ? htmlOf(found) : spreadsheetTable(rowsOf(found))).trimEnd());
    }
    if (json) output.json(notesAsJson(project.dir, found));
    if (found.lines.length === 0) output.note(tCorrections('none'));
    if (found.hidden > 0) output.note(t('notes.hidden', { notes: found.hidden }));
  } finally {
    project.close();
  }
}

const formatOf = (file: string | null): CorrectionFormat =>
  CORRECTION_FORMATS.find((format) => file !== null && extname(file).toLowerCase() === `.${format}`) ?? 'csv';

const correctionWords = (): CorrectionWords => ({
  tCorrections,
  flagText: suspicionText,
  findingText,
  list: listed,
});
const rowsOf = (found: Corrections): string[][] => correctionRows(found, correctionWords());
const htmlOf = (found: Corrections): string => correctionsHtml(found, correctionWords(), language());

function notesAsJson(project: string, { lines, notes, hidden }: Corrections) {
  return {
    project,
    notes,
    notes_of_deleted_lines: hidden,
    lines: lines.map((line) => ({
      line: line.line,
      chapter: line.chapterTitle,
      roles: line.roles,
      text: line.turns.map(({ text }) => text).join(' '),
      take: line.take,
      verdict: line.verdict,
      flags: line.flags,
      chapter_seconds: line.chapterSeconds,
      notes: line.notes.map(({ text, take, seconds, chapterSeconds, createdAt, doneAt }) => ({
        text,
        take,
        take_seconds: seconds,
        chapter_seconds: chapterSeconds,
        written_at: new Date(createdAt).toISOString(),
        state: doneAt === null ? 'open' : 'done',
      })),
      findings: line.findings.map(({ kind, words, heard, seconds, chapterSeconds, confidence }) => ({
        kind,
        words,
        heard,
        take_seconds: seconds,
        chapter_seconds: chapterSeconds,
        confidence,
      })),
    })),
  };
}
