import { driftWords } from '../../../shared/words/drift-words.ts';
import { locale, words } from '../../locales/words.ts';
import { formatSigned } from '../format.ts';

export const tDrift = driftWords(words('suspicion'), formatSigned, (day) =>
  new Date(`${day}T12:00`).toLocaleDateString(locale(), { dateStyle: 'long' }),
);
