import type { HeadingCue } from '../../../shared/model/block-evidence.ts';
import { at } from '../../../shared/rules/at.ts';
import {
  isHeadingName,
  joinRows,
  numberHeadings,
  type ProseBlock,
  type ProseHeading,
  readHeading,
} from './prose-headings.ts';
import { type Headings, isContentsLabel, looksLikeProse } from './prose-matter.ts';

export function findHeadings(blocks: readonly ProseBlock[]): Headings {
  const bare = blocks.map(withoutOrnaments);
  const headings = bareHeadings(bare, blocks);
  return new Map(
    blocks.flatMap((block, index) => {
      const heading = headings.get(at(bare, index));
      return heading ? [[block, heading] as const] : [];
    }),
  );
}

const NO_BLOCK: ProseBlock = { rows: [] };

function bareHeadings(blocks: readonly ProseBlock[], original: readonly ProseBlock[]): Headings {
  const read = new Map<ProseBlock, ProseHeading>();
  for (const block of blocks) {
    const heading = readHeading(block);
    if (heading) read.set(block, { ...heading, sign: 'words' });
  }
  // The line below “Chapter I” is the chapter's title.
  const named = new Set(blocks.filter((_, index) => read.get(blocks[index - 1] ?? NO_BLOCK)?.bare === true));
  const listed = listedHeadings(blocks).filter((block) => !named.has(block));
  if (listed.length > 0) return new Map([...headingsByCue(listed, 'listed'), ...read]);
  if (read.size > 0) return read;
  const numbered = numberHeadings(blocks);
  if (numbered.size > 0)
    return new Map(Array.from(numbered, ([block, heading]) => [block, { ...heading, sign: 'numbers' }]));
  const ornate = blocks.filter((block, index) => hadOrnaments(at(original, index), block));
  return ornate.length > 1 ? headingsByCue(ornate, 'ornaments') : headingsByCue(setOffHeadings(blocks), 'set-off');
}

const headingsByCue = (blocks: readonly ProseBlock[], cue: HeadingCue): Headings =>
  new Map(blocks.map((block) => [block, { words: joinRows(block), rank: 3, bare: false, sign: cue }]));

// `-- I --`, `* * * Chapter One * * *`, `C H A P T E R  O N E`

const LEADING_ORNAMENT = /^(?:[-–—*_=~#·•+|\s]{1,20}|\[)(?=[^\s\]])/u;
const TRAILING_ORNAMENT = /(?:[-–—*_=~#·•+|\s]{1,20}|\])$/u;
/** In UTF-16 code units. */
const MAX_ROW_LENGTH = 120;
const SPACED_LETTERS = /^\p{L}(?: {1,4}\p{L}){4,40}$/u;
const ORNATE_ROW = /^\s*(?:[=~#·•+|]|[-–—*]{2})/;

function withoutOrnaments(block: ProseBlock): ProseBlock {
  const row = block.rows.length === 1 ? at(block.rows, 0).trim() : '';
  if (row.length > MAX_ROW_LENGTH) return block;
  const inside = row.replace(LEADING_ORNAMENT, '');
  const bare = inside.replace(TRAILING_ORNAMENT, '');
  if (bare !== '' && inside !== row && bare !== inside) return { ...block, rows: [bare] };
  if (!SPACED_LETTERS.test(row)) return block;
  return { ...block, rows: [row.replace(/ (?! )/g, '').replace(/ +/g, ' ')] };
}

const hadOrnaments = (original: ProseBlock, bare: ProseBlock): boolean =>
  original !== bare && ORNATE_ROW.test(at(original.rows, 0)) && isHeadingName(bare);

const LEADING_NUMBER = /^(?:[IVXLC]{1,8}|\d{1,3})[.):]?\s+/;
const TRAILING_PAGE_NUMBER = /[\s.·…_–-]{1,200}\d{0,4}$/;

const titleKeys = (row: string): string[] => {
  if (row.length > MAX_ROW_LENGTH) return [];
  const words = row.trim().replace(TRAILING_PAGE_NUMBER, '');
  const keys = [words, words.replace(LEADING_NUMBER, '')].map((one) =>
    one.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ''),
  );
  return keys.filter((key) => key.length > 2);
};

/** Returns where each title in the table of contents occurs last. */
function listedHeadings(blocks: readonly ProseBlock[]): readonly ProseBlock[] {
  const label = blocks.slice(0, MAX_CONTENTS_BLOCKS).findIndex(isContentsLabel);
  if (label < 0) return [];
  const listed = new Set<string>();
  const found = new Map<string, ProseBlock>();
  let isContents = true;
  for (const block of blocks.slice(label)) {
    const words = joinRows(block);
    const key = block.rows.length > 2 ? undefined : titleKeys(words).find((one) => listed.has(one));
    if (key !== undefined) found.set(key, block);
    isContents &&= !looksLikeProse(words) || block.rows.length > 2;
    if (isContents) for (const row of block.rows) for (const title of titleKeys(row)) listed.add(title);
  }
  return found.size > 1 ? [...new Set(found.values())] : [];
}

const MAX_CONTENTS_BLOCKS = 300;

// As a last resort, short titles after several blank lines count as headings.

const MIN_SET_OFF_SHARE = 0.8;

function setOffHeadings(blocks: readonly ProseBlock[]): readonly ProseBlock[] {
  const setOff = blocks.flatMap((block, index) => (index === 0 || (block.gap ?? 0) > 1 ? [index] : []));
  const names = setOff.filter((index) => {
    const [block, next] = blocks.slice(index, index + 2);
    return block && next && isHeadingName(block) && looksLikeProse(joinRows(next));
  });
  return names.length > 1 && names.length >= (setOff.length - 1) * MIN_SET_OFF_SHARE
    ? names.map((index) => at(blocks, index))
    : [];
}
