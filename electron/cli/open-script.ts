import type { Paragraph } from '../../shared/model/script.ts';
import type { ProjectSettings } from '../../shared/model/settings.ts';
import { groupDialogs } from '../../shared/rules/dialogs.ts';
import { parseScript } from '../../shared/rules/script-text.ts';
import { type ImportedFile, importScript } from '../core/import/import-script.ts';
import { ImportError } from '../core/import/importable-file.ts';
import { CliError } from './cli-error.ts';

/** Reads a script's file. @throws CliError 2 with one sentence on what is wrong with it */
export async function openScript(path: string): Promise<ImportedFile> {
  try {
    return await importScript(path);
  } catch (error) {
    if (error instanceof ImportError) throw new CliError(error.message);
    throw error;
  }
}

/**
 * A script's paragraphs as a project keeps them.
 *
 * @throws CliError 2 where a paragraph has more than two roles, or nothing in the script is to be spoken
 */
export function readParagraphs(text: string, settings: ProjectSettings, group: boolean, path: string): Paragraph[] {
  const parsed = parseScript(text, settings);
  let row = 1;
  for (const paragraph of parsed) {
    if (paragraph.problem?.kind === 'three-roles') {
      throw new CliError(
        `${path}, row ${row}: a paragraph has the roles ${paragraph.problem.roles.join(', ')}, and one line takes ` +
          'two at most: put an empty row between them.',
      );
    }
    row += (paragraph.source + paragraph.gap).split('\n').length - 1;
  }
  if (!parsed.some((paragraph) => paragraph.lines.length > 0)) {
    throw new CliError(
      `${path} has nothing in it to speak, only directions or pauses: add rows that are not in brackets.`,
    );
  }
  return group ? groupDialogs(parsed, settings) : parsed;
}
