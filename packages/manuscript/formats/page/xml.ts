// Parses XML into a tree. Doesn't expand entities declared in the document or fetch anything external.
import { Parser } from 'htmlparser2';

export interface XmlElement {
  /** Local names, without a namespace prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

/** Elements nested more deeply are flattened. */
const MAX_DEPTH = 500;

/** Beyond this depth, every additional element slows the parser down. */
const MAX_ELEMENTS_BEYOND_DEPTH = 10_000;

/** @throws Error */
export function checkDepth(depth: number): void {
  if (depth > MAX_ELEMENTS_BEYOND_DEPTH) throw new Error('elements are nested too deep');
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Recovers from broken markup. Returns an empty root if the source isn't XML. */
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
          checkDepth(tooDeep);
          return;
        }
        const element: Building = {
          name: localName(name),
          attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [localName(key), value])),
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

export function* descendants(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (child.name === name) yield child;
    yield* descendants(child, name);
  }
}

/** Skips matches nested inside another match. */
export function* outermost(element: XmlElement, names: ReadonlySet<string>): Generator<XmlElement> {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (names.has(child.name)) yield child;
    else yield* outermost(child, names);
  }
}

export const childrenNamed = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child): child is XmlElement => typeof child !== 'string' && child.name === name);

export const firstDescendant = (element: XmlElement, name: string): XmlElement | undefined =>
  descendants(element, name).next().value ?? undefined;

/** A space separates words at the boundaries of these elements. */
const SEPARATES_WORDS = /^(?:p|h[1-6]?|li|t[dhr]|div|br|Paragraph)$/;

export function textOf(element: XmlElement | undefined): string {
  const pieces: string[] = [];
  const collect = ({ children }: XmlElement): void => {
    for (const child of children) {
      if (typeof child === 'string') pieces.push(child);
      else {
        collect(child);
        if (SEPARATES_WORDS.test(child.name)) pieces.push(' ');
      }
    }
  };
  if (element) collect(element);
  return pieces.join('').replace(/\s+/g, ' ').trim();
}

/** Uses the byte order mark, then the XML declaration, then UTF-8. */
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
