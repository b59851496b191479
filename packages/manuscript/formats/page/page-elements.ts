// What the elements of a page mean for the words inside them.
import type { SectionKind } from '../../../../shared/model/manuscript.ts';
import { kindOfTypes, type TypedElement } from './page-parts.ts';
import { PAGE_NUMBER_CLASS, PAGE_NUMBER_ID } from './printed-pages.ts';
import { LOOK_TIMES } from './typed-layout.ts';

/** Elements that no words are read from. */
const SILENT = new Set(
  ['script', 'style', 'nav', 'svg', 'math', 'iframe', 'object', 'template', 'noscript', 'audio'].concat([
    'video',
    'canvas',
    'form',
    'button',
    'select',
    'textarea',
    'rt',
    'rtc',
    'rp',
    'del',
    'map',
    'datalist',
  ]),
);
/** No words of the page: code, controls, pictures, sound, and readings of words that are read. */
export const UNCOUNTED: ReadonlySet<string> = new Set(
  ['script', 'style', 'template', 'audio', 'video', 'canvas', 'map', 'datalist'].concat([
    ...['button', 'select', 'textarea', 'rt', 'rtc', 'rp'],
  ]),
);

export type SilencedKind =
  | 'boilerplate'
  | 'deletions'
  | 'formulas'
  | 'hidden'
  | 'navigation'
  | 'note-references'
  | 'reader-comments';

/** Silent elements that count as something else than hidden. */
export const SILENCED: ReadonlyMap<string, SilencedKind> = new Map([
  ['nav', 'navigation'],
  ['math', 'formulas'],
  ['del', 'deletions'],
]);

/** Elements within a row of words. All others part paragraphs. */
export const INLINE = new Set(
  ['a', 'abbr', 'b', 'bdi', 'bdo', 'big', 'br', 'cite', 'code', 'data', 'dfn', 'em', 'font', 'i', 'img'].concat(
    [
      'ins',
      'kbd',
      'mark',
      'picture',
      'q',
      'ruby',
      'rb',
      's',
      'samp',
      'small',
      'span',
      'strike',
      'strong',
      'sub',
      'sup',
    ],
    ['time', 'tt', 'u', 'var', 'wbr', 'label', 'source'],
    // Nothing is read from these, and the words around them go on.
    ['audio', 'button', 'canvas', 'del', 'map', 'math', 'object', 'rp', 'rt', 'rtc', 'script', 'style', 'svg', 'video'],
  ),
);
const EMPHASIS = new Set(['b', 'em', 'i', 'strong']);
const EMPHASISED_STYLE = /font-style\s*:\s*(?:italic|oblique)|font-weight\s*:\s*(?:bold|[6-9]00)/i;
const PLAIN_STYLE = /font-(?:style|weight)\s*:\s*(?:normal|[1-5]00)/i;
const EMPHASISED_CLASS = /(?:^|[\s_-])(?:italics?|bold|emph|emphasis|strong)(?:$|[\s_-])/i;
const HEADING = /^h([1-6])$/;
const VERSE = /(?:^|[\s:_-])(?:verse|poem|poetry|stanza|lyrics?|song)(?:$|[\s_-])/i;
const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
/** Notes that stand apart from the text, by what EPUB calls them. */
const NOTES = new Set([
  'footnote',
  'endnote',
  'rearnote',
  'note',
  'footnotes',
  'endnotes',
  'rearnotes',
  'doc-footnote',
  'doc-endnote',
  'doc-endnotes',
]);
const INITIAL_CLASS = /(?:^|[\s_-])(?:drop-?caps?|initial|lettrine|first-?letter)(?:$|[\s_-])/i;
const NOTE_CLASS = /(?:^|\s)(?:sd(?:foot|end)note|(?:foot|end)notes?|Mso(?:Foot|End)noteText)(?:$|\s)/i;
/** Elements that hold several notes, each in an element of its own. */
const NOTE_ITEMS = new Set(['li', 'dd']);
/** What plays call the names of those who speak, their speeches, and stage directions. */
const PERSONA: ReadonlySet<string> = new Set(['persona', 'z3998:persona']);
const SPEAKER_CLASS = /(?:^|\s)(?:tei-)?(?:speaker|persona)(?:$|\s)/i;
const SPEECH_CLASS = /(?:^|\s)(?:tei-)?(?:sp|speech)(?:$|\s)/i;
const STAGE_CLASS = /(?:^|\s)(?:tei-)?(?:stage|stage-?dir(?:ection)?s?)(?:$|\s)/i;
const NOTE_REFERENCES = new Set(['noteref', 'doc-noteref']);
const BACK_LINKS = new Set(['doc-backlink', 'backlink']);
const PAGE_BREAKS = new Set(['pagebreak', 'doc-pagebreak']);

/** The type of a paragraph that names a place, as screenplays have them. */
const PLACE = 'x-place';

/** What an element means for the words inside it. */
export interface OpenElement {
  readonly name: string;
  readonly silent: boolean;
  readonly kind: 'paragraph' | 'heading' | 'footnote' | 'caption' | 'direction' | 'persona';
  readonly level: number;
  /** Of a heading that only its look tells: how many look like it. Else 0. */
  readonly lookTimes: number;
  readonly verse: boolean;
  readonly pre: boolean;
  /** In italics or bold. */
  readonly emphasised: boolean;
  /** It parts paragraphs. */
  readonly block: boolean;
  /** It is in the page's head. */
  readonly head: boolean;
  /** The part of a book that the markup says it is in. */
  readonly markedAs: SectionKind | undefined;
  /** The element of the single note that it is in, by a number that no other has; 0: it is in none. */
  readonly note: number;
  /** It is marked as the number of a printed page. */
  readonly isPageNumber: boolean;
  /** It is drawn as the large first letter of a paragraph. */
  readonly isInitial: boolean;
  /** What it and its blocks are, where it says so itself. */
  readonly typed: TypedElement | null;
  /** What precedes it in its block, in UTF-16 code units. */
  readonly from: number;
  /** A link whose words are a sign: it leads to a note, or back from one. */
  readonly sign: 'reference' | 'back-link' | null;
  /** It is in an element that holds all of a speech. */
  readonly isSpeech: boolean;
}

export const ROOT: OpenElement = {
  name: '',
  silent: false,
  kind: 'paragraph',
  level: 0,
  lookTimes: 0,
  verse: false,
  pre: false,
  emphasised: false,
  block: true,
  head: false,
  markedAs: undefined,
  note: 0,
  isPageNumber: false,
  isInitial: false,
  typed: null,
  from: 0,
  sign: null,
  isSpeech: false,
};

/** An element as the page has it. */
export interface ElementTag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly types: readonly string[];
}

/** Where an element is. */
interface ElementPlace {
  readonly above: OpenElement;
  /** Its number among all elements of the page, from 1. */
  readonly number: number;
  /** What precedes it in its block, in UTF-16 code units. */
  readonly textLength: number;
  /** The blocks of the page that precede it. */
  readonly blocks: number;
  readonly sign: OpenElement['sign'];
  /** Whether a link to a note leads to it. */
  readonly isNote: boolean;
  /** The note whose term precedes it; 0: none. */
  readonly termNote: number;
  /** Whether the reading of characters is read instead of them. */
  readonly isReadingSpoken: boolean;
  /** Whether a heading precedes it on the page. */
  readonly isBelowHeading: boolean;
  /** Whether it is a part of the website around the text. */
  readonly isSitePart: boolean;
}

/** Returns what an element means by its name, its attributes and the element that it is in. */
export function openElement(tag: ElementTag, place: ElementPlace): OpenElement {
  const { name, attributes, types } = tag;
  const { above } = place;
  const isBlock = !INLINE.has(name);
  const isNote = isBlock && (place.isNote || (name === 'dd' && place.termNote > 0));
  const kind = isNote ? 'footnote' : kindOf(tag, above);
  return {
    name,
    silent:
      above.silent ||
      place.isSitePart ||
      (SILENT.has(name) && !(name === 'rt' && place.isReadingSpoken)) ||
      isReferenceAround(tag) ||
      // Notes that pop up are hidden until then.
      ((attributes['hidden'] !== undefined || HIDDEN.test(attributes['style'] ?? '')) &&
        !isNote &&
        !isNoteElement(tag)),
    kind,
    level: Number(HEADING.exec(name)?.[1] ?? (types.includes(PLACE) ? 2 : above.level)),
    lookTimes: Number(attributes[LOOK_TIMES] ?? above.lookTimes),
    verse: above.verse || VERSE.test(`${attributes['class'] ?? ''} ${types.join(' ')}`),
    pre: above.pre || name === 'pre',
    emphasised: isEmphasised(name, attributes) ?? above.emphasised,
    block: isBlock,
    // A page may have a title without a head.
    head: above.head || name === 'head' || name === 'title',
    markedAs: (isBlock ? partOf(tag, place.isBelowHeading) : undefined) ?? above.markedAs,
    note: noteOf(tag, place, isNote || isSingleNote(tag, kind)),
    isPageNumber:
      above.isPageNumber ||
      types.some((type) => PAGE_BREAKS.has(type)) ||
      PAGE_NUMBER_CLASS.test(attributes['class'] ?? '') ||
      (!isBlock && PAGE_NUMBER_ID.test(attributes['id'] ?? attributes['name'] ?? '')),
    isInitial: !isBlock && INITIAL_CLASS.test(attributes['class'] ?? ''),
    typed: isBlock && types.length > 0 ? { types, start: place.blocks, end: Number.POSITIVE_INFINITY } : null,
    from: place.textLength,
    sign: place.sign,
    isSpeech: above.isSpeech || (isBlock && SPEECH_CLASS.test(attributes['class'] ?? '')),
  };
}

/** A quotation before a chapter's first words is read with it, one on a page of its own is not. */
const EPIGRAPH = /^(?:doc-)?epigraph$/;
/** These hold words, not parts of a book. */
const HOLDS_WORDS = /^(?:h[1-6]|p|blockquote|header|t[dhr])$/;

/** What Project Gutenberg calls the elements around a book, and those who transcribe for it what they say themselves. */
const LICENCE_ID = /^pg-(?:header|footer)$/;
const LICENCE_CLASS =
  /(?:^|\s)(?:pg-boilerplate|pg-?header|pg-?footer|(?:trans(?:criber)?(?:[-_]?s)?|t)[-_]?notes?)(?:$|\s)/i;

function partOf({ name, attributes, types }: ElementTag, isBelowHeading: boolean): SectionKind | undefined {
  if (HOLDS_WORDS.test(name)) return undefined;
  if (LICENCE_ID.test(attributes['id'] ?? '') || LICENCE_CLASS.test(attributes['class'] ?? '')) return 'copyright';
  return kindOfTypes(isBelowHeading ? types.filter((type) => !EPIGRAPH.test(type)) : types) ?? undefined;
}

function noteOf({ name }: ElementTag, { above, number, termNote }: ElementPlace, begins: boolean): number {
  if (name === 'dd' && termNote > 0) return termNote;
  return above.note > 0 || !begins ? above.note : number;
}

/** Whether an element around a link says that it refers to a note, or leads back from one. */
export const isReferenceAround = ({ name, types }: ElementTag): boolean =>
  types.some((type) => BACK_LINKS.has(type) || (name !== 'a' && NOTE_REFERENCES.has(type)));

export const isBackLink = ({ types }: ElementTag): boolean => types.some((type) => BACK_LINKS.has(type));

/** Whether an element holds notes. */
export const isNoteElement = ({ name, attributes, types }: ElementTag): boolean =>
  types.some((type) => NOTES.has(type)) || (NOTE_CLASS.test(attributes['class'] ?? '') && !INLINE.has(name));

const isSingleNote = ({ name, types }: ElementTag, kind: OpenElement['kind']): boolean =>
  kind === 'footnote' && (NOTE_ITEMS.has(name) || types.some((type) => NOTES.has(type) && !type.endsWith('s')));

/** Undefined: as the element that it is in. */
function isEmphasised(
  name: string,
  { style = '', class: classes = '' }: ElementTag['attributes'],
): boolean | undefined {
  if (EMPHASISED_STYLE.test(style)) return true;
  // Programs put `<b style="font-weight:normal">` around what is copied.
  if (PLAIN_STYLE.test(style)) return false;
  return EMPHASIS.has(name) || (name === 'span' && EMPHASISED_CLASS.test(classes)) ? true : undefined;
}

function kindOf(tag: ElementTag, above: OpenElement): OpenElement['kind'] {
  const { name, types } = tag;
  if (HEADING.test(name) && above.isSpeech) return 'persona';
  if ((HEADING.test(name) && !isNoHeading(tag)) || types.includes(PLACE)) return 'heading';
  if (isNoteElement(tag)) return 'footnote';
  const { class: classes = '' } = tag.attributes;
  if (types.some((type) => type.endsWith('stage-direction')) || STAGE_CLASS.test(classes)) return 'direction';
  // A direction names those who act.
  if (above.kind !== 'direction' && (types.some((type) => PERSONA.has(type)) || SPEAKER_CLASS.test(classes)))
    return 'persona';
  if (name === 'figcaption' || name === 'caption') return 'caption';
  return above.kind;
}

/** Whether a heading begins no section: it is the second part of the title before it, or a direction. */
const isNoHeading = ({ attributes: { class: classes = '' }, types }: ElementTag): boolean =>
  types.includes('doc-subtitle') || /(?:^|\s)subtitle(?:$|\s)/i.test(classes) || STAGE_CLASS.test(classes);

/** Returns the words of an element's `epub:type` and `role`. */
export const typesOf = (attributes: Readonly<Record<string, string>>): string[] =>
  `${attributes['epub:type'] ?? ''} ${attributes['role'] ?? ''}`.split(/\s+/).filter((type) => type !== '');
