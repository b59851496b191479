// XML as a tree. Entities that a document declares itself are never expanded, and nothing outside of it is fetched.
import { Parser } from 'htmlparser2';

/** An element with what is in it, in order; texts are strings. */
export interface XmlElement {
  /** Without its namespace prefix. */
  readonly name: string;
  /** By their names without prefix. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

/** Elements that are nested deeper are read as if they stood here. */
const MAX_DEPTH = 500;

/** No document nests as deep as that: the parser would take longer with each further element. */
const BEYOND_READING = 10_000;

/** Refuses what is nested beyond reading. @throws Error */
export function refuseTooDeep(depth: number): void {
  if (depth > BEYOND_READING) throw new Error('elements are nested too deep');
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads a document. Broken markup is read as far as it goes; an empty root is what is left of no XML at all. */
export function readXml(text: string): XmlElement {
  interface Building extends XmlElement {
    readonly children: (XmlElement | string)[];
  }
  const root: Building = { name: '', attributes: {}, children: [] };
  const open: Building[] = [root];
  let tooDeep = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length >= MAX_DEPTH) {
          tooDeep += 1;
          refuseTooDeep(tooDeep);
          return;
        }
        const element: Building = {
          name: local(name),
          attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value])),
          children: [],
        };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext(piece) {
        open.at(-1)?.children.push(piece);
      },
      onclosetag() {
        if (tooDeep > 0) tooDeep -= 1;
        else if (open.length > 1) open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text);
  parser.end();
  return root;
}

/** All elements of a name below one, in order of the document. */
export function* descendants(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (child.name === name) yield child;
    yield* descendants(child, name);
  }
}

/** Yields the elements with one of the names below an element, without those inside another of them. */
export function* outermost(element: XmlElement, names: ReadonlySet<string>): Generator<XmlElement> {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (names.has(child.name)) yield child;
    else yield* outermost(child, names);
  }
}

/** The elements of a name directly below one. */
export const childrenNamed = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child): child is XmlElement => typeof child !== 'string' && child.name === name);

/** The first element of a name below one. */
export const firstOf = (element: XmlElement, name: string): XmlElement | undefined =>
  descendants(element, name).next().value ?? undefined;

/** Elements between whose words and those that follow them is a blank, though there is none in the file. */
const PARTS_WORDS = /^(?:p|h[1-6]?|li|t[dhr]|div|br|Paragraph)$/;

/** All words of an element, in one row. */
export function textOf(element: XmlElement | undefined): string {
  const pieces: string[] = [];
  const collect = ({ children }: XmlElement): void => {
    for (const child of children) {
      if (typeof child === 'string') pieces.push(child);
      else {
        collect(child);
        if (PARTS_WORDS.test(child.name)) pieces.push(' ');
      }
    }
  };
  if (element) collect(element);
  return pieces.join('').replace(/\s+/g, ' ').trim();
}

/** The text of a file of XML, by its byte order mark or its declaration; UTF-8 without either. */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
  const label =
    /^\s*<\?xml[^>]{0,200}encoding\s{0,4}=\s{0,4}["']([\w.:-]{1,40})["']/.exec(head)?.[1] ??
    /<meta[^>]{0,200}charset\s{0,4}=\s{0,4}["']?([\w.:-]{1,40})/i.exec(head)?.[1] ??
    'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
