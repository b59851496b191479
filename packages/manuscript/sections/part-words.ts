// What the parts of books and plays are called and how they are counted, in many languages: sources of regular expressions
// that ignore case.
import { anyWordOf, wordsOf } from '../../../shared/rules/words/word-lists.ts';

export const ROMAN = '(?=[MDCLXVI])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})';

/** One to nineteen, then the tens. */
export const CARDINAL_WORDS: readonly string[] = wordsOf('cardinals');
const ONES = CARDINAL_WORDS.slice(0, 9).join('|');
const TENS = CARDINAL_WORDS.slice(19).join('|');
export const CARDINAL = `(?:${TENS})(?:[- ](?:${ONES}))?|${CARDINAL_WORDS.slice(0, 19).toReversed().join('|')}`;

/** The first to the twentieth in English. */
export const ENGLISH_ORDINALS: readonly string[] = wordsOf('english-ordinals');
const GERMAN = `${anyWordOf('german-ordinal-stems')}E[RS]?`;
const RUSSIAN_TENS = '(?:ДВАДЦАТЬ |ТРИДЦАТЬ |СОРОК )?';
const RUSSIAN = `${RUSSIAN_TENS}${anyWordOf('russian-ordinal-stems')}(?:ЫЙ|ИЙ|ОЙ|АЯ|ЬЯ|ЯЯ|ОЕ|ЬЕ|ЕЕ)`;

export const ORDINAL = [ENGLISH_ORDINALS.join('|'), GERMAN, RUSSIAN, anyWordOf('ordinals')].join('|');

/** One to twelve in languages other than English, which number parts but no rows of their own. */
const OTHER_CARDINAL = anyWordOf('other-cardinals');

/** What comes behind the name of a part: `II`, `12`, `twelve`, `the last`, `première`, `первая`. */
export const NUMBER = `(?:${ROMAN}|\\p{Nd}{1,4}|${CARDINAL}|${OTHER_CARDINAL}|(?:THE )?(?:${ORDINAL}))`;

/** Chinese and Japanese numerals: everyday ones, and those that can't be altered. */
export const HAN_NUMERALS = '一二三四五六七八九十百千万〇零两兩廿卅壹壱贰貳弐叁參参肆伍陆陸柒捌玖拾佰仟';
/** What parts of Chinese, Japanese and Korean books without a number are called. */
export const PART_WITHOUT_NUMBER = anyWordOf('unnumbered-parts');

export const VOLUME = anyWordOf('volumes');
/** Parts of books. */
export const PART = anyWordOf('book-parts');
/** Parts of plays, the larger ones. */
export const ACT = anyWordOf('play-acts');
export const CHAPTER = anyWordOf('chapters');
/** Parts of plays, the smaller ones. */
export const SCENE = anyWordOf('play-scenes');
/** Parts of plays too, where an ordinal says so: `Bild 1` is a picture. */
export const PICTURE = anyWordOf('play-pictures');
