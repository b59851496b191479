// English problem messages, for code that still stores sentences and for programs whose messages are always in
// English.
import { problems } from './en/problems.ts';
import { problemWords } from './problem-words.ts';
import { openBook } from './words.ts';

const book = openBook({ problems });

export const englishProblems = problemWords(book.words('problems'), book.locale);
