export interface TextProfile {
  /** White space is collapsed, so that line wrapping has no effect. */
  readonly text: string;
  /** Sorted hashes of words, or of characters in scripts without spaces. */
  readonly words: Uint32Array;
}

/** Minimum length of a text that counts as the beginning of another. */
const MIN_BEGINNING_LENGTH = 12;
/** Minimum similarity of a text and its beginning, and the weight of the length ratio. */
const MIN_BEGINNING_SIMILARITY = 0.55;
const BEGINNING_LENGTH_WEIGHT = 0.4;
const MAX_INEXACT_SIMILARITY = 0.999;

const WORD = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

export function profileText(text: string): TextProfile {
  const folded = text.trim().replace(/\s+/g, ' ');
  const hashes: number[] = [];
  for (const [word] of folded.matchAll(WORD)) {
    if (SPACELESS.test(word)) for (const character of word) hashes.push(hashText(character));
    else hashes.push(hashText(word));
  }
  return { text: folded, words: Uint32Array.from(hashes).sort() };
}

export function joinProfiles(parts: readonly TextProfile[]): TextProfile {
  const words = new Uint32Array(parts.reduce((sum, part) => sum + part.words.length, 0));
  let at = 0;
  for (const part of parts) {
    words.set(part.words, at);
    at += part.words.length;
  }
  return { text: parts.map((part) => part.text).join(' '), words: words.sort() };
}

/** Returns the cost in budget steps, at least 1. */
export function comparisonCost(a: TextProfile, b: TextProfile): number {
  return 1 + a.words.length + b.words.length;
}

/**
 * Returns the similarity from 0 (nothing in common) to 1 (equal except for white space). May return 0 for values
 * below `floor`.
 */
export function similarity(a: TextProfile, b: TextProfile, floor = 0): number {
  if (a.text === b.text) return 1;
  const longer = Math.max(a.text.length, b.text.length);
  const shorter = Math.min(a.text.length, b.text.length);
  const ends = commonEnds(a.text, b.text);
  const beginning =
    ends.start === shorter && shorter >= MIN_BEGINNING_LENGTH
      ? MIN_BEGINNING_SIMILARITY + (BEGINNING_LENGTH_WEIGHT * shorter) / longer
      : 0;
  const framed = Math.max(beginning, Math.min(shorter, ends.start + ends.end) / longer);
  const total = a.words.length + b.words.length;
  const most = total === 0 ? 0 : (2 * Math.min(a.words.length, b.words.length)) / total;
  const words = most < floor || most <= framed ? 0 : (2 * commonWords(a.words, b.words)) / total;
  return Math.min(MAX_INEXACT_SIMILARITY, Math.max(framed, words));
}

function commonEnds(a: string, b: string): { start: number; end: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end += 1;
  return { start, end };
}

function commonWords(a: Uint32Array, b: Uint32Array): number {
  let common = 0;
  let i = 0;
  let j = 0;
  for (let left = a[0], right = b[0]; left !== undefined && right !== undefined; left = a[i], right = b[j]) {
    if (left === right) common += 1;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  return common;
}

/** Computes an FNV-1a hash. A rare collision would only make two texts look slightly more similar. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
