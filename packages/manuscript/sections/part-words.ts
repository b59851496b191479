// Case-insensitive patterns, in many languages, for the parts of books and plays and their numbers.
import { ROMAN_NUMERAL as ROMAN } from '../../../shared/rules/roman-numerals.ts';
import { wordAlternation, wordsOf } from '../../../shared/rules/words/word-lists.ts';

export const CARDINAL_WORDS: readonly string[] = wordsOf('cardinals');
const ONES = CARDINAL_WORDS.slice(0, 9).join('|');
const TENS = CARDINAL_WORDS.slice(19).join('|');
export const CARDINAL = `(?:${TENS})(?:[- ](?:${ONES}))?|${CARDINAL_WORDS.slice(0, 19).toReversed().join('|')}`;

export const ENGLISH_ORDINALS: readonly string[] = wordsOf('english-ordinals');
const GERMAN = `${wordAlternation('german-ordinal-stems')}E[RS]?`;
const RUSSIAN_TENS = '(?:ДВАДЦАТЬ |ТРИДЦАТЬ |СОРОК )?';
const RUSSIAN = `${RUSSIAN_TENS}${wordAlternation('russian-ordinal-stems')}(?:ЫЙ|ИЙ|ОЙ|АЯ|ЬЯ|ЯЯ|ОЕ|ЬЕ|ЕЕ)`;

export const ORDINAL = [ENGLISH_ORDINALS.join('|'), GERMAN, RUSSIAN, wordAlternation('ordinals')].join('|');

/** One to twelve. These words number parts, but don't count as a heading alone. */
const OTHER_CARDINAL = wordAlternation('other-cardinals');

/** `II`, `12`, `twelve`, `the last`, `première`, `первая` */
export const NUMBER = `(?:${ROMAN}|\\p{Nd}{1,4}|${CARDINAL}|${OTHER_CARDINAL}|(?:THE )?(?:${ORDINAL}))`;

/** Everyday and financial (anti-forgery) numerals in Chinese and Japanese. */
export const HAN_NUMERALS = '一二三四五六七八九十百千万〇零两兩廿卅壹壱贰貳弐叁參参肆伍陆陸柒捌玖拾佰仟';
export const PART_WITHOUT_NUMBER = wordAlternation('unnumbered-parts');

export const VOLUME = wordAlternation('volumes');
export const PART = wordAlternation('book-parts');
export const ACT = wordAlternation('play-acts');
export const CHAPTER = wordAlternation('chapters');
export const SCENE = wordAlternation('play-scenes');
/** Requires an ordinal, because `Bild 1` may also refer to a picture. */
export const PICTURE = wordAlternation('play-pictures');
