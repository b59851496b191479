// What brings the rows of a script into forms that its layout is told by, one step after the other.
import { withRuledTitle } from './layout-title.ts';
import { withNotesInBrackets } from './notes-in-rows.ts';
import {
  withKindsBehindNames,
  withNamesBeforeQuotations,
  withNamesInRows,
  withNamesSetOff,
  withoutRowNumbers,
  withTagsInRows,
} from './row-forms.ts';
import { withPlainColumns } from './script-columns.ts';

const STEPS: readonly ((text: string) => string)[] = [
  withRuledTitle,
  withPlainColumns,
  withNotesInBrackets,
  withKindsBehindNames,
  withoutRowNumbers,
  withNamesSetOff,
  withNamesInRows,
  withTagsInRows,
  withNamesBeforeQuotations,
];

/** A text with a row for each speech, each with its name before its words; any other text as it is. */
export const withPlainRoles = (text: string): string => STEPS.reduce((done, step) => step(done), text);
