// Problems in English, for tests that look for secrets in them.
import { problems } from '../en/problems.ts';
import { problemWords } from '../problem-words.ts';
import { openBook } from '../words.ts';

const book = openBook({ problems });

export const englishProblems = problemWords(book.words('problems'), book.locale);
