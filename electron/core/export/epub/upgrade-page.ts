// Converts pages of EPUB 2 (XHTML 1.1) to EPUB 3 (XHTML5). Only changes markup that EPUB 3 doesn't allow.
import { at } from '../../../../shared/rules/at.ts';
import { append } from '../../../../shared/rules/lists.ts';
import {
  attributeOf,
  endOf,
  escapeXml,
  localName,
  prefixOf,
  type SourceEdit,
  withEdits,
  withNumericEntities,
  type XmlAttribute,
  type XmlPart,
  type XmlStartTag,
  xmlParts,
} from './xml-source.ts';

/** The page has markup for which EPUB 3 has no equivalent. */
export class NotUpgradableError extends Error {
  override readonly name = 'NotUpgradableError';
}

/** Elements of HTML that are allowed in EPUB 3. */
const ELEMENTS = new Set(
  (
    'a|abbr|address|area|article|aside|audio|b|base|bdi|bdo|blockquote|body|br|button|canvas|caption|cite|code|col|' +
    'colgroup|data|datalist|dd|del|details|dfn|dialog|div|dl|dt|em|embed|fieldset|figcaption|figure|footer|form|h1|h2|' +
    'h3|h4|h5|h6|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|meta|meter|nav|' +
    'noscript|object|ol|optgroup|option|output|p|param|pre|progress|q|rb|rp|rt|rtc|ruby|s|samp|script|section|select|' +
    'small|source|span|strong|style|sub|summary|sup|table|tbody|td|textarea|tfoot|th|thead|time|title|tr|track|u|ul|' +
    'var|video|wbr'
  ).split('|'),
);

/** Elements that were renamed or removed in HTML, with a style that preserves their appearance. */
const RENAMED: Readonly<Record<string, readonly [name: string, style: string]>> = {
  acronym: ['abbr', ''],
  big: ['span', 'font-size: larger'],
  center: ['div', 'text-align: center'],
  dir: ['ul', ''],
  font: ['span', ''],
  strike: ['s', ''],
  tt: ['span', 'font-family: monospace'],
};

const CELLS = ['td', 'th', 'tr', 'thead', 'tbody', 'tfoot', 'col', 'colgroup'];
const ALIGNED = [...CELLS, 'p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'caption', 'legend', 'hr'];

/** Attributes that HTML no longer has, by the elements that had them. `*` stands for all elements. */
const OBSOLETE: Readonly<Record<string, readonly string[]>> = {
  abbr: ['td'],
  alink: ['body'],
  align: [...ALIGNED, 'table', 'img', 'object', 'iframe', 'input'],
  archive: ['object'],
  axis: ['td', 'th'],
  background: ['body', 'table', 'td', 'th'],
  bgcolor: ['body', 'table', ...CELLS],
  border: ['table', 'img', 'object'],
  cellpadding: ['table'],
  cellspacing: ['table'],
  char: CELLS,
  charoff: CELLS,
  charset: ['a', 'link'],
  classid: ['object'],
  clear: ['br'],
  codebase: ['object'],
  codetype: ['object'],
  color: ['font', 'hr'],
  compact: ['ol', 'ul', 'dl', 'dir'],
  coords: ['a'],
  declare: ['object'],
  face: ['font'],
  frame: ['table'],
  height: ['table', ...CELLS],
  hspace: ['img', 'object'],
  language: ['script'],
  link: ['body'],
  longdesc: ['img'],
  name: ['a', 'img'],
  noshade: ['hr'],
  nowrap: ['td', 'th'],
  profile: ['head'],
  rev: ['a', 'link'],
  rules: ['table'],
  scheme: ['meta'],
  scope: ['td'],
  shape: ['a'],
  size: ['hr', 'font'],
  standby: ['object'],
  summary: ['table'],
  text: ['body'],
  type: ['ul', 'li'],
  valign: CELLS,
  version: ['html'],
  vlink: ['body'],
  vspace: ['img', 'object'],
  width: ['table', 'hr', 'pre', ...CELLS],
  'xml:space': ['*'],
};

const LENGTH = /^\d+(?:\.\d+)?%?$/;
const COLOUR = /^(?:#[\da-f]{3,8}|[a-z]+)$/i;

/** Returns a CSS declaration equivalent to an obsolete attribute; empty if there is none or it has no effect. */
function styleOf(element: string, { name, value }: Pick<XmlAttribute, 'name' | 'value'>): string {
  const length = LENGTH.test(value) ? (value.endsWith('%') ? value : `${value}px`) : null;
  if (name === 'align' && /^(?:left|right|center|justify)$/i.test(value)) {
    if (ALIGNED.includes(element) && element !== 'hr') return `text-align: ${value.toLowerCase()}`;
    return /^(?:left|right)$/i.test(value) ? `float: ${value.toLowerCase()}` : '';
  }
  if (name === 'valign' && /^(?:top|middle|bottom|baseline)$/i.test(value))
    return `vertical-align: ${value.toLowerCase()}`;
  if ((name === 'width' || name === 'height') && length !== null) return `${name}: ${length}`;
  if ((name === 'color' || (name === 'text' && element === 'body')) && COLOUR.test(value)) return `color: ${value}`;
  if (name === 'bgcolor' && COLOUR.test(value)) return `background-color: ${value}`;
  if (name === 'nowrap') return 'white-space: nowrap';
  return '';
}

interface UpgradedPage {
  readonly source: string;
  /** Properties of the page that the manifest must declare. */
  readonly properties: readonly string[];
}

/**
 * @param title for pages without one
 * @throws XmlSourceError if the page isn't well-formed; NotUpgradableError
 */
export function upgradePage(original: string, title: string): UpgradedPage {
  const parts = xmlParts(original);
  const edits: SourceEdit[] = [];
  const ids = new Set(parts.flatMap((part) => (part.kind === 'open' ? (attributeOf(part, 'id') ?? []) : [])));
  const renamed: (string | null)[] = [];
  let foreignDepth = 0;
  for (const [index, part] of parts.entries()) {
    const text = original.slice(part.from, part.to);
    if (part.kind === 'doctype') edits.push({ ...part, text: '<!DOCTYPE html>' });
    else if (part.kind === 'instruction' && /^<\?xml\s/.test(text))
      edits.push({ ...part, text: '<?xml version="1.0" encoding="UTF-8"?>' });
    else if (part.kind === 'text') {
      const upgraded = withNumericEntities(text);
      if (upgraded !== text) edits.push({ ...part, text: upgraded });
    } else if (part.kind === 'close') {
      const name = renamed.pop() ?? null;
      if (name !== null) edits.push({ ...part, text: `</${name}>` });
      if (foreignDepth > 0) foreignDepth -= 1;
    } else if (part.kind === 'open') {
      const local = localName(part.name);
      const isForeign = foreignDepth > 0 || local === 'svg' || local === 'math';
      if (isForeign && !part.isEmpty) foreignDepth += 1;
      const tag = isForeign ? withNumericEntities(text) : upgradedTag(part, text, ids);
      const name = /^<([^\s/>]+)/.exec(tag)?.[1] ?? part.name;
      if (!part.isEmpty) renamed.push(name === part.name ? null : name);
      if (tag !== text) edits.push({ from: part.from, to: part.to, text: tag });
      if (local === 'meta') append(edits, metaEdits(parts, index, part));
    }
  }
  const source = withTitle(withEdits(original, merged(edits)), title);
  return { source, properties: propertiesOf(xmlParts(source)) };
}

/** The last edit of a range replaces earlier ones. */
const merged = (edits: readonly SourceEdit[]): SourceEdit[] => [
  ...new Map(edits.map((edit) => [`${edit.from}-${edit.to}`, edit])).values(),
];

function upgradedTag(tag: XmlStartTag, text: string, ids: Set<string>): string {
  const prefix = prefixOf(tag.name);
  const local = localName(tag.name);
  const [name, ownStyle] = RENAMED[local] ?? [local, ''];
  if (!ELEMENTS.has(name)) throw new NotUpgradableError(local);
  const isObsolete = (attribute: XmlAttribute): boolean => {
    const elements = OBSOLETE[attribute.name];
    if (elements?.includes(local) || elements?.includes('*')) return true;
    // HTML doesn't allow percentages as attribute values.
    return local === 'img' && /^(?:width|height)$/.test(attribute.name) && !/^\d+$/.test(attribute.value);
  };
  const obsolete = tag.attributes.filter(isObsolete);
  if (name === local && obsolete.length === 0) return withNumericEntities(text);
  const kept = tag.attributes.filter((one) => !obsolete.includes(one) && one.name !== 'style');
  const anchor = local === 'a' ? obsolete.find((one) => one.name === 'name')?.value : undefined;
  const needsId = anchor !== undefined && attributeOf(tag, 'id') === undefined && !ids.has(anchor);
  if (needsId) ids.add(anchor);
  const styles = [
    attributeOf(tag, 'style')?.replace(/;\s*$/, ''),
    ownStyle,
    ...obsolete.map((one) => styleOf(local, one)),
  ];
  const style = styles.filter((one) => one !== undefined && one !== '').join('; ');
  const attributes = [
    ...kept.map((one) => withNumericEntities(text.slice(one.from - tag.from, one.to - tag.from))),
    ...(needsId ? [` id="${escapeXml(anchor)}"`] : []),
    ...(style === '' ? [] : [` style="${escapeXml(style)}"`]),
  ];
  return `<${prefix}${name}${attributes.join('')}${tag.isEmpty ? '/' : ''}>`;
}

/** EPUB 3 allows no other pragmas. The pages are written in UTF-8. */
function metaEdits(parts: readonly XmlPart[], index: number, tag: XmlStartTag): SourceEdit[] {
  const pragma = attributeOf(tag, 'http-equiv')?.toLowerCase();
  if (pragma === undefined) return [];
  const end = at(parts, endOf(parts, index));
  const isFirst = parts.findIndex((part) => part.kind === 'open' && isContentType(part)) === index;
  const text = pragma === 'content-type' && isFirst ? `<${tag.name} charset="utf-8"/>` : '';
  return [{ from: tag.from, to: tag.to, text }, ...(tag.isEmpty ? [] : [{ from: end.from, to: end.to, text: '' }])];
}

const isContentType = (tag: XmlStartTag): boolean =>
  localName(tag.name) === 'meta' && attributeOf(tag, 'http-equiv')?.toLowerCase() === 'content-type';

/** EPUB 3 requires a title that isn't empty. */
function withTitle(source: string, title: string): string {
  const parts = xmlParts(source);
  const named = parts.findIndex((part) => part.kind === 'open' && localName(part.name) === 'title');
  const head = parts.findIndex((part) => part.kind === 'open' && localName(part.name) === 'head');
  const opening = parts[named === -1 ? head : named];
  if (opening?.kind !== 'open') throw new NotUpgradableError('head');
  const end = at(parts, endOf(parts, named === -1 ? head : named));
  const content = source.slice(opening.to, end.from).trim();
  if (named !== -1 && content !== '' && !opening.isEmpty) return source;
  const prefix = prefixOf(opening.name);
  const element = `<${prefix}title>${escapeXml(title)}</${prefix}title>`;
  if (named !== -1) return withEdits(source, [{ from: opening.from, to: end.to, text: element }]);
  if (!opening.isEmpty) return withEdits(source, [{ from: opening.to, to: opening.to, text: element }]);
  return withEdits(source, [
    { from: opening.from, to: opening.to, text: `<${opening.name}>${element}</${opening.name}>` },
  ]);
}

function propertiesOf(parts: readonly XmlPart[]): string[] {
  const tags = parts.filter((part) => part.kind === 'open');
  const has = (...names: readonly string[]): boolean => tags.some(({ name }) => names.includes(localName(name)));
  const isRemote = tags.some(
    (tag) =>
      /^(?:img|audio|video|source|iframe|object|script|track|embed)$/.test(localName(tag.name)) &&
      /^https?:/i.test(attributeOf(tag, 'src') ?? attributeOf(tag, 'data') ?? ''),
  );
  return [
    ...(has('svg') ? ['svg'] : []),
    ...(has('math') ? ['mathml'] : []),
    ...(has('script', 'form') ? ['scripted'] : []),
    ...(isRemote ? ['remote-resources'] : []),
  ];
}
