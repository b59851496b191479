import { applyChoices, type ImportedFile, openScriptFile, readScriptFile, withSpeakers } from '@lectern/manuscript';
import type { ComparedChapter, ParagraphChange } from '@lectern/manuscript/versions';
import { InvalidArgumentError } from 'commander';
import type { ScriptKind } from '../../../shared/model/manuscript.ts';
import { largest } from '../../../shared/rules/lists.ts';
import { appliesMarks } from '../../../shared/rules/spoken-text.ts';
import { snapshotNow } from '../../core/project/history/snapshots.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import {
  addEffects,
  applyVersion,
  compareVersion,
  hasRoleMarks,
  type NewVersion,
  NO_EFFECT,
  type Revision,
} from '../../core/project/script/revision.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { type ManuscriptOptions, printOmissions, readWithOptions, type SectionRange } from '../import-plan.ts';
import type { CommandOutput } from '../output.ts';
import { resolveProjectFolder } from '../project-access.ts';
import { withReadingErrors } from '../script-project.ts';
import { t, tImport } from '../words.ts';
import { printStatus } from './status.ts';

interface VersionOptions extends ManuscriptOptions {
  /** 1-based chapter numbers from the comparison; undefined for all chapters. */
  readonly chapters?: readonly number[];
  readonly compare: boolean;
  /** Edits made in Lectern that the new version replaces, by number. */
  readonly takeNew?: SectionRange;
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
  readonly notes_removed: number;
}

/** A paragraph edited in Lectern that the new version would replace. Its text is null if it was deleted or added there. */
interface EditReport {
  readonly number: number;
  /** Number of the chapter in the comparison. */
  readonly chapter: number;
  readonly mine: string | null;
  readonly new: string | null;
  readonly kept: boolean;
  /** Rendered lines that the new text affects, and how many of their takes are approved. */
  readonly rendered_lines: number;
  readonly approved_takes: number;
}

/** Returns null if the project doesn't record its import. @throws CliError for unknown numbers */
function editReports({ edits, chapters, effectOf }: Revision, takeNew: SectionRange | undefined): EditReport[] | null {
  const ranges = takeNew === 'all' ? [{ from: 1, to: edits?.length ?? 0 }] : (takeNew ?? []);
  const last = largest(ranges.map(({ to }) => to));
  if (last > (edits?.length ?? 0)) throw new CliError(t('version.noEdit', { number: last, edits: edits?.length ?? 0 }));
  if (edits === null) return null;
  return edits.map(({ chapter, paragraph }, at): EditReport => {
    const { before = null, after = null } = chapters[chapter]?.paragraphs[paragraph] ?? {};
    const { stale, removed, approved } = effectOf(chapter, paragraph);
    return {
      number: at + 1,
      chapter: chapter + 1,
      mine: before,
      new: after,
      kept: !ranges.some(({ from, to }) => from <= at + 1 && at + 1 <= to),
      rendered_lines: stale + removed,
      approved_takes: approved,
    };
  });
}

interface EffectReport {
  readonly lines_stale: number;
  readonly lines_removed: number;
  readonly takes_kept: number;
  readonly approved_takes: number;
}

function totalEffect(
  { chapters, edits, effectOf, takes }: Revision,
  isAccepted: (index: number) => boolean,
  reports: readonly EditReport[] | null,
): EffectReport {
  const kept = new Set(
    edits?.flatMap((edit, at) => (reports?.[at]?.kept ? [`${edit.chapter} ${edit.paragraph}`] : [])),
  );
  const total = chapters
    .flatMap(({ paragraphs }, chapter) =>
      paragraphs.map((_, paragraph) =>
        isAccepted(chapter) && !kept.has(`${chapter} ${paragraph}`) ? effectOf(chapter, paragraph) : NO_EFFECT,
      ),
    )
    .reduce(addEffects, NO_EFFECT);
  return {
    lines_stale: total.stale,
    lines_removed: total.removed,
    takes_kept: takes - total.takes,
    approved_takes: total.approved,
  };
}

interface VersionReport {
  readonly chapters: readonly ChapterReport[];
  readonly edits: readonly EditReport[] | null;
  readonly effect: EffectReport;
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
    const accepted = options.chapters ? new Set(options.chapters) : null;
    const isAccepted = (index: number) => accepted?.has(index + 1) ?? true;
    const edits = editReports(revision, options.takeNew);
    const report = {
      chapters,
      renamed_roles: revision.renamed,
      edits,
      effect: totalEffect(revision, isAccepted, edits),
    };
    if (options.compare && options.json) output.json({ project: project.dir, ...report, notices });
    else printComparison(report, revision, output, options.json);
    if (options.compare) return EXIT.done;
    snapshotNow(project.db, { kind: 'new-version' }, systemClock.now());
    applyVersion(project, version, isAccepted, revision, ({ chapter, paragraph }) => {
      const at = revision.edits?.findIndex((edit) => edit.chapter === chapter && edit.paragraph === paragraph) ?? -1;
      return edits?.[at]?.kept === false;
    });
    await printStatus(project, options.json, output, report);
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
    return { text, confirmedRoles, epub: imported.epub ?? null, notices: imported.notices };
  });
}

function chapterReport(chapter: ComparedChapter, index: number, { takesLost, notesLost }: Revision): ChapterReport {
  const counts = Map.groupBy(chapter.paragraphs, ({ change }) => change);
  return {
    number: index + 1,
    title: chapter.title ?? '',
    change: chapter.change,
    moved: chapter.moved,
    paragraphs: Object.fromEntries(Array.from(counts, ([change, paragraphs]) => [change, paragraphs.length])),
    rendered_lines_removed: takesLost[index] ?? 0,
    notes_removed: notesLost[index] ?? 0,
  };
}

/** Prints to stderr if JSON goes to stdout. */
function printComparison(
  { chapters, edits, effect }: VersionReport,
  { renamed, takes }: Revision,
  output: CommandOutput,
  json: boolean,
): void {
  const tell = (row: string) => (json ? output.note(row) : output.result(row));
  const changed = chapters.filter(({ change, moved }) => change !== 'same' || moved).length;
  tell(t('version.summary', { changed, same: chapters.length - changed }));
  for (const { number, title, change, moved, paragraphs, ...lost } of chapters) {
    const { changed = 0, added = 0, removed: gone = 0, moved: shifted = 0 } = paragraphs;
    const what = t(`version.change.${change}`);
    tell(t('version.chapter', { number, title: title || t('version.untitled'), what, moved: moved ? 'yes' : 'no' }));
    if (change === 'changed') tell(t('version.paragraphs', { changed, added, removed: gone, moved: shifted }));
    if (lost.rendered_lines_removed > 0) tell(t('version.takesLost', { lines: lost.rendered_lines_removed }));
    if (lost.notes_removed > 0) tell(t('version.notesLost', { notes: lost.notes_removed }));
  }
  for (const role of renamed) tell(t('version.renamed', { ...role }));
  if (edits === null) tell(t('version.editsUnknown'));
  for (const { number, chapter, mine, new: replacement, kept } of edits ?? []) {
    tell(t('version.edit', { number, chapter, kept: kept ? 'yes' : 'no' }));
    tell(t('version.editMine', { text: mine ?? t('version.missing') }));
    tell(t('version.editNew', { text: replacement ?? t('version.missing') }));
  }
  const { lines_stale: stale, lines_removed: removed, takes_kept: left, approved_takes: approved } = effect;
  if (takes > 0) tell(t('version.effect', { stale, removed, kept: left, approved }));
}
