import { posix } from 'node:path';
import { unzipSync } from 'fflate';
import { attributeOf, charactersIn, endOf, localName, type XmlStartTag, xmlParts } from '../epub/xml-source.ts';

export interface ReadClip {
  readonly page: string;
  readonly id: string;
  /** The text of the element with the id, without ruby annotations and references to notes. */
  readonly text: string;
  readonly audio: string;
  readonly begin: number;
  readonly end: number;
}

export interface ReadEpub {
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly text: (path: string) => string;
  readonly paths: readonly string[];
  readonly packageSource: string;
  /** In the order of the overlays' pages in the manifest. */
  readonly clips: readonly ReadClip[];
}

const openTags = (source: string): XmlStartTag[] => xmlParts(source).filter((part) => part.kind === 'open');

/** Returns the text content of a page, without the head. */
export function textOfPage(source: string): string {
  const parts = xmlParts(source);
  const body = parts.findIndex((part) => part.kind === 'open' && localName(part.name) === 'body');
  return parts
    .slice(body)
    .flatMap((part) =>
      part.kind === 'text' || part.kind === 'cdata' ? Array.from(charactersIn(source, part), ({ text }) => text) : [],
    )
    .join('');
}

function textOfElement(source: string, id: string): string {
  const parts = xmlParts(source);
  const start = parts.findIndex((part) => part.kind === 'open' && attributeOf(part, 'id') === id);
  if (start < 0) throw new Error(`there is no element ${id}`);
  const pieces: string[] = [];
  for (let index = start; index < endOf(parts, start); index += 1) {
    const part = parts[index];
    const isLeftOut =
      part?.kind === 'open' && (/^r[tp]$/.test(part.name) || attributeOf(part, 'epub:type') === 'noteref');
    if (isLeftOut) index = endOf(parts, index);
    else if (part?.kind === 'text') for (const { text } of charactersIn(source, part)) pieces.push(text);
  }
  return pieces.join('');
}

/** Reads an EPUB strictly. @throws Error if it isn't well-formed or refers to missing files or elements */
export function readEpubFile(bytes: Uint8Array): ReadEpub {
  const files = unzipSync(bytes);
  const text = (path: string): string => {
    const content = files[path];
    if (!content) throw new Error(`there is no file ${path}`);
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  };
  const [container] = openTags(text('META-INF/container.xml')).filter(({ name }) => name === 'rootfile');
  const packagePath = (container && attributeOf(container, 'full-path')) ?? '';
  const packageSource = text(packagePath);
  const resolve = (base: string, reference: string): string =>
    posix.join(posix.dirname(base), decodeURIComponent(reference.split('#')[0] ?? ''));
  const items = openTags(packageSource).filter(({ name }) => localName(name) === 'item');
  const pathOf = (tag: XmlStartTag | undefined): string =>
    resolve(packagePath, (tag && attributeOf(tag, 'href')) ?? '');
  const clips = items.flatMap((item): ReadClip[] => {
    const overlay = attributeOf(item, 'media-overlay');
    if (overlay === undefined) return [];
    const smil = pathOf(items.find((one) => attributeOf(one, 'id') === overlay));
    const tags = openTags(text(smil)).filter(({ name }) => name === 'text' || name === 'audio');
    return tags.flatMap((tag, index): ReadClip[] => {
      const audio = tags[index + 1];
      if (tag.name !== 'text' || !audio) return [];
      const src = attributeOf(tag, 'src') ?? '';
      const page = resolve(smil, src);
      const id = src.split('#')[1] ?? '';
      if (page !== pathOf(item)) throw new Error(`${smil} belongs to ${pathOf(item)}, not to ${page}`);
      return [
        {
          page,
          id,
          text: textOfElement(text(page), id),
          audio: resolve(smil, attributeOf(audio, 'src') ?? ''),
          begin: Number.parseFloat(attributeOf(audio, 'clipBegin') ?? ''),
          end: Number.parseFloat(attributeOf(audio, 'clipEnd') ?? ''),
        },
      ];
    });
  });
  for (const { audio } of clips) if (!files[audio]) throw new Error(`there is no audio ${audio}`);
  return { files, text, paths: Object.keys(files), packageSource, clips };
}
