import type { ProjectSettings } from '../model/settings.ts';

/** How names before a colon are read. */
export interface RoleMarkOptions {
  readonly roleMarks: ProjectSettings['roleMarks'];
  readonly confirmedRoles: readonly string[];
}

/** What the reading of script text depends on. A project's settings are such options. */
export type ScriptOptions = RoleMarkOptions &
  Readonly<Pick<ProjectSettings, 'speakBrackets' | 'speakHeadings' | 'lineCharacters'>>;
