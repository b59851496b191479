// Round brackets in script text. A backslash directly before an opening bracket makes it a word.

/** A part of a text, in UTF-16 code units: `text.slice(start, end)`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The outermost balanced pairs of round brackets, in order. Unbalanced brackets belong to none. */
export function bracketRanges(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  if (!text.includes('(')) return ranges;
  const open: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === OPENING && text.charCodeAt(index - 1) !== BACKSLASH) open.push(index);
    if (character !== CLOSING) continue;
    const start = open.pop();
    if (start === undefined) continue;
    while ((ranges.at(-1)?.start ?? -1) > start) ranges.pop();
    ranges.push({ start, end: index + 1 });
  }
  return ranges;
}

/** Whether a text opens a bracket that it does not close. */
export function leavesBracketOpen(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === OPENING && text.charCodeAt(index - 1) !== BACKSLASH) depth++;
    if (character === CLOSING && depth > 0) depth--;
  }
  return depth > 0;
}

/** Whether a text is in round brackets as a whole: the bracket that opens it closes at its very end. */
export function isBracketed(text: string): boolean {
  if (text.charCodeAt(0) !== OPENING || text.charCodeAt(text.length - 1) !== CLOSING) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if ((character !== OPENING && character !== CLOSING) || text.charCodeAt(index - 1) === BACKSLASH) continue;
    depth += character === OPENING ? 1 : -1;
    if (depth === 0) return index === text.length - 1;
  }
  return false;
}

/** The words of a direction, escapes kept, as text that `isBracketed`. Brackets without a partner are escaped. */
export function bracketed(text: string): string {
  const escaped: number[] = [];
  const open: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character !== OPENING && character !== CLOSING) continue;
    if (text.charCodeAt(index - 1) === BACKSLASH) escaped.push(index);
    else if (character === OPENING) open.push(index);
    else if (open.pop() === undefined) escaped.push(index);
  }
  let inside = '';
  let position = 0;
  for (const index of [...escaped, ...open].sort((a, b) => a - b)) {
    inside += `${text.slice(position, index)}\\`;
    position = index;
  }
  inside += text.slice(position);
  return `(${inside.endsWith('\\') ? `${inside} ` : inside})`;
}

/** The words between the brackets of a text that `isBracketed`. */
export function withoutBrackets(text: string): string {
  return text
    .slice(1, -1)
    .replace(/\\(?=[()])/g, '')
    .trim();
}

const OPENING = 40;
const CLOSING = 41;
const BACKSLASH = 92;
