import type { Block } from '../../../../shared/model/manuscript.ts';
import { readHeading } from '../../sections/prose-headings.ts';
import { type HtmlPage, joinParagraphs, reviseBlocks } from './page-blocks.ts';

export const PAGE_NUMBER_CLASS = /(?:^|[\s_-])(?:page|pg)[-_]?(?:num(?:ber)?s?|nos?|break)(?=$|[\s_-])/i;

export const PAGE_NUMBER_ID = /^(?:page|pg)[-_.]?(?:no|num)?[-_.]?(?:\d+|[ivxlc]+)$/i;

const PAGE_WORD = String.raw`(?:(?:p|pp|pg|page|página|seite|s|с|стр)\.?\s*)`;
const PAGE_NUMBER = String.raw`(?:\p{Lu}-?)?(?:\d{1,5}|[ivxlcdm]{1,8})`;
const OPENING = String.raw`[\s[({|–—-]*`;
const CLOSING = String.raw`[\s\])}|.–—-]*`;
const PAGE_LABEL = new RegExp(
  String.raw`^${OPENING}${PAGE_WORD}?${PAGE_NUMBER}(?:\s*[-–/]\s*\d{1,5})?${CLOSING}$`,
  'iu',
);

export const isPageLabel = (text: string): boolean => PAGE_LABEL.test(text);

const LONE_NUMBER = new RegExp(String.raw`^${OPENING}(?:${PAGE_WORD})?(\d{1,4})${CLOSING}$`, 'iu');
const LONE_ROMAN_NUMBER = /^[\s[({|–—-]*([ivxlc]{1,7})[\s\])}|.–—-]*$/;
/** A number in brackets, with or without a word for "page", can only be a page number. */
const BRACKETED_LABEL = /^\s*[[({]\s*(?:p|pp|pg|page|seite|s)\.?\s*\d{1,4}\s*[\])}]\s*$/i;

interface NumberRun {
  readonly members: { readonly at: number; readonly value: number }[];
}

const MIN_NUMBERS = 3;
/** Page numbers may have gaps, because some pages are unnumbered. */
const MAX_STEP_LENGTH = 5;
const MIN_SINGLE_STEP_SHARE = 0.6;
/** Chapter numbers start at 1, or at 2 if the first chapter is marked differently. */
const MIN_FIRST_PAGE = 3;

/** Unlike chapter numbers, page numbers interrupt sentences, skip numbers or continue across headings. */
function printedPageNumbers(pages: readonly HtmlPage[]): Set<Block> {
  const blocks = pages.flatMap((page) => page.blocks);
  // Chapter numbers are at the start of an HTML page.
  const firsts = new Set(pages.map((page) => page.blocks[0]));
  const found = new Set<Block>();
  for (const { members } of [...numberRuns(blocks, LONE_NUMBER), ...numberRuns(blocks, LONE_ROMAN_NUMBER)]) {
    const beginning = members.filter(({ at }) => firsts.has(blocks[at])).length;
    if (beginning * 2 > members.length || !arePageNumbers(members, blocks)) continue;
    for (const { at } of members) if (blocks[at]) found.add(blocks[at]);
  }
  for (const block of blocks) if (block.kind === 'paragraph' && BRACKETED_LABEL.test(block.text)) found.add(block);
  return found;
}

function numberRuns(blocks: readonly Block[], pattern: RegExp): NumberRun[] {
  const runs: NumberRun[] = [];
  for (const [at, block] of blocks.entries()) {
    const number = block.kind === 'paragraph' && block.text.length < 24 ? pattern.exec(block.text)?.[1] : undefined;
    if (number === undefined) continue;
    const value = numeralValue(number);
    const step = ({ members }: NumberRun): number => value - (members.at(-1)?.value ?? value);
    const run =
      runs.findLast((one) => step(one) === 1) ?? runs.findLast((one) => step(one) > 1 && step(one) <= MAX_STEP_LENGTH);
    if (run) run.members.push({ at, value });
    else runs.push({ members: [{ at, value }] });
  }
  return runs;
}

const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function numeralValue(number: string): number {
  if (/^\d/.test(number)) return Number(number);
  const values = Array.from(number, (letter) => ROMAN_VALUES[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

function arePageNumbers(members: NumberRun['members'], blocks: readonly Block[]): boolean {
  const interrupting = members.filter(({ at }) => continuesSentence(blocks[at - 1], blocks[at + 1])).length;
  if (members.length < MIN_NUMBERS) return members.length > 1 && interrupting > 1;
  const single = members.filter(({ value }, index) => index > 0 && value === (members[index - 1]?.value ?? 0) + 1);
  if (single.length < (members.length - 1) * MIN_SINGLE_STEP_SHARE) return false;
  const first = members[0]?.value ?? 0;
  const isGapless = single.length === members.length - 1;
  if (interrupting > 0 || !isGapless || (first >= MIN_FIRST_PAGE && followsText(members, blocks))) return true;
  return continuesAcrossHeadings(members, blocks) || areEvenlySpaced(members, blocks);
}

/** Text before the first page number belongs to the page that ends with this number. */
function followsText(members: NumberRun['members'], blocks: readonly Block[]): boolean {
  const before = blocks.slice(0, members[0]?.at ?? 0);
  return before.some(
    (block) => (block.kind === 'paragraph' || block.kind === 'speech') && SENTENCE_END.test(block.text),
  );
}

/** Chapter numbers directly follow part headings. Text between the two suggests page numbers. */
function continuesAcrossHeadings(members: NumberRun['members'], blocks: readonly Block[]): boolean {
  return members.some(({ at }, index) => {
    const before = members[index - 1];
    if (!before) return false;
    const between = blocks.slice(before.at + 1, at);
    const heading = between.findLastIndex(
      (block) =>
        block.kind === 'heading' || (block.kind === 'paragraph' && readHeading({ rows: [block.text] }) !== null),
    );
    return heading >= 0 && heading < between.length - 1;
  });
}

/** Length of a printed page in UTF-16 code units. Pages have similar lengths; chapters rarely do. */
const MIN_EVENLY_SPACED = 10;
const MAX_VARIATION = 0.25;
const PAGE_LENGTH = { min: 500, max: 5_000 } as const;

function areEvenlySpaced(members: NumberRun['members'], blocks: readonly Block[]): boolean {
  if (members.length < MIN_EVENLY_SPACED) return false;
  const lengths = members.slice(1).map(({ at }, index) => {
    const between = blocks.slice((members[index]?.at ?? at) + 1, at);
    return between.reduce((sum, block) => sum + ('text' in block ? block.text.length : 0), 0);
  });
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const variance = lengths.reduce((sum, length) => sum + (length - mean) ** 2, 0) / lengths.length;
  return mean >= PAGE_LENGTH.min && mean <= PAGE_LENGTH.max && Math.sqrt(variance) <= mean * MAX_VARIATION;
}

const SENTENCE_END = /[.!?…:;—–-]["”’»)\]]*$/;

/** Whether a sentence continues in the next paragraph. */
export function continuesSentence(before: Block | undefined, after: Block | undefined): boolean {
  if (before?.kind !== 'paragraph' || after?.kind !== 'paragraph') return false;
  if (before.text.includes('\n') || after.text.includes('\n')) return false;
  return !SENTENCE_END.test(before.text) && /^\p{Ll}/u.test(after.text) && /[\p{L},]$/u.test(before.text);
}

/** Removes printed page numbers and joins the sentences they interrupt. */
export function withoutPrintedPageNumbers(pages: readonly HtmlPage[]): HtmlPage[] {
  const numbers = printedPageNumbers(pages);
  return pages.map((page) => (page.blocks.some((block) => numbers.has(block)) ? withoutNumbers(page, numbers) : page));
}

function withoutNumbers(page: HtmlPage, numbers: ReadonlySet<Block>): HtmlPage {
  const { leftOut } = page;
  let isPageEnd = false;
  const revised = reviseBlocks(page, (block, before) => {
    const isNumber = numbers.has(block);
    const isJoined = isPageEnd && !isNumber && continuesSentence(before, block);
    isPageEnd = isNumber;
    if (isNumber) leftOut.add('page-numbers');
    if (isNumber) return null;
    return isJoined && before?.kind === 'paragraph' && block.kind === 'paragraph'
      ? { joined: joinParagraphs(before, block, ' ') }
      : block;
  });
  return { ...page, ...revised };
}
