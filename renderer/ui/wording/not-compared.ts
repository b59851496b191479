import { notComparedWords } from '../../../shared/words/suspicion-words.ts';
import { locale, words } from '../../locales/words.ts';

/** Says why a take can't be compared with its text. */
export const notComparedText = notComparedWords(words('suspicion'), locale);
