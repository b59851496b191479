import type { SectionKind } from '../../../../shared/model/manuscript.ts';
import { kindOfTypes, type TypedElement } from './page-parts.ts';
import { PAGE_NUMBER_CLASS, PAGE_NUMBER_ID } from './printed-pages.ts';
import { LOOK_TIMES } from './typed-layout.ts';

const SILENT_ELEMENTS = new Set(
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
/** Elements that are skipped without a report: code, controls, pictures, audio and ruby readings. */
export const UNREPORTED_ELEMENTS: ReadonlySet<string> = new Set(
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

export const SILENCED_ELEMENTS: ReadonlyMap<string, SilencedKind> = new Map([
  ['nav', 'navigation'],
  ['math', 'formulas'],
  ['del', 'deletions'],
]);

/** Inline elements, which don't end a paragraph. */
export const INLINE_ELEMENTS = new Set(
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
    // Skipped elements that don't interrupt the surrounding text.
    ['audio', 'button', 'canvas', 'del', 'map', 'math', 'object', 'rp', 'rt', 'rtc', 'script', 'style', 'svg', 'video'],
  ),
);
const EMPHASIS_ELEMENTS = new Set(['b', 'em', 'i', 'strong']);
const EMPHASISED_STYLE = /font-style\s*:\s*(?:italic|oblique)|font-weight\s*:\s*(?:bold|[6-9]00)/i;
const PLAIN_STYLE = /font-(?:style|weight)\s*:\s*(?:normal|[1-5]00)/i;
const EMPHASISED_CLASS = /(?:^|[\s_-])(?:italics?|bold|emph|emphasis|strong)(?:$|[\s_-])/i;
const HEADING = /^h([1-6])$/;
const VERSE_CLASS = /(?:^|[\s:_-])(?:verse|poem|poetry|stanza|lyrics?|song)(?:$|[\s_-])/i;
const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const NOTE_TYPES = new Set([
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
const NOTE_ITEMS = new Set(['li', 'dd']);
const PERSONA_TYPES: ReadonlySet<string> = new Set(['persona', 'z3998:persona']);
const SPEAKER_CLASS = /(?:^|\s)(?:tei-)?(?:speaker|persona)(?:$|\s)/i;
const SPEECH_CLASS = /(?:^|\s)(?:tei-)?(?:sp|speech)(?:$|\s)/i;
const STAGE_CLASS = /(?:^|\s)(?:tei-)?(?:stage|stage-?dir(?:ection)?s?)(?:$|\s)/i;
const NOTE_REFERENCE_TYPES = new Set(['noteref', 'doc-noteref']);
const BACK_LINK_TYPES = new Set(['doc-backlink', 'backlink']);
const PAGE_BREAK_TYPES = new Set(['pagebreak', 'doc-pagebreak']);

const PLACE_ELEMENT = 'x-place';

export interface OpenElement {
  readonly name: string;
  readonly silent: boolean;
  readonly kind: 'paragraph' | 'heading' | 'footnote' | 'caption' | 'direction' | 'persona';
  readonly level: number;
  /** Number of headings with the same formatting, if only formatting marks this paragraph as a heading; otherwise 0. */
  readonly sameFormatCount: number;
  readonly verse: boolean;
  readonly pre: boolean;
  readonly emphasised: boolean;
  readonly block: boolean;
  readonly head: boolean;
  readonly markedAs: SectionKind | undefined;
  /** Unique number of the enclosing note; 0 outside notes. */
  readonly note: number;
  readonly isPageNumber: boolean;
  /** A drop cap. */
  readonly isInitial: boolean;
  readonly typed: TypedElement | null;
  /** Offset of the element's text in its block, in UTF-16 code units. */
  readonly from: number;
  /** A note reference, or a link from a note back to its reference. */
  readonly noteLinkType: 'reference' | 'back-link' | null;
  /** Whether this element is inside an element that contains a whole speech. */
  readonly isSpeech: boolean;
}

export const ROOT_ELEMENT: OpenElement = {
  name: '',
  silent: false,
  kind: 'paragraph',
  level: 0,
  sameFormatCount: 0,
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
  noteLinkType: null,
  isSpeech: false,
};

export interface ElementTag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly types: readonly string[];
}

interface ElementContext {
  readonly above: OpenElement;
  /** Position among all elements of the page, from 1. */
  readonly number: number;
  readonly textLength: number;
  readonly blocks: number;
  readonly sign: OpenElement['noteLinkType'];
  readonly isNote: boolean;
  /** Number of the preceding `dt` element's note, or 0. */
  readonly termNote: number;
  /** Whether the ruby text is read instead of its base. */
  readonly isReadingSpoken: boolean;
  readonly isBelowHeading: boolean;
  readonly isSitePart: boolean;
}

export function openElement(tag: ElementTag, context: ElementContext): OpenElement {
  const { name, attributes, types } = tag;
  const { above } = context;
  const isBlock = !INLINE_ELEMENTS.has(name);
  const isNote = isBlock && (context.isNote || (name === 'dd' && context.termNote > 0));
  const kind = isNote ? 'footnote' : kindOf(tag, above);
  return {
    name,
    silent:
      above.silent ||
      context.isSitePart ||
      (SILENT_ELEMENTS.has(name) && !(name === 'rt' && context.isReadingSpoken)) ||
      isReferenceElement(tag) ||
      // Popup notes are hidden until opened.
      ((attributes['hidden'] !== undefined || HIDDEN_STYLE.test(attributes['style'] ?? '')) &&
        !isNote &&
        !isNoteElement(tag)),
    kind,
    level: Number(HEADING.exec(name)?.[1] ?? (types.includes(PLACE_ELEMENT) ? 2 : above.level)),
    sameFormatCount: Number(attributes[LOOK_TIMES] ?? above.sameFormatCount),
    verse: above.verse || VERSE_CLASS.test(`${attributes['class'] ?? ''} ${types.join(' ')}`),
    pre: above.pre || name === 'pre',
    emphasised: isEmphasised(name, attributes) ?? above.emphasised,
    block: isBlock,
    // A page may have a `title` without a `head`.
    head: above.head || name === 'head' || name === 'title',
    markedAs: (isBlock ? sectionKindOf(tag, context.isBelowHeading) : undefined) ?? above.markedAs,
    note: noteOf(tag, context, isNote || isSingleNote(tag, kind)),
    isPageNumber:
      above.isPageNumber ||
      types.some((type) => PAGE_BREAK_TYPES.has(type)) ||
      PAGE_NUMBER_CLASS.test(attributes['class'] ?? '') ||
      (!isBlock && PAGE_NUMBER_ID.test(attributes['id'] ?? attributes['name'] ?? '')),
    isInitial: !isBlock && INITIAL_CLASS.test(attributes['class'] ?? ''),
    typed: isBlock && types.length > 0 ? { types, start: context.blocks, end: Number.POSITIVE_INFINITY } : null,
    from: context.textLength,
    noteLinkType: context.sign,
    isSpeech: above.isSpeech || (isBlock && SPEECH_CLASS.test(attributes['class'] ?? '')),
  };
}

/** An epigraph at the start of a chapter is read; one on its own page isn't. */
const EPIGRAPH_TYPE = /^(?:doc-)?epigraph$/;
const TEXT_ELEMENTS = /^(?:h[1-6]|p|blockquote|header|t[dhr])$/;

/** Project Gutenberg's markup for the licence and for transcribers' notes. */
const LICENCE_ID = /^pg-(?:header|footer)$/;
const LICENCE_CLASS =
  /(?:^|\s)(?:pg-boilerplate|pg-?header|pg-?footer|(?:trans(?:criber)?(?:[-_]?s)?|t)[-_]?notes?)(?:$|\s)/i;

function sectionKindOf({ name, attributes, types }: ElementTag, isBelowHeading: boolean): SectionKind | undefined {
  if (TEXT_ELEMENTS.test(name)) return undefined;
  if (LICENCE_ID.test(attributes['id'] ?? '') || LICENCE_CLASS.test(attributes['class'] ?? '')) return 'copyright';
  return kindOfTypes(isBelowHeading ? types.filter((type) => !EPIGRAPH_TYPE.test(type)) : types) ?? undefined;
}

function noteOf({ name }: ElementTag, { above, number, termNote }: ElementContext, begins: boolean): number {
  if (name === 'dd' && termNote > 0) return termNote;
  return above.note > 0 || !begins ? above.note : number;
}

export const isReferenceElement = ({ name, types }: ElementTag): boolean =>
  types.some((type) => BACK_LINK_TYPES.has(type) || (name !== 'a' && NOTE_REFERENCE_TYPES.has(type)));

export const isBackLink = ({ types }: ElementTag): boolean => types.some((type) => BACK_LINK_TYPES.has(type));

export const isNoteElement = ({ name, attributes, types }: ElementTag): boolean =>
  types.some((type) => NOTE_TYPES.has(type)) ||
  (NOTE_CLASS.test(attributes['class'] ?? '') && !INLINE_ELEMENTS.has(name));

const isSingleNote = ({ name, types }: ElementTag, kind: OpenElement['kind']): boolean =>
  kind === 'footnote' && (NOTE_ITEMS.has(name) || types.some((type) => NOTE_TYPES.has(type) && !type.endsWith('s')));

/** Undefined: inherited. */
function isEmphasised(
  name: string,
  { style = '', class: classes = '' }: ElementTag['attributes'],
): boolean | undefined {
  if (EMPHASISED_STYLE.test(style)) return true;
  // Google Docs wraps pasted text in `<b style="font-weight:normal">`.
  if (PLAIN_STYLE.test(style)) return false;
  return EMPHASIS_ELEMENTS.has(name) || (name === 'span' && EMPHASISED_CLASS.test(classes)) ? true : undefined;
}

function kindOf(tag: ElementTag, above: OpenElement): OpenElement['kind'] {
  const { name, types } = tag;
  if (HEADING.test(name) && above.isSpeech) return 'persona';
  if ((HEADING.test(name) && !isExcludedHeading(tag)) || types.includes(PLACE_ELEMENT)) return 'heading';
  if (isNoteElement(tag)) return 'footnote';
  const { class: classes = '' } = tag.attributes;
  if (types.some((type) => type.endsWith('stage-direction')) || STAGE_CLASS.test(classes)) return 'direction';
  // A name inside a direction isn't a speaker.
  if (above.kind !== 'direction' && (types.some((type) => PERSONA_TYPES.has(type)) || SPEAKER_CLASS.test(classes)))
    return 'persona';
  if (name === 'figcaption' || name === 'caption') return 'caption';
  return above.kind;
}

/** Subtitles and directions don't begin sections. */
const isExcludedHeading = ({ attributes: { class: classes = '' }, types }: ElementTag): boolean =>
  types.includes('doc-subtitle') || /(?:^|\s)subtitle(?:$|\s)/i.test(classes) || STAGE_CLASS.test(classes);

export const semanticTypes = (attributes: Readonly<Record<string, string>>): string[] =>
  `${attributes['epub:type'] ?? ''} ${attributes['role'] ?? ''}`.split(/\s+/).filter((type) => type !== '');
