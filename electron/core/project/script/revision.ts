import {
  acceptChapters,
  type ComparedChapter,
  compareScripts,
  type RenamedRole,
  renamedRoles,
  restoreRoleNames,
  type ScriptVersions,
} from '@lectern/manuscript/versions';
import type { Role } from '../../../../shared/model/cast.ts';
import type { Paragraph } from '../../../../shared/model/script.ts';
import type { ProjectSettings } from '../../../../shared/model/settings.ts';
import { at } from '../../../../shared/rules/at.ts';
import { withPlainTypography } from '../../../../shared/rules/characters.ts';
import { withoutMarks } from '../../../../shared/rules/marked-speech.ts';
import { parseScript } from '../../../../shared/rules/script-text.ts';
import { appliesMarks } from '../../../../shared/rules/spoken-text.ts';
import { withProjectCredits } from '../book/book-title.ts';
import type { Database } from '../folder/database.ts';
import type { Project } from '../project.ts';
import { allParagraphs } from './stored-paragraphs.ts';

export interface NewVersion {
  readonly text: string;
  /** Mixed-case role names in the file that aren't in the project yet. */
  readonly confirmedRoles: readonly string[];
}

export interface Revision {
  readonly versions: ScriptVersions;
  readonly chapters: readonly ComparedChapter[];
  readonly renamed: readonly RenamedRole[];
  /** The number of rendered lines that are removed, by chapter. */
  readonly takesLost: readonly number[];
  /** The number of notes on lines that are removed, by chapter. */
  readonly notesLost: readonly number[];
}

export interface FormerVersion {
  readonly text: string;
  /** Paragraph ids in order, to distinguish paragraphs with the same text. */
  readonly paragraphIds: readonly number[];
  readonly confirmedRoles: readonly string[];
  readonly roles: readonly Role[];
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
  const lost = (query: string) =>
    chapters.map(({ removed }) =>
      countIn(
        project.db,
        query,
        removed.map((index) => at(rows, index).id),
      ),
    );
  return { versions, chapters, renamed, takesLost: lost(RENDERED_LINES), notesLost: lost(NOTES) };
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

/** Renamed roles keep their voices. @returns the previous state, for `restoreVersion` */
export function applyVersion(
  project: Project,
  version: NewVersion,
  isAccepted: (index: number) => boolean,
  revision: Revision = compareVersion(project, version),
): FormerVersion {
  const { versions, chapters, renamed } = revision;
  const text = acceptChapters(versions, chapters, isAccepted);
  const former = {
    text: project.script.text(),
    paragraphIds: allParagraphs(project.db).map(({ id }) => id),
    confirmedRoles: project.settings().confirmedRoles,
    roles: project.cast.roles(),
  };
  const { confirmedRoles } = withRoles(project.settings(), version);
  project.db.durably(() => {
    project.updateSettings({ confirmedRoles });
    const next = parseScript(text, project.settings());
    project.script.saveScript(next, identitiesOf(project, next, renamed));
    keepVoices(project, former.roles, renamed);
  });
  return former;
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

export function restoreVersion(project: Project, { text, paragraphIds, confirmedRoles, roles }: FormerVersion): void {
  project.db.durably(() => {
    project.updateSettings({ confirmedRoles: [...confirmedRoles] });
    project.script.saveScript(parseScript(text, project.settings()), paragraphIds);
    project.cast.saveRoles(roles);
  });
}
