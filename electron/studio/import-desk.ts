// Scripts that were read and wait for the producer's word: what is in them, and what a project is made of.
import { basename } from 'node:path';
import type { ImportPreview } from '../../shared/ipc/project-requests.ts';
import type { Paragraph } from '../../shared/model/script.ts';
import type { ProjectSettings } from '../../shared/model/settings.ts';
import { chaptersOf } from '../../shared/rules/chapters.ts';
import { rolesOf } from '../../shared/rules/roles.ts';
import { parseScript } from '../../shared/rules/script-text.ts';
import { type ImportedFile, importScript, importScriptBytes } from '../core/importers/import-script.ts';
import type { Random } from '../core/ports.ts';
import { newSettings } from '../core/workshop/new-project.ts';
import { found } from './studio-error.ts';

/** A script that was read. */
export interface ReadScript {
  readonly preview: ImportPreview;
  readonly paragraphs: readonly Paragraph[];
  readonly settings: ProjectSettings;
}

/** Only the last few are kept: a book takes some megabytes. */
const MOST_KEPT = 3;

export class ImportDesk {
  readonly #random: Random;
  readonly #scripts = new Map<string, ReadScript>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** Reads a script's file. @throws ImportError */
  async readFile(path: string): Promise<ImportPreview> {
    return this.#keep(await importScript(path));
  }

  /** Reads a script that was handed over. @throws ImportError */
  readBytes(name: string, bytes: Uint8Array): ImportPreview {
    return this.#keep(importScriptBytes(bytes, name));
  }

  /** @throws StudioError `not-found` where it was not read, or longer ago than the last few */
  get(importId: string): ReadScript {
    return found(this.#scripts.get(importId), 'project');
  }

  forget(importId: string): void {
    this.#scripts.delete(importId);
  }

  #keep(imported: ImportedFile): ImportPreview {
    const settings = newSettings(imported);
    const paragraphs = parseScript(imported.text, settings);
    const preview = previewOf(this.#random.id(), imported, paragraphs, settings);
    this.#scripts.set(preview.importId, { preview, paragraphs, settings });
    for (const importId of [...this.#scripts.keys()].slice(0, -MOST_KEPT)) this.#scripts.delete(importId);
    return preview;
  }
}

function previewOf(
  importId: string,
  imported: ImportedFile,
  paragraphs: readonly Paragraph[],
  settings: ProjectSettings,
): ImportPreview {
  const roles = rolesOf(paragraphs, settings);
  return {
    importId,
    file: basename(imported.path),
    name: imported.title ?? imported.name,
    kind: imported.kind,
    chapters: chaptersOf(paragraphs).map(({ title, first, end }) => ({
      title: title ?? '',
      lines: countLines(paragraphs.slice(first, end)),
    })),
    roles: roles.map(({ name, lines }) => ({ name, lines })).toSorted((a, b) => b.lines - a.lines),
    lines: countLines(paragraphs),
    characters: roles.reduce((sum, { characters }) => sum + characters, 0),
    warnings: [...imported.notices, ...warningsOf(paragraphs)],
  };
}

const countLines = (paragraphs: readonly Paragraph[]): number =>
  paragraphs.reduce((sum, { lines }) => sum + lines.length, 0);

function warningsOf(paragraphs: readonly Paragraph[]): string[] {
  const crowded = paragraphs.filter(({ problem }) => problem?.kind === 'three-roles').length;
  if (crowded === 0) return [];
  return [
    `${crowded === 1 ? '1 paragraph has' : `${crowded} paragraphs have`} more than two roles and can’t be rendered as ${crowded === 1 ? 'it stands' : 'they stand'}.`,
  ];
}
