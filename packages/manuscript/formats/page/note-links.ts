// Finds note links: short marks whose target links back or begins with the same mark.
import { Parser } from 'htmlparser2';
import { wordSet } from '../../../../shared/rules/words/word-lists.ts';
import { kindOfTitle } from '../../sections/section-kinds.ts';
import { INLINE_ELEMENTS, isNoteElement, semanticTypes } from './page-elements.ts';

/** Links are numbered from 0, in the order of their start tags. */
export interface NoteLinks {
  readonly references: ReadonlySet<number>;
  readonly backLinks: ReadonlySet<number>;
  /** Ids of elements that contain or begin with notes. */
  readonly notes: ReadonlySet<string>;
  readonly signs: ReadonlySet<string>;
}

export const NO_NOTE_LINKS: NoteLinks = {
  references: new Set(),
  backLinks: new Set(),
  notes: new Set(),
  signs: new Set(),
};

export interface LinkedPage {
  readonly path: string;
  /** A function rather than a string, so that the source isn't kept in memory. */
  readonly html: () => string;
  readonly isNotes?: boolean;
}

/** Returns null for links to other documents. */
type ResolveLink = (reference: string, from: string) => { readonly path: string; readonly id: string } | null;

/** `12`, `[3]`, `*`, `a`, `iv` */
const REFERENCE_MARK = /^[\s[({]*(\d{1,4}[a-z]?|[*†‡§¶‖#]{1,4}|\p{L}|[ivx]{1,6}|[IVX]{1,6})[\])}\s.,:]*$/u;
/** `[note 3]` counts as a reference only if the note links back. */
const BRACKETED_MARK = /^\s*\[[^[\]]{1,20}\]\s*$/;
const LOCAL_REFERENCE = /^(?![a-z][a-z\d+.-]*:|\/\/)[^#]*#./i;
const BRACKETED_OR_SYMBOL = /^\s*(?:[[({].*[\])}]|[*†‡§¶‖#]+)\s*$/;
const LEADING_MARK = /^[\s[({]*(\d{1,4}[a-z]?|[*†‡§¶‖]{1,4}|\p{L}(?=[\])}.:])|\p{Ll}(?=\s))(?=[\s\])}.:]|\p{Lu}|$)/u;
/** In UTF-16 code units. */
const MAX_NOTE_LENGTH = 8_000;
const MAX_BACK_LINK_LENGTH = 20;
const MAX_START_LENGTH = 80;

export function findNoteLinks(pages: readonly LinkedPage[], resolve: ResolveLink): NoteLinks[] {
  const scans = pages.map((page, at) => scanPage(page, at));
  const targets = new Map<string, LinkTarget>();
  for (const [at, { ids }] of scans.entries()) {
    for (const [id, target] of ids) targets.set(targetKey(pages[at]?.path ?? '', id), target);
  }
  const links = scans.flatMap((scan) => scan.links);
  const targetOf = new LinkTargets();
  for (const link of links) {
    const place = resolve(link.reference, pages[link.block.page]?.path ?? '');
    const target = place && targets.get(targetKey(place.path, place.id));
    if (target) targetOf.set(link, target);
  }
  const references = new Set<Link>();
  const notes = new Set<LinkTarget>();
  for (const link of links) {
    const target = targetOf.get(link);
    if (!isReference(link, target, targetOf)) continue;
    references.add(link);
    if (target && isNoteOf(link, target, targetOf)) notes.add(target);
  }
  for (const link of links) {
    const target = targetOf.get(link);
    const mayBeMark = markOf(link) !== null || BRACKETED_MARK.test(link.text);
    if (target && notes.has(target) && mayBeMark && isBefore(link.block, target.block)) references.add(link);
  }
  const backLinks = findBackLinks(links, notes, references, targetOf);
  const marks = leadingMarks(
    scans.flatMap(({ blocks }) => blocks),
    notes,
  );
  return scans.map(
    ({ ids, links: own }): NoteLinks => ({
      references: ordinals(own.filter((link) => references.has(link) && !backLinks.has(link))),
      backLinks: ordinals(own.filter((link) => backLinks.has(link))),
      notes: new Set([...ids].filter(([, target]) => notes.has(target)).map(([id]) => id)),
      signs: marks,
    }),
  );
}

export function findPageNoteLinks(html: string): NoteLinks {
  const resolve: ResolveLink = (reference, from) => {
    const id = /^(?![a-z][a-z\d+.-]*:|\/\/)[^#]*#(.+)$/i.exec(reference)?.[1];
    return id === undefined ? null : { path: from, id: decodeId(id) };
  };
  return findNoteLinks([{ path: '', html: () => html }], resolve)[0] ?? NO_NOTE_LINKS;
}

function decodeId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

const targetKey = (path: string, id: string): string => `${path}#${id}`;

const ordinals = (links: readonly Link[]): Set<number> => new Set(links.map(({ ordinal }) => ordinal));

/** The text between two block tags. */
interface PageBlock {
  readonly page: number;
  readonly order: number;
  text: string;
  last: string;
  /** Whether the block has letters or digits outside links. */
  hasWords: boolean;
  readonly isHeading: boolean;
  readonly isNote: boolean;
}

interface Link {
  readonly ordinal: number;
  readonly reference: string;
  readonly block: PageBlock;
  text: string;
  isRaised: boolean;
  /** Whether words precede the link in its block. `isAttached`: no space separates the link from these words. */
  readonly isBehindWords: boolean;
  readonly isAttached: boolean;
  readonly isMarked: boolean;
}

interface LinkTarget {
  readonly block: PageBlock;
  /** Links in the target element, or in its block if the element is inline. */
  readonly links: Link[];
  length: number;
  /** Whether the target has letters or digits outside links. */
  hasWords: boolean;
  hasHeading: boolean;
}

class LinkTargets {
  readonly #targets = new Map<Link, LinkTarget>();
  /** Keyed by list of links, because many targets share one list. */
  readonly #blocks = new Map<readonly Link[], ReadonlySet<PageBlock>>();

  set(link: Link, target: LinkTarget): void {
    this.#targets.set(link, target);
  }

  get(link: Link): LinkTarget | undefined {
    return this.#targets.get(link);
  }

  blocksOf(links: readonly Link[]): ReadonlySet<PageBlock> {
    const known = this.#blocks.get(links);
    if (known) return known;
    const blocks = new Set(links.flatMap((link) => this.get(link)?.block ?? []));
    this.#blocks.set(links, blocks);
    return blocks;
  }
}

const isBefore = (first: PageBlock, second: PageBlock): boolean =>
  first.page < second.page || (first.page === second.page && first.order < second.order);

const markOf = ({ text }: Link): string | null => REFERENCE_MARK.exec(text)?.[1] ?? null;

function isReference(link: Link, target: LinkTarget | undefined, targetOf: LinkTargets): boolean {
  if (link.isMarked) return true;
  if (markOf(link) === null && !BRACKETED_MARK.test(link.text)) return false;
  if (link.isRaised) return LOCAL_REFERENCE.test(link.reference);
  if (target?.block === link.block) return false;
  if (!link.isBehindWords || link.block.isHeading) return false;
  if (markOf(link) === null)
    return target !== undefined && mayBeNote(link, target) && linksBack(link, target, targetOf);
  // A number attached to a word is a reference mark.
  const standsOut = BRACKETED_OR_SYMBOL.test(link.text) || (link.isAttached && /\d/.test(link.text));
  if (!target) return standsOut && LOCAL_REFERENCE.test(link.reference);
  if (!mayBeNote(link, target)) return false;
  if (linksBack(link, target, targetOf)) return true;
  if (target.block.isNote) return link.isAttached || standsOut;
  return standsOut && beginsWithMarkOf(link, target);
}

const isNoteOf = (link: Link, target: LinkTarget, targetOf: LinkTargets): boolean =>
  mayBeNote(link, target) &&
  !target.block.isNote &&
  (linksBack(link, target, targetOf) || beginsWithMarkOf(link, target));

const mayBeNote = (link: Link, { block, length, hasWords, hasHeading }: LinkTarget): boolean =>
  isBefore(link.block, block) &&
  !block.isHeading &&
  !hasHeading &&
  (hasWords || block.hasWords) &&
  length <= MAX_NOTE_LENGTH;

const linksBack = (link: Link, { links }: LinkTarget, targetOf: LinkTargets): boolean =>
  targetOf.blocksOf(links).has(link.block);

const beginsWithMarkOf = (link: Link, { block }: LinkTarget): boolean =>
  LEADING_MARK.exec(block.text)?.[1] === markOf(link);

function findBackLinks(
  links: readonly Link[],
  notes: ReadonlySet<LinkTarget>,
  references: ReadonlySet<Link>,
  targetOf: LinkTargets,
): Set<Link> {
  const referring = new Set(Array.from(references, ({ block }) => block));
  const found = new Set<Link>();
  const look = (link: Link): void => {
    const target = targetOf.get(link);
    // The mark that begins a note may link to a missing reference.
    if (!target && markOf(link) !== null && !link.isBehindWords && LOCAL_REFERENCE.test(link.reference))
      found.add(link);
    if (!target || !isBefore(target.block, link.block) || !referring.has(target.block)) return;
    if (link.text.trim().length <= MAX_BACK_LINK_LENGTH) found.add(link);
  };
  for (const { links: own } of notes) for (const link of own) look(link);
  for (const link of links) if (link.block.isNote) look(link);
  return found;
}

function leadingMarks(blocks: readonly PageBlock[], notes: ReadonlySet<LinkTarget>): Set<string> {
  const begun = new Set(Array.from(notes, ({ block }) => block));
  const marks = blocks
    .filter((block) => block.isNote || begun.has(block))
    .map(({ text }) => LEADING_MARK.exec(text)?.[1]);
  return new Set(marks.filter((mark) => mark !== undefined));
}

export const elementId = (name: string, attributes: Readonly<Record<string, string>>): string | undefined =>
  attributes['id'] ?? (name === 'a' ? attributes['name'] : undefined);

interface PageScan {
  readonly ids: ReadonlyMap<string, LinkTarget>;
  readonly links: readonly Link[];
  readonly blocks: readonly PageBlock[];
}

const UNSPOKEN_ELEMENTS = wordSet('unspoken-elements');
const RAISED_STYLE = /vertical-align\s*:\s*(?:super|top|text-top)/i;
const RAISED_CLASS = /(?:^|[\s_-])(?:sup|super|superscript)(?:$|[\s_-])/i;
const HEADING = /^h[1-6]$/;
const MAX_DEPTH = 1_000;

interface OpenTag {
  readonly name: string;
  readonly isBlock: boolean;
  readonly isHeading: boolean;
  readonly isNote: boolean;
  readonly isRaised: boolean;
  readonly isSilent: boolean;
  readonly target: LinkTarget | null;
  readonly link: Link | null;
}

function scanPage(linked: LinkedPage, page: number): PageScan {
  const scan = new LinkScan(page, linked.isNotes ?? false);
  const html = linked.html();
  if (!/<a\s|<sup/i.test(html)) return scan;
  const parser = new Parser(scan, { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: true });
  parser.write(html);
  parser.end();
  return scan;
}

class LinkScan implements PageScan {
  readonly ids = new Map<string, LinkTarget>();
  readonly links: Link[] = [];
  readonly blocks: PageBlock[] = [];
  readonly #page: number;
  readonly #open: OpenTag[] = [];
  #anchors = 0;
  #beyond = 0;
  #isBelowNotes: boolean;
  #block: PageBlock;
  #closed = '';
  #blockLinks: Link[] = [];

  constructor(page: number, isNotes: boolean) {
    this.#page = page;
    this.#isBelowNotes = isNotes;
    this.#block = this.#newBlock();
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    const ordinal = this.#anchors;
    if (name === 'a') this.#anchors += 1;
    if (this.#open.length >= MAX_DEPTH) {
      this.#beyond += 1;
      return;
    }
    const above = this.#open.at(-1);
    const types = semanticTypes(attributes);
    const isBlock = !INLINE_ELEMENTS.has(name);
    const { style = '', class: classes = '' } = attributes;
    const open = {
      name,
      isBlock,
      isHeading: (above?.isHeading ?? false) || HEADING.test(name),
      isNote: (above?.isNote ?? false) || isNoteElement({ name, attributes, types }),
      isRaised: (above?.isRaised ?? false) || name === 'sup' || RAISED_STYLE.test(style) || RAISED_CLASS.test(classes),
      isSilent: (above?.isSilent ?? false) || UNSPOKEN_ELEMENTS.has(name),
    };
    const id = elementId(name, attributes);
    this.#open.push({ ...open, target: null, link: null });
    // A `dt` element and the following `dd` form one block.
    if (isBlock && !(name === 'dd' && this.#closed === 'dt')) this.#block = this.#newBlock();
    const link =
      name === 'a' && attributes['href'] !== undefined && !open.isSilent ? this.#addLink(ordinal, attributes) : null;
    const target = id === undefined ? null : this.#addTarget(id, isBlock);
    this.#open[this.#open.length - 1] = { ...open, link, target };
  }

  onclosetag(name: string): void {
    if (this.#beyond > 0) {
      this.#beyond -= 1;
      return;
    }
    if (this.#open.at(-1)?.name !== name) return;
    const closed = this.#open.pop();
    if (!closed?.isBlock) return;
    this.#closed = name;
    if (name === 'dt') return;
    if (closed.isHeading && HEADING.test(name)) this.#isBelowNotes = kindOfTitle(this.#block.text) === 'notes';
    this.#block = this.#newBlock();
  }

  ontext(text: string): void {
    const top = this.#open.at(-1);
    if (top?.isSilent) return;
    const words = text.replace(/\s+/g, ' ');
    if (this.#block.text.length < MAX_START_LENGTH) this.#block.text += words;
    this.#block.last = words.slice(-1) || this.#block.last;
    const link = this.#open.findLast((open) => open.link !== null)?.link;
    if (link) {
      link.text += words;
      if (top?.isRaised && words.trim() !== '') link.isRaised = true;
    }
    const hasWords = !link && /[\p{L}\p{N}]/u.test(words);
    if (hasWords) this.#block.hasWords = true;
    for (const { target } of this.#open) {
      if (!target) continue;
      target.length += words.length;
      if (hasWords) target.hasWords = true;
    }
  }

  /** Reuses the last block and its ids if the block has no words yet. */
  #newBlock(): PageBlock {
    const top = this.#open.at(-1);
    const isHeading = top?.isHeading ?? false;
    const isNote = (top?.isNote ?? false) || this.#isBelowNotes;
    const open: PageBlock = {
      page: this.#page,
      order: this.blocks.length,
      text: '',
      last: '',
      hasWords: false,
      isHeading,
      isNote,
    };
    const last = this.blocks.at(-1);
    if (last && last.text.trim() === '') {
      // Update the block in place, because targets refer to the same object.
      this.blocks[this.blocks.length - 1] = Object.assign(last, { isHeading, isNote });
      if (isHeading) for (const { target } of this.#open) if (target) target.hasHeading = true;
      return last;
    }
    if (isHeading) for (const { target } of this.#open) if (target) target.hasHeading = true;
    this.#blockLinks = [];
    this.blocks.push(open);
    return open;
  }

  #addLink(ordinal: number, attributes: Record<string, string>): Link {
    const types = semanticTypes(attributes);
    const link: Link = {
      ordinal,
      reference: attributes['href'] ?? '',
      block: this.#block,
      text: '',
      isRaised: this.#open.at(-1)?.isRaised ?? false,
      isBehindWords: /[\p{L}\p{N}\p{P}]/u.test(this.#block.text),
      isAttached: /[^\s\p{N}([{]/u.test(this.#block.last),
      isMarked: types.some((type) => type === 'noteref' || type === 'doc-noteref'),
    };
    this.links.push(link);
    this.#blockLinks.push(link);
    for (const { target, isBlock } of this.#open) if (isBlock) target?.links.push(link);
    return link;
  }

  #addTarget(id: string, isBlock: boolean): LinkTarget {
    const block = this.#block;
    const links = isBlock ? [] : this.#blockLinks;
    const target: LinkTarget = { block, links, length: 0, hasWords: false, hasHeading: block.isHeading };
    if (!this.ids.has(id)) this.ids.set(id, target);
    return target;
  }
}
