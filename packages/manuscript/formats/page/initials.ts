import type { Block } from '../../../../shared/model/manuscript.ts';
import { genderOfGivenName } from '../../../../shared/rules/cast/given-names.ts';
import { wordSet } from '../../../../shared/rules/words/word-lists.ts';
import { joinParagraphs, type PageBlocks, type PlainParagraph, reviseBlocks } from './page-blocks.ts';

const INITIAL = /^["“‘«„¿¡]?(\p{Lu})$/u;
const FIRST_WORD = /^[\p{L}\p{M}]+/u;
const WORD = /[\p{L}\p{M}]+(?:[’'][\p{L}\p{M}]+)*/gu;
/** One-letter words in English and in other European languages. */
const ENGLISH_WORD = /^[AI]$/;
const EUROPEAN_WORD = /^[EOUYÀÈÉÓ]$/;
const ROMAN_NUMERAL_LETTER = /^[IVXLCDM]$/;
/** Common opening words of English chapters that begin with a one-letter word. */
const COMMON_WORDS = wordSet('words-behind-initials');
const IMPOSSIBLE_WORD =
  /^(?:[^aeiouyà-ÿ]+$|(?:bb|cc|dd|ff|gg|ll|mm|nn|pp|rr|ss|tt|n[cdgkst]|l[bcdfgkmpstv]|r[bcdfgklmnpst]))/i;

/** Joins a drop cap that has its own block with the paragraph that continues the word. */
export function joinInitials(page: PageBlocks): PageBlocks {
  if (!page.blocks.some(isInitial)) return page;
  let words: ReadonlyMap<string, number> | undefined;
  return reviseBlocks(page, (block, before) => {
    if (!before || !isInitial(before) || block.kind !== 'paragraph') return block;
    words ??= countWords(page.blocks);
    const between = separatorAfter(INITIAL.exec(before.text)?.[1] ?? '', block.text, words);
    return between === null ? block : { joined: joinParagraphs(before, block, between) };
  });
}

const isInitial = (block: Block): block is PlainParagraph => block.kind === 'paragraph' && INITIAL.test(block.text);

function countWords(blocks: readonly Block[]): Map<string, number> {
  const words = new Map<string, number>();
  for (const block of blocks) {
    for (const [word] of 'text' in block ? block.text.toLowerCase().matchAll(WORD) : [])
      words.set(word, (words.get(word) ?? 0) + 1);
  }
  return words;
}

/** Returns the separator between the letter and the text, or null if the two don't belong together. */
function separatorAfter(letter: string, text: string, words: ReadonlyMap<string, number>): '' | ' ' | null {
  if (/^[’']\p{Ll}/u.test(text)) return '';
  const word = FIRST_WORD.exec(text)?.[0] ?? '';
  const isSmall = /^\p{Ll}/u.test(word);
  // A chapter's opening words may be in capitals.
  const isCapital = word !== '' && word === word.toUpperCase() && !isSmall && word.length < text.length;
  if (!isSmall && !isCapital) return null;
  const rest = word.toLowerCase();
  const whole = letter.toLowerCase() + rest;
  // Don't count this occurrence.
  const elsewhere = (words.get(rest) ?? 1) - 1;
  const isWhole =
    (words.get(whole) ?? 0) > elsewhere ||
    (elsewhere === 0 &&
      (COMMON_WORDS.has(whole) || IMPOSSIBLE_WORD.test(rest) || genderOfGivenName(whole, null) !== null));
  if (isWhole) return '';
  const mayBeWord = ENGLISH_WORD.test(letter) || (EUROPEAN_WORD.test(letter) && elsewhere > 0);
  if (isCapital) return ROMAN_NUMERAL_LETTER.test(letter) || mayBeWord ? null : '';
  return mayBeWord ? ' ' : '';
}
