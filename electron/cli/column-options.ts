// What the columns of a spreadsheet are, as the command line is told: `role=B,text=Line,header=no`.

import type { ImportedFile } from '@lectern/manuscript';
import { InvalidArgumentError } from 'commander';
import { COLUMN_USES, type ColumnUse, type SheetChoice } from '../../shared/model/manuscript.ts';
import { CliError } from './exit.ts';
import { t } from './words.ts';

/** Columns that are chosen by hand; the others stay as they are guessed. */
export interface ColumnChoices {
  /** `column` is a title, or letters as a spreadsheet shows them. */
  readonly uses: readonly { readonly use: ColumnUse; readonly column: string }[];
  /** Whether the first row says what the columns are; null: as it looks. */
  readonly hasTitles: boolean | null;
}

/** `role=B,text=Line,header=no`. @throws InvalidArgumentError */
export function columnChoices(value: string): ColumnChoices {
  const uses: { use: ColumnUse; column: string }[] = [];
  let hasTitles: boolean | null = null;
  for (const part of value.split(',')) {
    const at = part.indexOf('=');
    const [name, column] = [part.slice(0, Math.max(0, at)).trim(), part.slice(at + 1).trim()];
    const use = COLUMN_USES.find((known) => known === name);
    if (name === 'header' && (column === 'yes' || column === 'no')) hasTitles = column === 'yes';
    else if (use && column !== '') uses.push({ use, column });
    else throw new InvalidArgumentError(t('value.columns'));
  }
  return { uses, hasTitles };
}

/** For each table of a file that is read how it is. @throws CliError 2 for columns that it doesn't have */
export function chosenSheets({ uses, hasTitles }: ColumnChoices, { sheets, path }: ImportedFile): SheetChoice[] {
  if (sheets.length === 0) throw new CliError(t('importing.noSheet', { path }));
  return sheets.map((sheet) => {
    const chosen: ColumnUse[] = sheet.columns.map(({ use }) => use);
    for (const { use, column } of sheet.isRead ? uses : []) {
      const at = columnAt(column, sheet.columns);
      if (at < 0) throw new CliError(t('importing.noColumn', { path, column }));
      // Only directions can stand in several columns.
      if (use !== 'direction' && use !== 'ignored') {
        chosen.forEach((other, place) => {
          if (other === use) chosen[place] = 'ignored';
        });
      }
      chosen[at] = use;
    }
    return { isRead: sheet.isRead, uses: chosen, hasTitles: hasTitles ?? sheet.hasTitles };
  });
}

/** By its title or, where none is called so, by its letters; -1 where there is none. */
function columnAt(column: string, columns: readonly { readonly title: string }[]): number {
  const wanted = column.toLowerCase();
  const titled = columns.findIndex(({ title }) => title.toLowerCase() === wanted);
  return titled >= 0 ? titled : columns.findIndex((_, at) => columnLetters(at).toLowerCase() === wanted);
}

const LETTERS = 26;

/** How spreadsheets call a column: `A`, `Z`, `AA`. @param at 0-based */
export function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % LETTERS));
  return at < LETTERS ? last : columnLetters(Math.floor(at / LETTERS) - 1) + last;
}
