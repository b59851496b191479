import { notComparedWords, notHeardWords } from '../../../shared/words/suspicion-words.ts';
import { locale, words } from '../../locales/words.ts';

/** Says why a take can't be compared with its text. */
export const notComparedText = notComparedWords(words('suspicion'), locale);

/** Says why a speech recogniser didn't listen to a take, or not to all of it. */
export const notHeardText = notHeardWords(words('suspicion'), locale);
