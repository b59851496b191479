import type { CreditField } from '../../shared/rules/export/credits.ts';
import type { CommandOutput } from './output.ts';
import { listedWithAnd, t, tDelivery } from './words.ts';

export function printMissingCreditDetails(fields: readonly CreditField[], output: CommandOutput): void {
  if (fields.length === 0) return;
  output.note(t('book.creditsLack', { what: listedWithAnd(fields.map((field) => tDelivery(`field.${field}`))) }));
}
