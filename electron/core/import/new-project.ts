// A script's way into a project of its own.
import { existsSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ImportedScript } from '@lectern/manuscript';
import { applyChoices } from '@lectern/manuscript';
import type { BookChange } from '../../../shared/model/book.ts';
import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import { DEFAULT_PROJECT_SETTINGS, type ProjectSettings } from '../../../shared/model/settings.ts';
import { detectLanguage } from '../../../shared/rules/detect-language.ts';
import type { Clock, Random } from '../ports.ts';
import type { Project } from '../project/project.ts';
import { createProject } from '../project/project-folder.ts';

/** The settings that a new project takes from what its script is. Who speaks in it is as `usualRoles` says. */
export function newSettings(imported: Pick<ImportedScript, 'kind' | 'document' | 'text'>): ProjectSettings {
  const usual = { kind: imported.kind, roles: null, merges: [] };
  const { roleMarks, confirmedRoles } = applyChoices(imported.document, usual);
  return {
    ...DEFAULT_PROJECT_SETTINGS,
    actOnDirections: true,
    roleMarks,
    confirmedRoles: [...confirmedRoles],
    language: detectLanguage(imported.text),
  };
}

export interface NewProject {
  /** The folder to make; it must not exist, or be empty. */
  readonly dir: string;
  readonly name: string;
  readonly settings: ProjectSettings;
  readonly connection: ConnectionIdentity;
  /** What is known of the book. */
  readonly book?: BookChange | undefined;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Makes a project and lets `fill` put the script in. Where that fails the project goes again, with the folders that
 * were made for it: one that never held a script is of no use to anybody.
 *
 * @throws ProjectError; what `fill` throws
 */
export function makeProject<T>(
  { dir, book, ...options }: NewProject,
  fill: (project: Project) => T,
): { readonly project: Project; readonly filled: T } {
  const made = firstMissing(dir);
  const project = createProject(dir, options);
  try {
    const filled = fill(project);
    if (book) project.book.change(book);
    return { project, filled };
  } catch (error) {
    closeQuietly(project);
    rmSync(dir, { recursive: true, force: true });
    if (made !== null) removeEmptyFolders(dirname(dir), made);
    throw error;
  }
}

/** The topmost folder on the way to this one that is not there yet; null where all are. */
function firstMissing(folder: string): string | null {
  let missing: string | null = null;
  for (let path = folder; !existsSync(path) && dirname(path) !== path; path = dirname(path)) missing = path;
  return missing;
}

/** What closing has to say of a full disk was said already. */
function closeQuietly(project: Project): void {
  try {
    project.close();
  } catch {
    // It is removed anyway.
  }
}

function removeEmptyFolders(from: string, upTo: string): void {
  try {
    for (let folder = from; folder.length >= upTo.length; folder = dirname(folder)) rmdirSync(folder);
  } catch {
    // Another process has put something there.
  }
}
