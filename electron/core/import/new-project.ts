import { existsSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { applyChoices, type ImportedScript } from '@lectern/manuscript';
import type { BookChange } from '../../../shared/model/book.ts';
import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { ProductionKind, ProductionNote } from '../../../shared/model/production-kind.ts';
import { NEW_PROJECT_SETTINGS, type ProjectSettings } from '../../../shared/model/settings.ts';
import { detectLanguage } from '../../../shared/rules/detect-language.ts';
import { kindDefaults } from '../../../shared/rules/production-kinds.ts';
import type { Clock, Random } from '../ports.ts';
import { asProjectError } from '../project/folder/project-error.ts';
import type { Project } from '../project/project.ts';
import { createProject } from '../project/project-folder.ts';
import { keepSourceEpub } from '../project/source-epub.ts';

interface SettingsSource extends Pick<ImportedScript, 'kind' | 'document' | 'text'> {
  readonly productionKind?: ProductionKind;
  readonly productionNotes?: readonly ProductionNote[];
}

export function initialSettings(imported: SettingsSource): ProjectSettings {
  const { productionKind = NEW_PROJECT_SETTINGS.productionKind, productionNotes = [] } = imported;
  const usual = { kind: imported.kind, roles: null, merges: [] };
  const { roleMarks, confirmedRoles } = applyChoices(imported.document, usual);
  return {
    ...NEW_PROJECT_SETTINGS,
    ...kindDefaults(productionKind),
    productionKind,
    spokenNotes: productionNotes.flatMap(({ words, occurrence, isSpoken }) =>
      isSpoken ? [{ words, occurrence }] : [],
    ),
    roleMarks,
    confirmedRoles: [...confirmedRoles],
    language: detectLanguage(imported.text),
  };
}

export interface NewProject {
  /** Must not exist, or must be empty. */
  readonly dir: string;
  readonly name: string;
  readonly settings: ProjectSettings;
  readonly connection: ConnectionIdentity;
  readonly book?: BookChange | undefined;
  /** The file that the script was imported from, if it is an EPUB. */
  readonly epub?: Uint8Array | undefined;
  readonly clock: Clock;
  readonly random: Random;
}

/** Removes the project if `fill` fails. @throws ProjectError */
export function makeProject<T>(
  { dir, book, epub, ...options }: NewProject,
  fill: (project: Project) => T,
): { readonly project: Project; readonly filled: T } {
  const made = firstMissing(dir);
  const project = createProject(dir, options);
  try {
    // The book's language decides the default cast's accents.
    if (book) project.book.change(book);
    const filled = fill(project);
    if (epub) keepEpub(dir, epub);
    return { project, filled };
  } catch (error) {
    closeQuietly(project);
    rmSync(dir, { recursive: true, force: true });
    if (made !== null) removeEmptyFolders(dirname(dir), made);
    throw error;
  }
}

function keepEpub(dir: string, bytes: Uint8Array): void {
  try {
    keepSourceEpub(dir, bytes);
  } catch (error) {
    throw asProjectError(error, dir);
  }
}

function firstMissing(folder: string): string | null {
  let missing: string | null = null;
  for (let path = folder; !existsSync(path) && dirname(path) !== path; path = dirname(path)) missing = path;
  return missing;
}

/** If the disk is full, closing has already reported it. */
function closeQuietly(project: Project): void {
  try {
    project.close();
  } catch {
    // The folder is about to be removed anyway.
  }
}

function removeEmptyFolders(from: string, upTo: string): void {
  try {
    for (let folder = from; folder.length >= upTo.length; folder = dirname(folder)) rmdirSync(folder);
  } catch {
    // Another process has created something at this path.
  }
}
