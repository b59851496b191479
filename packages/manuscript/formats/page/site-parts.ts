// Finds the parts of a website around an article: header, footer, menus, sidebars, banners and comments.
import { Parser } from 'htmlparser2';
import {
  type ElementTag,
  INLINE_ELEMENTS,
  isNoteElement,
  type SilencedKind,
  semanticTypes,
  UNREPORTED_ELEMENTS,
} from './page-elements.ts';
import { kindOfTypes } from './page-parts.ts';
import { checkDepth } from './xml.ts';

interface PageNode extends ElementTag {
  /** Position among all of the page's elements, counting from 1. */
  readonly number: number;
  readonly parent: PageNode | null;
  readonly children: PageNode[];
  readonly inside: Readonly<Record<'article' | 'section' | 'header', boolean>>;
  readonly isHeader: boolean;
  /** Letters and digits outside links and headings. */
  plain: number;
  /** Letters and digits in links to other pages. */
  linked: number;
  links: number;
  isOfBook: boolean;
  hasTime: boolean;
  hasControls: boolean;
  headings: number;
  /** Unlinked `h1` elements. */
  titles: number;
  end: string;
  /** Text of the first heading. */
  heading: string;
}

type NodeTest = (node: PageNode) => boolean;

/** Keyed by position among all of the page's elements, counting from 1. */
export type SiteParts = ReadonlyMap<number, SilencedKind>;

const NO_PARTS: SiteParts = new Map();

/** Microformat and website classes for authored text. The fallback is the `article` or `main` element. */
const CONTENT_CLASS = /(?:^|\s)(?:e-content|userstuff|(?:entry|post|article|chapter|story)-(?:content|body))(?:$|\s)/;
const HIDDEN_CLASS = /(?:^|\s)(?:visually-?hidden|sr-only|screen-reader-text|landmark heading)(?:$|\s)/;
const ROLE_KINDS: Readonly<Record<string, SilencedKind>> = {
  navigation: 'navigation',
  menu: 'navigation',
  menubar: 'navigation',
  tablist: 'navigation',
  toolbar: 'boilerplate',
  search: 'boilerplate',
  dialog: 'boilerplate',
  alertdialog: 'boilerplate',
  complementary: 'boilerplate',
};
const NAMED_PARTS: readonly (readonly [RegExp, SilencedKind])[] = [
  [/(?:^|\s)(?:comments?|commentlist|disqus|respond|responses|replies)(?:$|[\s_-])/i, 'reader-comments'],
  [/(?:^|\s)(?:nav|navigation|navbar|menu|breadcrumbs?|pagination|pager|toolbar)(?:$|[\s_-])/i, 'navigation'],
  [/(?:^|\s)(?:side-?bar|cookies?|consent|gdpr|share|sharedaddy|social|widget|newsletter)(?:$|[\s_-])/i, 'boilerplate'],
  [/(?:^|\s)(?:subscribe|subscription|related|promo|advert|popup|modal)(?:$|[\s_-])/i, 'boilerplate'],
];
const HEADER_NAME = /(?:^|\s)(?:(?:site|page|main)-?)?header(?:$|\s)/i;
const FOOTER_NAME = /(?:^|\s)(?:(?:site|page|main)-?)?footer(?:$|\s)/i;
const ARTICLE_HEADER_NAME = /(?:^|\s)(?:post|entry|article)-header(?:$|\s)/i;
const TAG_LIST_CLASS = /(?:^|\s)(?:tags|stats|tag-?list)(?:$|\s)/i;
/** Sections in Pandoc and R Markdown pages. */
const SECTION_CLASS = /(?:^|\s)level[1-6](?:$|\s)/;
const GROUP_ELEMENTS = new Set(['div', 'section', 'aside', 'ul', 'ol', 'li', 'dl', 'article', 'table']);
const SECTION_ELEMENTS = new Set(['article', 'main', 'section', 'aside', 'nav', 'blockquote', 'td']);
const HEADING = /^h[1-6]$/;
const CONTROL_ELEMENTS = new Set(['nav', 'form', 'button', 'input']);
/** In a list of links, minimum ratio of linked to unlinked letters. */
const MIN_LINK_RATIO = 4;
const MAX_DEPTH = 500;
/** In letters and digits. */
const MIN_PASSAGE_LENGTH = 120;
const SENTENCE_END = /[.!?…。！？][)\]»”’"'」』]*$/u;

/** Returns no parts if removing them would leave no text. */
export function findSiteParts(html: string): SiteParts {
  return new PartFinder(new PageTree(html).root).parts();
}

/** Treats elements nested too deeply as part of an ancestor. */
class PageTree {
  readonly root: PageNode = createNode({ name: '', attributes: {}, types: [] }, 0, null);

  constructor(html: string) {
    const open = [this.root];
    let [count, beyond] = [0, 0];
    const top = (): PageNode => open.at(-1) ?? this.root;
    const parser = new Parser(
      {
        onopentag: (name, attributes) => {
          count += 1;
          if (open.length > MAX_DEPTH) {
            beyond += 1;
            checkDepth(beyond);
            return;
          }
          const node = createNode({ name, attributes, types: semanticTypes(attributes) }, count, top());
          top().children.push(node);
          open.push(node);
        },
        onclosetag: () => {
          if (beyond > 0) beyond -= 1;
          else if (open.length > 1) {
            const node = open.pop();
            if (node) addToAncestors(top(), node);
          }
        },
        ontext: (text) => {
          const node = top();
          const letters = UNREPORTED_ELEMENTS.has(node.name) ? 0 : text.replace(/[^\p{L}\p{N}]+/gu, '').length;
          if (letters === 0 && text.trim() === '') return;
          node.plain += letters;
          if (HEADING.test(node.name)) node.heading += text;
          node.end = text.trimEnd().slice(-4);
        },
      },
      { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: true },
    );
    parser.write(html);
    parser.end();
  }
}

function createNode(tag: ElementTag, number: number, parent: PageNode | null): PageNode {
  const { name } = tag;
  const isHeader = name === 'header' || (name === 'div' && ARTICLE_HEADER_NAME.test(idAndClass(tag)));
  return {
    ...tag,
    number,
    parent,
    inside: {
      article: parent !== null && (parent.inside.article || parent.name === 'article'),
      section: parent !== null && (parent.inside.section || SECTION_ELEMENTS.has(parent.name)),
      header: parent !== null && (parent.inside.header || parent.isHeader),
    },
    isHeader,
    children: [],
    plain: 0,
    linked: 0,
    links: 0,
    isOfBook: isNoteElement(tag) || kindOfTypes(tag.types) !== null,
    hasTime: name === 'time',
    hasControls: CONTROL_ELEMENTS.has(name),
    headings: HEADING.test(name) ? 1 : 0,
    titles: 0,
    end: '',
    heading: '',
  };
}

function addToAncestors(above: PageNode, node: PageNode): void {
  if (node.name === 'head') return;
  const isLink = node.name === 'a' && /^(?!#)./.test(node.attributes['href'] ?? '');
  const isHeading = HEADING.test(node.name);
  if (isLink) above.links += 1;
  above.links += node.links;
  above.linked += isHeading ? 0 : isLink ? node.plain + node.linked : node.linked;
  above.plain += isHeading || isLink ? 0 : node.plain;
  above.isOfBook ||= node.isOfBook;
  above.hasTime ||= node.hasTime;
  above.hasControls ||= node.hasControls;
  above.headings += node.headings;
  above.titles += node.titles + (node.name === 'h1' && node.links === 0 ? 1 : 0);
  if (above.heading === '') above.heading = node.heading;
  if (node.end !== '') above.end = node.end;
}

class PartFinder {
  readonly #root: PageNode;
  readonly #parts = new Map<number, SilencedKind>();
  /** Empty if the page doesn't mark its main text. */
  readonly #content: ReadonlySet<PageNode>;
  /** Headings that precede the main text and belong to it. */
  readonly #titles: ReadonlySet<PageNode>;
  readonly #around = new Set<PageNode>();
  #left: number;

  constructor(root: PageNode) {
    this.#root = root;
    this.#left = root.plain;
    this.#content = findContent(root);
    this.#titles = new Set(this.#content.size > 0 ? precedingTitles(this.#content, root) : []);
    for (const node of [...this.#content, ...this.#titles])
      for (let above = node.parent; above && !this.#around.has(above); above = above.parent) this.#around.add(above);
  }

  parts(): SiteParts {
    for (const child of this.#root.children) this.#visit(child, this.#content.size === 0);
    return this.#left > 0 ? this.#parts : NO_PARTS;
  }

  #visit(node: PageNode, isText: boolean): void {
    if (node.name === 'head' || node.name === 'nav' || this.#titles.has(node)) return;
    const isAround = this.#around.has(node) || node.name === 'html' || node.name === 'body';
    const inText = isText || this.#content.has(node) || (!isAround && isPassage(node));
    const kind =
      isAround || this.#content.has(node)
        ? null
        : (kindByPosition(node, this.#root) ?? (inText ? null : kindOutsideContent(node)));
    // An element with most of the page's text can't be a header, menu or banner.
    if (kind === null || node.plain * 2 > this.#root.plain) {
      for (const child of node.children) this.#visit(child, inText);
    } else if (INLINE_ELEMENTS.has(node.name) && inText && kind !== 'hidden') return;
    else {
      this.#parts.set(node.number, kind);
      this.#left -= node.plain;
    }
  }
}

const kindOutsideContent = (node: PageNode): SilencedKind | null => (node.isOfBook ? null : 'boilerplate');

/** Unlinked sentences outside the marked text, such as a prologue. */
const isPassage = ({ plain, links, hasControls, end }: PageNode): boolean =>
  plain >= MIN_PASSAGE_LENGTH && links === 0 && !hasControls && SENTENCE_END.test(end);

/** Returns the most specific marked elements that contain most of the page's words. */
function findContent(root: PageNode): ReadonlySet<PageNode> {
  const isBody: NodeTest = ({ name, attributes }) =>
    name !== 'blockquote' &&
    (attributes['itemprop'] === 'articleBody' || CONTENT_CLASS.test(attributes['class'] ?? ''));
  const candidates: readonly (readonly [isContent: NodeTest, leastShare: number])[] = [
    [isBody, 0.2],
    [({ name }) => name === 'article', 0.5],
    [({ name, types }) => name === 'main' || types.includes('main'), 0.5],
  ];
  const isComments = (node: PageNode): boolean => kindByName(node) === 'reader-comments';
  const comments = findAll(root, isComments);
  const words = root.plain - comments.reduce((sum, node) => sum + node.plain, 0);
  for (const [isContent, leastShare] of candidates) {
    const found = findAll(root, isContent, isComments);
    if (found.reduce((sum, node) => sum + node.plain, 0) > words * leastShare)
      return new Set(found.flatMap((node) => innermostElements(node, isContent)));
  }
  return new Set();
}

function findAll(root: PageNode, test: NodeTest, isSkipped?: NodeTest): PageNode[] {
  const found: PageNode[] = [];
  const visit = (node: PageNode): void => {
    if (isSkipped?.(node)) return;
    if (test(node)) found.push(node);
    else for (const child of node.children) visit(child);
  };
  visit(root);
  return found;
}

/** Returns the descendants of the same kind if they contain nearly all of the words; otherwise, the element itself. */
function innermostElements(node: PageNode, test: NodeTest): PageNode[] {
  const inner = node.children.flatMap((child) => findAll(child, test));
  return inner.reduce((sum, { plain }) => sum + plain, 0) * 2 > node.plain ? inner : [node];
}

/**
 * Returns the headings before each content element that belong to it: the last heading and the higher ones before it.
 */
function precedingTitles(content: ReadonlySet<PageNode>, root: PageNode): PageNode[] {
  const titles: PageNode[] = [];
  let open: PageNode[] = [];
  const visit = (node: PageNode): void => {
    if (content.has(node)) {
      let level = 7;
      for (const heading of open.toReversed()) {
        if (Number(heading.name[1]) >= level) continue;
        level = Number(heading.name[1]);
        titles.push(heading);
      }
      open = [];
    } else if (HEADING.test(node.name) && kindByPosition(node, root) === null) {
      // A heading with a link leads to another page, unless the heading belongs to an article.
      if (node.links === 0 || node.plain > 0 || node.inside.article) open.push(node);
    } else if (node.name !== 'nav' && kindByPosition(node, root) === null)
      for (const child of node.children) visit(child);
  };
  visit(root);
  return titles;
}

const idAndClass = ({ attributes }: ElementTag): string => `${attributes['id'] ?? ''} ${attributes['class'] ?? ''}`;

/** Returns whether a hyphenated id was generated from the first heading. */
const isSlug = (id: string, node: PageNode): boolean => id.includes('-') && slugOf(node.heading) === id.toLowerCase();

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

function kindByName(node: PageNode): SilencedKind | null {
  if (!GROUP_ELEMENTS.has(node.name)) return null;
  if (SECTION_CLASS.test(node.attributes['class'] ?? '')) return null;
  const { id = '', class: classes = '' } = node.attributes;
  // Site generators create ids such as `share-of-the-spoils` from headings.
  const name = node.headings > 0 && isSlug(id, node) ? classes : `${id} ${classes}`;
  return NAMED_PARTS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** Returns null if the element may be part of the text. */
function kindByPosition(node: PageNode, root: PageNode): SilencedKind | null {
  const { name, types, isOfBook } = node;
  if (HIDDEN_CLASS.test(node.attributes['class'] ?? '')) return 'hidden';
  if (isOfBook || HEADING.test(name)) return null;
  const role = types.map((type) => ROLE_KINDS[type]).find((kind) => kind !== undefined);
  if (role !== undefined) return role;
  if (name === 'dialog') return 'boilerplate';
  if (name === 'article' && node.inside.article) return 'reader-comments';
  const isOfSite = root.links > 0 || root.hasControls;
  if (name === 'aside' && !node.inside.section && isOfSite) return 'boilerplate';
  if (name === 'dl' && isTagList(node)) return 'boilerplate';
  return (
    kindByName(node) ??
    (isOfSite ? headerOrFooterKind(node, root.titles) : null) ??
    (isLinkList(node) ? 'navigation' : null)
  );
}

function headerOrFooterKind(node: PageNode, titles: number): SilencedKind | null {
  const { name, types, links, hasTime, hasControls } = node;
  const isOwn = node.inside.section;
  const isHeader =
    name === 'header' || types.includes('banner') || (name === 'div' && HEADER_NAME.test(idAndClass(node)));
  const isFooter =
    name === 'footer' || types.includes('contentinfo') || (name === 'div' && FOOTER_NAME.test(idAndClass(node)));
  const isLinked = links > 0 || hasTime || hasControls;
  if (isFooter && (isLinked || !isOwn)) return 'boilerplate';
  if (isHeader && !isOwn && isLinked && !(node.titles > 0 && node.titles === titles)) return 'boilerplate';
  const isInHeader = isBlock(node) && node.headings === 0 && isLinked && node.inside.header;
  return isInHeader ? 'boilerplate' : null;
}

const isBlock = ({ name }: PageNode): boolean => !INLINE_ELEMENTS.has(name) && name !== 'header';

/** Returns whether most descriptions are links, as in a story's tags. */
function isTagList(node: PageNode): boolean {
  if (TAG_LIST_CLASS.test(idAndClass(node))) return true;
  const described = findAll(node, ({ name }) => name === 'dd');
  return described.length > 1 && described.filter(isMostlyLinks).length * 2 > described.length;
}

const isMostlyLinks = ({ plain, linked }: PageNode): boolean => linked > 0 && linked >= MIN_LINK_RATIO * plain;

function isLinkList(node: PageNode): boolean {
  if (INLINE_ELEMENTS.has(node.name) || !isMostlyLinks(node)) return false;
  if (node.titles > 0 || node.name === 'h1') return false;
  return node.links > 1 || (node.headings === 0 && !SENTENCE_END.test(node.end));
}
