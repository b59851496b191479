import type { CreditField } from '../../shared/rules/credits.ts';
import type { CommandOutput } from './output.ts';
import { listedWithAnd, t, tDelivery } from './words.ts';

/** Prints the book details that the credits mention but the book doesn't have. */
export function printMissingCreditDetails(fields: readonly CreditField[], output: CommandOutput): void {
  if (fields.length === 0) return;
  output.note(t('book.creditsLack', { what: listedWithAnd(fields.map((field) => tDelivery(`field.${field}`))) }));
}
