// What is in a script that was read, and what a project is made of.
import { basename } from 'node:path';
import type { ImportPreview } from '../../../shared/ipc/project-requests.ts';
import type { Paragraph } from '../../../shared/model/script.ts';
import type { ProjectSettings } from '../../../shared/model/settings.ts';
import { chaptersOf } from '../../../shared/rules/chapters.ts';
import { type RoleUse, rolesOf } from '../../../shared/rules/roles.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import type { ImportedFile } from '../../core/importers/import-script.ts';
import { newSettings } from '../../core/workshop/new-project.ts';

/** A script that was read. */
export interface ReadScript {
  readonly preview: ImportPreview;
  readonly paragraphs: readonly Paragraph[];
  readonly settings: ProjectSettings;
}

/** @param importId names it from now on */
export function readScript(imported: ImportedFile, importId: string): ReadScript {
  const settings = newSettings(imported);
  const paragraphs = parseScript(imported.text, settings);
  return { preview: previewOf(importId, imported, paragraphs, settings), paragraphs, settings };
}

function previewOf(
  importId: string,
  imported: ImportedFile,
  paragraphs: readonly Paragraph[],
  settings: ProjectSettings,
): ImportPreview {
  const roles = rolesOf(paragraphs, settings);
  const speaking = withCrowded(roles, paragraphs);
  return {
    importId,
    file: basename(imported.path),
    name: imported.title ?? imported.name,
    kind: imported.kind,
    chapters: chaptersOf(paragraphs).map(({ title, first, end }) => ({
      title: title ?? '',
      lines: countLines(paragraphs.slice(first, end)),
    })),
    roles: Array.from(speaking, ([name, lines]) => ({ name, lines })).toSorted((a, b) => b.lines - a.lines),
    lines: countLines(paragraphs),
    characters: roles.reduce((sum, { characters }) => sum + characters, 0),
    warnings: [...imported.notices, ...warningsOf(paragraphs)],
  };
}

/** The roles of what can't be rendered too, as the project will count them. */
function withCrowded(roles: readonly RoleUse[], paragraphs: readonly Paragraph[]): ReadonlyMap<string, number> {
  const lines = new Map(roles.map((role) => [role.name, role.lines]));
  for (const { problem } of paragraphs) {
    if (problem?.kind !== 'three-roles') continue;
    for (const name of problem.roles) lines.set(name, (lines.get(name) ?? 0) + 1);
  }
  return lines;
}

/** A paragraph of more than two roles becomes one line, which says why it can't be rendered. */
const countLines = (paragraphs: readonly Paragraph[]): number =>
  paragraphs.reduce((sum, { lines, problem }) => sum + (problem?.kind === 'three-roles' ? 1 : lines.length), 0);

function warningsOf(paragraphs: readonly Paragraph[]): string[] {
  const crowded = paragraphs.filter(({ problem }) => problem?.kind === 'three-roles').length;
  if (crowded === 0) return [];
  return [
    `${crowded === 1 ? '1 paragraph has' : `${crowded} paragraphs have`} more than two roles and can’t be rendered as ${crowded === 1 ? 'it stands' : 'they stand'}.`,
  ];
}
