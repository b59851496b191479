// Applies inline markup that a script can express. Removes and counts other markup. No words are lost.
import type { ImportNotice } from '../../../shared/model/import-notes.ts';
import { append } from '../../../shared/rules/lists.ts';
import { pauseMark } from '../../../shared/rules/pauses.ts';
import { withoutTags } from './markup-tags.ts';
import { countLeftOutWords } from './omitted-words.ts';

export interface UnmarkedText {
  /** Pauses remain placeholders at first, because pause marks would be read aloud in prose. */
  readonly text: string;
  readonly notices: readonly ImportNotice[];
}

// Private-use characters that stand for pauses until the text is known to be a script.

const PAUSE_START = '\ue010';
const PAUSE_END = '\ue011';
const PAUSE_PLACEHOLDERS = /[\ue010\ue011]/g;
const PAUSE_PLACEHOLDER = /\ue010(\d{1,4}(?:\.\d{1,3})?)\ue011/g;

export const restorePauseMarks = (text: string): string =>
  text.includes(PAUSE_START)
    ? text.replace(PAUSE_PLACEHOLDER, (_, seconds: string) => pauseMark(Number(seconds)))
    : text;

const pausePlaceholder = (seconds: number): string =>
  seconds > 0 ? `${PAUSE_START}${Number(Math.min(seconds, MAX_SECONDS).toFixed(3))}${PAUSE_END}` : '';

const MAX_SECONDS = 9_999;

export function withoutInlineMarkup(typed: string): UnmarkedText {
  const notices: ImportNotice[] = [];
  let text = typed.replace(PAUSE_PLACEHOLDERS, '');
  if (text.includes('](') || text.includes('][')) text = withoutLinks(text, notices);
  if (text.includes('<')) text = withoutMarkupTags(text, notices);
  if (text.includes('&')) text = withoutEntities(text);
  if (/\{|\[\[/.test(text) && !isJson(text)) text = withoutBraces(text, notices);
  return { text, notices };
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** `[words](address "title")`, or a picture with a leading `!`. The URL may contain round brackets. */
const INLINE_LINK =
  /(!?)\[([^[\]\n]{1,400})\]\(((?:[^()\s]|\([^()\s]{0,200}\)){1,2000})(?:[ \t]{1,4}"[^"\n]{0,200}")?\)/g;
const REFERENCE_LINK = /(!?)\[([^[\]\n]{1,400})\]\[([^[\]\n]{0,80})\]/g;
/** `[name]: address` on its own line */
const MID_SENTENCE = /[\p{L}\p{N},] $/u;
const LINK_DEFINITION =
  /^[ \t]{0,3}\[([^[\]^\n]{1,80})\]:[ \t]{1,8}([^\s()]{1,2000})[ \t]{0,8}(?:"[^"\n]{0,200}")?(?:\n|$)/gm;
/** `<https://example.com>`, `<ann@example.com>` */
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000}|[\w.+-]{1,80}@[\w.-]{1,200})>/g;
/** Requires a scheme, a leading slash or `#`, or a file or domain suffix, to exclude `(V.O.)`. */
const ADDRESS = /^<?(?:[a-z][a-z\d+-]{1,20}:\S|\.{0,2}\/|#\S|www\.|[\w%/-]{1,200}\.[a-z]{2,8}(?:[#?/]|$))/;

function withoutLinks(text: string, notices: ImportNotice[]): string {
  let [links, pictures] = [0, 0];
  const worded = (isPicture: string, words: string): string => {
    if (isPicture !== '') pictures += 1;
    else links += 1;
    return isPicture === '' ? words : '';
  };
  const inlined = text.replace(INLINE_LINK, (link: string, isPicture: string, words: string, address: string) =>
    ADDRESS.test(address) ? worded(isPicture, words) : link,
  );
  const named = new Set(
    Array.from(inlined.matchAll(REFERENCE_LINK), ([, , words = '', name = '']) => (name || words).toLowerCase()),
  );
  const defined = new Set<string>();
  const undefinedText = inlined.replace(LINK_DEFINITION, (row: string, name: string, address: string) => {
    const isDefinition = named.has(name.toLowerCase()) ? ADDRESS.test(address) : /^<?https?:/.test(address);
    if (!isDefinition) return row;
    defined.add(name.toLowerCase());
    return '';
  });
  const read = undefinedText.replace(
    REFERENCE_LINK,
    (link: string, isPicture: string, words: string, name: string, start: number) => {
      // Within a sentence, the words are kept even if the URL is missing.
      const isAmid = name !== '' && MID_SENTENCE.test(undefinedText.slice(Math.max(0, start - 2), start));
      return isAmid || defined.has((name || words).toLowerCase()) ? worded(isPicture, words) : link;
    },
  );
  if (links > 0) notices.push({ kind: 'links', links });
  if (pictures > 0) notices.push({ kind: 'pictures', pictures });
  return read;
}

/** Includes game tags with a value after the name: `<color=red>`. */
const TAG = /<(\/?)(\p{L}[\p{L}\d_.:-]{0,40})(\s[^<>]{0,400}|=[^<>\s]{1,60}|\/)?>/gu;
const TAG_ATTRIBUTE =
  /([\p{L}_:][\p{L}\d_.:-]{0,40})\s{0,4}=\s{0,4}(?:"([^"]{0,400})"|'([^']{0,400})'|([^\s"'=]{1,200}))/gu;
const DECLARATION = /<(?:\?xml|!doctype)[^<>]{0,400}>/gi;
/** `<#0.8#>`: seconds of silence, in the markup of some speech engines. */
const NUMBER_PAUSE = /<#\s{0,4}(\d{1,3}(?:\.\d{1,3})?)\s{0,4}#>/g;
const SPEECH_ELEMENT = /<(sub|say-as|emphasis)(\s[^<>]{0,400})?>([^<>]{1,400})<\/\1\s{0,4}>/gi;
const PARAGRAPH_BOUNDARY = /<\/p>\s{0,80}<p(?:\s[^<>]{0,200})?>/gi;
const LINE_BREAK_TAG = /<[bh]r\s{0,4}\/?>/gi;
const EMPTY_ELEMENT = /^(?:wbr|p|li)$/;
const SPELL_OUT_FORMAT = /^(?:characters|letters|spell-out|verbatim)$/i;

type TagAttributes = ReadonlyMap<string, string>;

const readAttributes = (source: string): TagAttributes =>
  new Map(
    Array.from(source.matchAll(TAG_ATTRIBUTE), ([, name = '', ...values]) => [
      name.toLowerCase(),
      values.find((value) => value !== undefined) ?? '',
    ]),
  );

function withoutMarkupTags(typed: string, notices: ImportNotice[]): string {
  const applied = typed
    .replace(DECLARATION, '')
    .replace(LINE_BREAK_TAG, '\n')
    .replace(AUTOLINK, '$1')
    .replace(NUMBER_PAUSE, (_, seconds: string) => pausePlaceholder(Number(seconds)))
    .replace(
      SPEECH_ELEMENT,
      (element: string, name: string, fields: string | undefined, words: string) =>
        speechElementText(name.toLowerCase(), readAttributes(fields ?? ''), words) ?? element,
    )
    .replace(PARAGRAPH_BOUNDARY, '\n\n');
  // Speaker tags are processed before other tags are removed.
  const text = withoutTags(applied);
  const closed = new Set(Array.from(text.matchAll(TAG), ([, end, name = '']) => (end ? name.toLowerCase() : '')));
  const dropped = new RemovedTags();
  const read = text.replace(TAG, (tag: string, end: string, typedName: string, rest = '') => {
    const name = typedName.toLowerCase();
    const fields = readAttributes(rest);
    const isOpening = rest.startsWith('=') || rest.endsWith('/') || fields.size > 0 || closed.has(name);
    const isTag = end !== '' || isOpening || EMPTY_ELEMENT.test(name);
    // `<v Ann>` names the speaker.
    if (!isTag || (name === 'v' && end === '')) return tag;
    const pause = end === '' ? (readGamePause(name, rest) ?? readPause(name, fields)) : null;
    if (pause !== null) return pausePlaceholder(pause);
    // The end tag of a pause that has been applied.
    return name === 'break' ? '' : dropped.add(name);
  });
  append(notices, dropped.notices());
  return read;
}

class RemovedTags {
  #tags = 0;
  readonly #names = new Set<string>();

  add(name: string): string {
    this.#tags += 1;
    this.#names.add(name);
    return '';
  }

  notices(): ImportNotice[] {
    const names = [...this.#names].slice(0, MAX_NAMES).join(', ');
    return this.#tags === 0 ? [] : [{ kind: 'tags', tags: this.#tags, names }];
  }
}

/** SSML elements that HTML doesn't have. */
const SSML_ELEMENT = /^(?:speak|prosody|emphasis|phoneme|say-as|voice|lang|token|(?:amazon|mstts):.{1,40})$/;

/** Removes speech markup from text whose other tags are read as HTML. Converts pauses to pause marks. */
export function withoutSpeechTags(text: string): UnmarkedText {
  if (!text.includes('<')) return { text, notices: [] };
  const dropped = new RemovedTags();
  const read = text
    .replace(NUMBER_PAUSE, (_, seconds: string) => pauseText(Number(seconds)))
    .replace(TAG, (tag: string, end: string, typedName: string, rest = '') => {
      const name = typedName.toLowerCase();
      const seconds = end === '' ? readPause(name, readAttributes(rest)) : null;
      if (seconds !== null) return pauseText(seconds);
      if (end !== '' && name === 'break') return '';
      return SSML_ELEMENT.test(name) ? dropped.add(name) : tag;
    });
  return { text: read, notices: dropped.notices() };
}

const pauseText = (seconds: number): string => restorePauseMarks(pausePlaceholder(seconds));

/** Returns null if a script can't express the element. */
function speechElementText(name: string, fields: TagAttributes, words: string): string | null {
  if (name === 'sub') return fields.get('alias') ?? null;
  if (name === 'say-as') {
    const isSpelled =
      SPELL_OUT_FORMAT.test(fields.get('interpret-as') ?? '') && words.length <= 60 && !/[[\]]/.test(words);
    return isSpelled ? `[spell: ${words.trim()}]` : null;
  }
  if (/none|reduced/.test(fields.get('level') ?? '') || words.trim() !== words || /[*_\n]/.test(words)) return null;
  return `*${words}*`;
}

const MAX_NAMES = 5;

/** Pause lengths in seconds. SSML defines no lengths; these match `[beat]`, `[pause]` and `[long pause]`. */
const PAUSE_STRENGTHS: ReadonlyMap<string, number> = new Map([
  ['none', 0],
  ['x-weak', 0.25],
  ['weak', 0.5],
  ['medium', 1],
  ['strong', 1],
  ['x-strong', 2],
]);

function readGamePause(name: string, value: string): number | null {
  const seconds = /^=["']?(\d{1,3}(?:\.\d{1,3})?)s?["']?$/.exec(value)?.[1];
  return seconds !== undefined && /^(?:pause|wait|delay)$/.test(name) ? Number(seconds) : null;
}

function readPause(name: string, fields: ReadonlyMap<string, string>): number | null {
  if (name !== 'break' && name !== 'pause' && name !== 'silence') return null;
  const length = fields.get('time') ?? fields.get('length') ?? fields.get('duration') ?? fields.get('msec');
  if (length === undefined) return PAUSE_STRENGTHS.get(fields.get('strength') ?? 'medium') ?? 1;
  const [, figure = '', unit = ''] = /^\+?(\d{0,6}(?:[.,]\d{1,3})?)\s{0,2}(ms|s)?$/i.exec(length.trim()) ?? [];
  const value = Number(figure.replace(',', '.'));
  const isMilliseconds = unit === '' ? fields.has('msec') || value >= 50 : unit.toLowerCase() === 'ms';
  return figure === '' ? 1 : isMilliseconds ? value / 1_000 : value;
}

const COMMENT = /<!--((?:(?!-->|<!--).){0,2000})-->/gsu;

/** Removes comments. In other script layouts, comments become directions (see `inline-notes.ts`). */
export function withoutComments(text: string): UnmarkedText {
  if (!text.includes('<!--')) return { text, notices: [] };
  const comments: string[] = [];
  const read = text.replace(COMMENT, (_, words: string) => {
    comments.push(words);
    return '';
  });
  return {
    text: read.replace(/(?<=\S) {2}(?=\S)/g, ' '),
    notices:
      comments.length > 0 ? [{ kind: 'comments', comments: comments.length, ...countLeftOutWords(comments) }] : [],
  };
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};
const ENTITY = /&(?:([a-z]{2,6})|#(\d{2,7})|#x([\da-f]{2,6}));/gi;

function withoutEntities(text: string): string {
  return text.replace(ENTITY, (entity: string, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return NAMED_ENTITIES[name.toLowerCase()] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const isCharacter = code >= 0x20 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : entity;
  });
}

const BRACED_TEXT = /\{\{?([^{}\n]{1,300})\}?\}|\[\[([^[\]\n]{1,300})\]\]/g;
const SENTENCE_CONTINUES_BEFORE = /(?:[\p{L}\p{N},;’'"”)–—-]|\d\])[ \t]{0,4}$|[^\s.!?…:：。]$/u;
const AFTER_COLON = /[:：][ \t]{0,4}$/;
const SENTENCE_CONTINUES_AFTER = /^[ \t]{1,4}\p{Ll}/u;

function withoutBraces(text: string, notices: ImportNotice[]): string {
  const found: string[] = [];
  const read = text.replace(BRACED_TEXT, (group: string, inBraces: string | undefined, inBrackets = '', at: number) => {
    const words = inBraces ?? inBrackets;
    // Numbers in brackets are pages or notes. Slashes and `=` indicate code.
    if (!/\p{L}/u.test(words) || /[\\/=]/.test(words)) return group;
    const before = text.slice(Math.max(0, at - 5), at);
    // `ANN: {Hello} there.`
    const isStart = inBraces !== undefined && AFTER_COLON.test(before) && /^\p{Lu}/u.test(words);
    const end = at + group.length;
    if (
      !SENTENCE_CONTINUES_BEFORE.test(before) &&
      !(isStart && SENTENCE_CONTINUES_AFTER.test(text.slice(end, end + 5)))
    )
      return group;
    found.push(group);
    // `[[page|label]]`
    return inBraces ?? inBrackets.replace(/^[^|]*\|(?=[^|]+$)/, '');
  });
  const [first, ...others] = found;
  if (first !== undefined) notices.push({ kind: 'braces', words: first, others: others.length });
  return read;
}
