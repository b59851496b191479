import { readRoles } from '../lines/stored-line.ts';
import type { Project } from '../project.ts';

/** The roles that a voice speaks: those that are cast with it, and those of lines that set it for themselves. */
export function rolesOfVoices({ cast, db }: Project, voice: string): string[] {
  const roles = new Set(
    cast
      .roles()
      .filter((role) => role.voice === voice)
      .map(({ name }) => name),
  );
  const rows = db
    .prepare<{ readonly roles: string }>(
      `SELECT DISTINCT roles FROM lines WHERE deleted_at IS NULL AND override IS NOT NULL
         AND json_extract(override, '$.voice') = ?`,
    )
    .all(voice);
  for (const row of rows) {
    const [first] = readRoles(db, row.roles);
    if (first !== undefined) roles.add(first);
  }
  return [...roles];
}
