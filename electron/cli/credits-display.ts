// What the credits of a book do not say, on the command line.
import type { CreditField } from '../../shared/rules/credits.ts';
import type { CommandOutput } from './output.ts';
import { listedWithAnd, t, tDelivery } from './words.ts';

/** Says, before anything is sent or written, which details the credits name and the book does not have. */
export function tellCreditsLack(fields: readonly CreditField[], output: CommandOutput): void {
  if (fields.length === 0) return;
  output.note(t('book.creditsLack', { what: listedWithAnd(fields.map((field) => tDelivery(`field.${field}`))) }));
}
