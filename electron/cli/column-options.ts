// Parses and applies the option for spreadsheet columns: `role=B,text=Line,header=no`.

import type { ImportedFile } from '@lectern/manuscript';
import { InvalidArgumentError } from 'commander';
import { COLUMN_USES, type ColumnUse, type SheetChoice } from '../../shared/model/manuscript.ts';
import { CliError } from './exit.ts';
import { t } from './words.ts';

export interface ColumnChoices {
  /** `column` is a title or a spreadsheet column such as `B`. */
  readonly uses: readonly { readonly use: ColumnUse; readonly column: string }[];
  /** Null to detect whether the first row is a header. */
  readonly hasTitles: boolean | null;
}

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

export function chosenSheets({ uses, hasTitles }: ColumnChoices, { sheets, path }: ImportedFile): SheetChoice[] {
  if (sheets.length === 0) throw new CliError(t('importing.noSheet', { path }));
  return sheets.map((sheet) => {
    const chosen: ColumnUse[] = sheet.columns.map(({ use }) => use);
    for (const { use, column } of sheet.isRead ? uses : []) {
      const at = columnIndex(column, sheet.columns);
      if (at < 0) throw new CliError(t('importing.noColumn', { path, column }));
      // Only direction columns and ignored columns can occur more than once.
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

/** Finds a column by its title or, failing that, its letters. Returns -1 if there is no such column. */
function columnIndex(column: string, columns: readonly { readonly title: string }[]): number {
  const wanted = column.toLowerCase();
  const titled = columns.findIndex(({ title }) => title.toLowerCase() === wanted);
  return titled >= 0 ? titled : columns.findIndex((_, at) => columnLetters(at).toLowerCase() === wanted);
}

const ALPHABET_SIZE = 26;

/** Returns the spreadsheet name of a 0-based column: `A`, `Z`, `AA`. */
export function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % ALPHABET_SIZE));
  return at < ALPHABET_SIZE ? last : columnLetters(Math.floor(at / ALPHABET_SIZE) - 1) + last;
}
