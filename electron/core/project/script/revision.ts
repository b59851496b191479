import {
  acceptChapters,
  type ComparedChapter,
  compareScripts,
  type RenamedRole,
  renamedRoles,
  restoreRoleNames,
  type ScriptVersions,
} from '@lectern/manuscript/versions';
import type { RevisionEdit, TakeEffect } from '../../../../shared/ipc/revision-requests.ts';
import type { Role } from '../../../../shared/model/cast.ts';
import type { Paragraph, Turn } from '../../../../shared/model/script.ts';
import type { ProjectSettings } from '../../../../shared/model/settings.ts';
import { at } from '../../../../shared/rules/at.ts';
import { chaptersOf } from '../../../../shared/rules/chapters.ts';
import { withPlainTypography } from '../../../../shared/rules/characters.ts';
import { withoutMarks } from '../../../../shared/rules/marked-speech.ts';
import { parseScript } from '../../../../shared/rules/script-text.ts';
import { appliesMarks } from '../../../../shared/rules/spoken-text.ts';
import { withProjectCredits } from '../book/book-title.ts';
import type { Database } from '../folder/database.ts';
import { asProjectError } from '../folder/project-error.ts';
import { readTurns } from '../lines/stored-line.ts';
import type { Project } from '../project.ts';
import { keepSourceEpub, readSourceEpubSync } from '../source-epub.ts';
import { ImportedTexts } from './imported-texts.ts';
import { allParagraphs } from './stored-paragraphs.ts';

export interface NewVersion {
  readonly text: string;
  /** Mixed-case role names in the file that aren't in the project yet. */
  readonly confirmedRoles: readonly string[];
  /** The new version's file if it is an EPUB. */
  readonly epub?: Uint8Array | null;
}

export interface Revision {
  readonly versions: ScriptVersions;
  readonly chapters: readonly ComparedChapter[];
  readonly renamed: readonly RenamedRole[];
  /** The number of rendered lines that are removed, by chapter. */
  readonly takesLost: readonly number[];
  /** The number of notes on lines that are removed, by chapter. */
  readonly notesLost: readonly number[];
  /** Paragraphs edited in Lectern that the new version would replace; null if that isn't known. */
  readonly edits: readonly RevisionEdit[] | null;
  /** Returns the effect on takes if a paragraph of the comparison gets the new text. */
  effectOf(chapter: number, paragraph: number): TakeEffect;
  /** Takes of lines that are in the script now. */
  readonly takes: number;
}

export const NO_EFFECT: TakeEffect = { stale: 0, removed: 0, takes: 0, approved: 0 };

export const addEffects = (a: TakeEffect, b: TakeEffect): TakeEffect => ({
  stale: a.stale + b.stale,
  removed: a.removed + b.removed,
  takes: a.takes + b.takes,
  approved: a.approved + b.approved,
});

export interface FormerVersion {
  readonly text: string;
  /** Paragraph ids in order, to distinguish paragraphs with the same text. */
  readonly paragraphIds: readonly number[];
  readonly confirmedRoles: readonly string[];
  readonly importedTexts: string | null;
  readonly roles: readonly Role[];
  /** The EPUB that was replaced, or null if there was none; undefined if the version didn't replace it. */
  readonly epub: Uint8Array | null | undefined;
}

export function hasRoleMarks(project: Project): boolean {
  const { roleMarks, confirmedRoles } = project.settings();
  return roleMarks === 'confirmed' && confirmedRoles.length > 0;
}

export function compareVersion(project: Project, version: NewVersion): Revision {
  const settings = withRoles(project.settings(), version);
  const old = parseScript(project.script.text(), project.settings());
  const next = keepSpelling(parseScript(withProjectCredits(project, [version.text]), settings), old, settings);
  const rows = allParagraphs(project.db);
  const indices = new Map(rows.map(({ id }, index) => [id, index]));
  const versionsOf = (ids: readonly (number | null)[]): ScriptVersions => ({
    old,
    next,
    oldOf: ids.map((id) => (id === null ? null : (indices.get(id) ?? null))),
  });
  const first = versionsOf(project.script.identities(next));
  const renamed = renamedRoles(first);
  const versions = renamed.length === 0 ? first : versionsOf(identitiesOf(project, next, renamed));
  const chapters = compareScripts(versions);
  const rendered = renderedLines(project.db);
  const effectOf = (chapter: number, paragraph: number): TakeEffect => {
    const { change, oldAt, newAt } = at(at(chapters, chapter).paragraphs, paragraph);
    if (change === 'same' || oldAt === null) return NO_EFFECT;
    return takeEffect(rendered.get(at(rows, oldAt).id) ?? [], newAt === null ? null : at(next, newAt));
  };
  const takes = [...rendered.values()].flat().reduce((sum, line) => sum + line.takes, 0);
  const { importedTexts } = project.settings();
  const edits =
    importedTexts === null ? null : findEdits(versions, chapters, renamed, ImportedTexts.read(importedTexts));
  const edited = new Set(edits?.map(({ chapter, paragraph }) => at(at(chapters, chapter).paragraphs, paragraph).oldAt));
  const lost = (query: string) =>
    chapters.map(({ removed }) =>
      countIn(
        project.db,
        query,
        removed.flatMap((index) => (edited.has(index) ? [] : at(rows, index).id)),
      ),
    );
  const [takesLost, notesLost] = [lost(RENDERED_LINES), lost(NOTES)];
  return { versions, chapters, renamed, takesLost, notesLost, edits, effectOf, takes };
}

function findEdits(
  { old, next }: ScriptVersions,
  chapters: readonly ComparedChapter[],
  renamed: readonly RenamedRole[],
  imported: ImportedTexts,
): RevisionEdit[] {
  const wasDeleted = imported.missingFrom(old);
  return chapters.flatMap(({ paragraphs }, chapter) =>
    paragraphs.flatMap(({ change, before, after, oldAt, newAt }, paragraph) => {
      if (change === 'same' || before === after) return [];
      const isEdit =
        oldAt === null ? newAt !== null && wasDeleted(at(next, newAt)) : !imported.has(at(old, oldAt), renamed);
      return isEdit ? [{ chapter, paragraph }] : [];
    }),
  );
}

/** Returns how many paragraphs edited in Lectern a script would replace. Zero if that isn't known. */
export function countReplacedEdits(project: Project, next: readonly Paragraph[]): number {
  const { importedTexts } = project.settings();
  if (importedTexts === null) return 0;
  const imported = ImportedTexts.read(importedTexts);
  const sources = new Set(next.map(({ source }) => source.trim()));
  const old = parseScript(project.script.text(), project.settings());
  return old.filter((paragraph) => {
    const isText = paragraph.kind !== 'blank' && !imported.has(paragraph);
    return isText && !sources.has(paragraph.source.trim());
  }).length;
}

interface RenderedLine {
  readonly words: string;
  readonly takes: number;
  readonly approved: number;
}

/** Returns the lines with takes of each paragraph. */
function renderedLines(db: Database): Map<number, RenderedLine[]> {
  const rows = db
    .prepare<{ readonly id: number; readonly turns: string; readonly takes: number; readonly approved: number }>(
      `SELECT lines.paragraph_id AS id, lines.turns AS turns, count(*) AS takes,
         coalesce(sum(takes.verdict = 'approved'), 0) AS approved
       FROM lines JOIN takes ON takes.line_id = lines.id
       WHERE lines.deleted_at IS NULL GROUP BY lines.id`,
    )
    .all();
  const lines = new Map<number, RenderedLine[]>();
  for (const { id, turns, ...counts } of rows) {
    const own = lines.get(id) ?? [];
    lines.set(id, own);
    own.push({ words: wordsOf(readTurns(db, turns)), ...counts });
  }
  return lines;
}

const wordsOf = (turns: readonly Turn[]): string => turns.map(({ text }) => text).join('\n');

/** @param after null if the paragraph is removed */
function takeEffect(lines: readonly RenderedLine[], after: Paragraph | null): TakeEffect {
  const still = new Set(after?.lines.map(({ turns }) => wordsOf(turns)));
  return lines
    .filter(({ words }) => !still.has(words))
    .map(({ takes, approved }) => ({ stale: after ? 1 : 0, removed: after ? 0 : 1, takes, approved }))
    .reduce(addEffects, NO_EFFECT);
}

/** Changes to typography, emphasis and spelling marks don't make takes stale, and marks set in the project are kept. */
function keepSpelling(
  next: readonly Paragraph[],
  old: readonly Paragraph[],
  settings: ProjectSettings,
): readonly Paragraph[] {
  const isMarked = appliesMarks(settings);
  return restoreKnownSpelling(next, old, (source) => withPlainTypography(isMarked ? withoutMarks(source) : source));
}

export const keepTypography = (project: Project, next: readonly Paragraph[]): readonly Paragraph[] =>
  restoreKnownSpelling(next, parseScript(project.script.text(), project.settings()), withPlainTypography);

function restoreKnownSpelling(
  next: readonly Paragraph[],
  old: readonly Paragraph[],
  heardOf: (source: string) => string,
): readonly Paragraph[] {
  const sources = new Set(old.map(({ source }) => source));
  const byWords = new Map(old.map((paragraph) => [heardOf(paragraph.source), paragraph]));
  return next.map((paragraph) => {
    const known = sources.has(paragraph.source) ? undefined : byWords.get(heardOf(paragraph.source));
    return known?.kind === paragraph.kind ? { ...known, gap: paragraph.gap } : paragraph;
  });
}

const identitiesOf = (project: Project, paragraphs: readonly Paragraph[], renamed: readonly RenamedRole[]) =>
  project.script.identities(
    paragraphs,
    paragraphs.map(({ source }) => restoreRoleNames(source, renamed)),
  );

const RENDERED_LINES = `SELECT count(*) AS n FROM lines
  WHERE paragraph_id = ? AND EXISTS (SELECT 1 FROM takes WHERE takes.line_id = lines.id)`;
const NOTES = `SELECT count(*) AS n FROM notes JOIN lines ON lines.id = notes.line_id
  WHERE paragraph_id = ? AND deleted_at IS NULL`;

function countIn(db: Database, query: string, paragraphIds: readonly number[]): number {
  const statement = db.prepare<{ readonly n: number }>(query);
  return paragraphIds.reduce((sum, id) => sum + (statement.get(id)?.n ?? 0), 0);
}

const withRoles = (settings: ProjectSettings, { confirmedRoles }: Pick<NewVersion, 'confirmedRoles'>) => ({
  ...settings,
  confirmedRoles: [...new Set([...settings.confirmedRoles, ...confirmedRoles])],
});

/**
 * Renamed roles keep their voices.
 * @param replaces whether an edit made in Lectern is replaced; other edits stay
 * @returns the previous state, for `restoreVersion`
 */
export function applyVersion(
  project: Project,
  version: NewVersion,
  isAccepted: (index: number) => boolean,
  revision: Revision = compareVersion(project, version),
  replaces: (edit: RevisionEdit) => boolean = () => false,
): FormerVersion {
  const { versions, chapters, renamed, edits } = revision;
  const kept = new Set((edits ?? []).filter((edit) => !replaces(edit)).map(editKey));
  const text = acceptChapters(versions, chapters, isAccepted, (chapter, paragraph) =>
    kept.has(editKey({ chapter, paragraph })),
  );
  const isReplaced = version.epub != null && chapters.some((_, index) => isAccepted(index));
  const former = {
    text: project.script.text(),
    paragraphIds: allParagraphs(project.db).map(({ id }) => id),
    confirmedRoles: project.settings().confirmedRoles,
    importedTexts: project.settings().importedTexts,
    roles: project.cast.roles(),
    epub: isReplaced ? readSourceEpubSync(project.dir) : undefined,
  };
  const { confirmedRoles } = withRoles(project.settings(), version);
  project.db.durably(() => {
    const importedTexts = textsAfter(revision, isAccepted, former.importedTexts).stored();
    project.updateSettings({ confirmedRoles, importedTexts });
    const next = parseScript(text, project.settings());
    project.script.saveScript(next, identitiesOf(project, next, renamed));
    keepVoices(project, former.roles, renamed);
  });
  if (isReplaced) replaceEpub(project, version.epub ?? null);
  return former;
}

function replaceEpub({ dir }: Project, bytes: Uint8Array | null): void {
  try {
    keepSourceEpub(dir, bytes);
  } catch (error) {
    throw asProjectError(error, dir);
  }
}

const editKey = ({ chapter, paragraph }: RevisionEdit): string => `${chapter} ${paragraph}`;

/** The manuscript's text in accepted chapters, and the previous manuscript's text in declined ones. */
function textsAfter(
  { versions: { old, next }, chapters }: Revision,
  isAccepted: (index: number) => boolean,
  stored: string | null,
): ImportedTexts {
  const before = stored === null ? null : ImportedTexts.read(stored);
  const [oldRanges, newRanges] = [chaptersOf(old), chaptersOf(next)];
  const paragraphs = chapters.flatMap(({ oldChapter, newChapter }, index) => {
    const [version, range] = isAccepted(index)
      ? [next, newRanges[newChapter ?? -1]]
      : [old, oldRanges[oldChapter ?? -1]];
    const own = version.slice(range?.first ?? 0, range?.end ?? 0);
    return isAccepted(index) || before === null ? own : own.filter((paragraph) => before.has(paragraph));
  });
  return new ImportedTexts(paragraphs);
}

function keepVoices(project: Project, former: readonly Role[], renamed: readonly RenamedRole[]): void {
  const before = new Map(former.map((role) => [role.name, role]));
  const voices = new Map(renamed.map(({ from, into }) => [into, before.get(from)]));
  const roles = project.cast.roles().map((role) => {
    const known = before.has(role.name) ? undefined : voices.get(role.name);
    return known ? { ...role, voice: known.voice, parameters: known.parameters } : role;
  });
  project.cast.saveRoles(roles);
}

export function restoreVersion(
  project: Project,
  { text, paragraphIds, confirmedRoles, importedTexts, roles, epub }: FormerVersion,
): void {
  project.db.durably(() => {
    project.updateSettings({ confirmedRoles: [...confirmedRoles], importedTexts });
    project.script.saveScript(parseScript(text, project.settings()), paragraphIds);
    project.cast.saveRoles(roles);
  });
  if (epub !== undefined) replaceEpub(project, epub);
}
