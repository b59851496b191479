// Initials: large letters in a block of their own, which begin the word that the next paragraph goes on with.
import type { Block } from '../../../../shared/model/manuscript.ts';
import { genderOfGivenName } from '../../../../shared/rules/given-names.ts';
import { wordSet } from '../../../../shared/rules/words/word-lists.ts';
import { joinParagraphs, type PageBlocks, type PlainParagraph, reviseBlocks } from './page-blocks.ts';

const INITIAL = /^["“‘«„¿¡]?(\p{Lu})$/u;
const FIRST_WORD = /^[\p{L}\p{M}]+/u;
const WORD = /[\p{L}\p{M}]+(?:[’'][\p{L}\p{M}]+)*/gu;
/** Letters that are words in English, and those that are words in other languages of Europe. */
const ENGLISH_WORD = /^[AI]$/;
const OTHER_WORD = /^[EOUYÀÈÉÓ]$/;
const ROMAN_LETTER = /^[IVXLCDM]$/;
/** Words that such letters begin, and that often begin a chapter in English. */
const COMMON = wordSet('words-behind-initials');
/** How no word begins. */
const NO_WORD = /^(?:[^aeiouyà-ÿ]+$|(?:bb|cc|dd|ff|gg|ll|mm|nn|pp|rr|ss|tt|n[cdgkst]|l[bcdfgkmpstv]|r[bcdfgklmnpst]))/i;

/** Joins initials with the words that they begin. */
export function withoutInitials(page: PageBlocks): PageBlocks {
  if (!page.blocks.some(isInitial)) return page;
  let words: ReadonlyMap<string, number> | undefined;
  return reviseBlocks(page, (block, before) => {
    if (!before || !isInitial(before) || block.kind !== 'paragraph') return block;
    words ??= countWords(page.blocks);
    const between = partingOf(INITIAL.exec(before.text)?.[1] ?? '', block.text, words);
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

/** Returns what parts a letter from the words behind it, or null if they don't go on from it. */
function partingOf(letter: string, text: string, words: ReadonlyMap<string, number>): '' | ' ' | null {
  if (/^[’']\p{Ll}/u.test(text)) return '';
  const word = FIRST_WORD.exec(text)?.[0] ?? '';
  const isSmall = /^\p{Ll}/u.test(word);
  // The first words of a chapter may be in capitals.
  const isCapital = word !== '' && word === word.toUpperCase() && !isSmall && word.length < text.length;
  if (!isSmall && !isCapital) return null;
  const rest = word.toLowerCase();
  const whole = letter.toLowerCase() + rest;
  // A word's own use as the rest of one is counted, too.
  const elsewhere = (words.get(rest) ?? 1) - 1;
  const isWhole =
    (words.get(whole) ?? 0) > elsewhere ||
    (elsewhere === 0 && (COMMON.has(whole) || NO_WORD.test(rest) || genderOfGivenName(whole, null) !== null));
  if (isWhole) return '';
  const mayBeWord = ENGLISH_WORD.test(letter) || (OTHER_WORD.test(letter) && elsewhere > 0);
  if (isCapital) return ROMAN_LETTER.test(letter) || mayBeWord ? null : '';
  return mayBeWord ? ' ' : '';
}
