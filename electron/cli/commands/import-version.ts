import { applyChoices, type ImportedFile, openScriptFile, readScriptFile, withSpeakers } from '@lectern/manuscript';
import type { ComparedChapter, ParagraphChange } from '@lectern/manuscript/versions';
import { InvalidArgumentError } from 'commander';
import type { ScriptKind } from '../../../shared/model/manuscript.ts';
import { appliesMarks } from '../../../shared/rules/spoken-text.ts';
import { readSnapshotContent } from '../../core/project/history/snapshot-content.ts';
import { addSnapshot } from '../../core/project/history/snapshots.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import {
  applyVersion,
  compareVersion,
  hasRoleMarks,
  type NewVersion,
  type Revision,
} from '../../core/project/script/revision.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { type ManuscriptOptions, printOmissions, readWithOptions } from '../import-plan.ts';
import type { CommandOutput } from '../output.ts';
import { resolveProjectFolder } from '../project-access.ts';
import { withReadingErrors } from '../script-project.ts';
import { t, tImport } from '../words.ts';
import { printStatus } from './status.ts';

interface VersionOptions extends ManuscriptOptions {
  /** 1-based chapter numbers from the comparison; undefined for all chapters. */
  readonly chapters?: readonly number[];
  readonly compare: boolean;
  readonly json: boolean;
}

/** A chapter of the comparison, as printed by `--compare --json`. */
interface ChapterReport {
  readonly number: number;
  readonly title: string;
  readonly change: ComparedChapter['change'];
  readonly moved: boolean;
  readonly paragraphs: Readonly<Partial<Record<ParagraphChange, number>>>;
  readonly rendered_lines_removed: number;
}

/** Parses chapter numbers such as `1,3,5`. */
export function chapterNumbers(value: string): number[] {
  const numbers = value.split(',').map((part) => Number(part.trim()));
  if (numbers.every((number) => Number.isSafeInteger(number) && number >= 1)) return numbers;
  throw new InvalidArgumentError(t('value.chapterNumbers'));
}

export async function importVersion(
  file: string,
  folder: string,
  options: VersionOptions,
  output: CommandOutput,
): Promise<ExitStatus> {
  const mode = options.compare ? 'read' : 'write';
  const project = openProject(resolveProjectFolder(folder), { mode, clock: systemClock, random: systemRandom });
  try {
    const { notices, ...version } = await readVersion(file, project, options, output);
    for (const notice of notices) output.note(tImport.notice(notice));
    const revision = compareVersion(project, version);
    const chapters = revision.chapters.map((chapter, index) => chapterReport(chapter, index, revision));
    const unknown = options.chapters?.find((number) => number > chapters.length);
    if (unknown !== undefined)
      throw new CliError(t('version.noChapter', { number: unknown, chapters: chapters.length }));
    if (options.compare && options.json)
      output.json({ project: project.dir, chapters, renamed_roles: revision.renamed, notices });
    else printComparison(chapters, revision, output, options.json);
    if (options.compare) return EXIT.done;
    const accepted = options.chapters ? new Set(options.chapters) : null;
    addSnapshot(project.db, { kind: 'new-version' }, readSnapshotContent(project.db), systemClock.now());
    applyVersion(project, version, (index) => accepted?.has(index + 1) ?? true, revision);
    printStatus(project, options.json, output);
    return EXIT.done;
  } finally {
    project.close();
  }
}

/** Uses the project's reading settings. */
async function readVersion(
  file: string,
  project: Project,
  options: ManuscriptOptions,
  output: CommandOutput,
): Promise<NewVersion & Pick<ImportedFile, 'notices'>> {
  const settings = project.settings();
  const kind: ScriptKind = settings.roleMarks === 'capitals' ? 'script' : 'prose';
  const emphasis = (options.emphasis ?? true) && appliesMarks(settings);
  return withReadingErrors(file, async (watch) => {
    const source = await openScriptFile(await readScriptFile(file), file, watch);
    const reading = { ...options, emphasis, kind: settings.productionKind };
    const asItStands = readWithOptions(reading, source, kind, file, settings.spokenNotes);
    printOmissions(asItStands, options, output);
    const { imported, roles } = hasRoleMarks(project)
      ? withSpeakers(asItStands)
      : { imported: asItStands, roles: null };
    const { text, confirmedRoles } = applyChoices(imported.document, { kind, roles: roles && [...roles], merges: [] });
    return { text, confirmedRoles, notices: imported.notices };
  });
}

function chapterReport(chapter: ComparedChapter, index: number, { takesLost }: Revision): ChapterReport {
  const counts = Map.groupBy(chapter.paragraphs, ({ change }) => change);
  return {
    number: index + 1,
    title: chapter.title ?? '',
    change: chapter.change,
    moved: chapter.moved,
    paragraphs: Object.fromEntries(Array.from(counts, ([change, paragraphs]) => [change, paragraphs.length])),
    rendered_lines_removed: takesLost[index] ?? 0,
  };
}

/** Prints to stderr if JSON goes to stdout. */
function printComparison(
  chapters: readonly ChapterReport[],
  { renamed }: Revision,
  output: CommandOutput,
  json: boolean,
): void {
  const tell = (row: string) => (json ? output.note(row) : output.result(row));
  for (const { number, title, change, moved, paragraphs, rendered_lines_removed: removed } of chapters) {
    const { changed = 0, added = 0, removed: gone = 0, moved: shifted = 0 } = paragraphs;
    const what = t(`version.change.${change}`);
    tell(t('version.chapter', { number, title: title || t('version.untitled'), what, moved: moved ? 'yes' : 'no' }));
    if (change === 'changed') tell(t('version.paragraphs', { changed, added, removed: gone, moved: shifted }));
    if (removed > 0) tell(t('version.takesLost', { lines: removed }));
  }
  for (const role of renamed) tell(t('version.renamed', { ...role }));
}
