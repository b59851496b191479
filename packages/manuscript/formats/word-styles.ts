// What the styles of a Word document say of its paragraphs and characters.
import { isScreenplayStyle, type ParagraphStyle, styleNamed } from './page/page-markup.ts';
import type { ParagraphLook } from './page/typed-layout.ts';
import { childrenNamed, descendants, type XmlElement } from './page/xml.ts';

/** Returns the styles of a document by their ids. */
export const stylesById = (part: XmlElement): Map<string, XmlElement> =>
  new Map([...descendants(part, 'style')].map((style) => [style.attributes['styleId'] ?? '', style]));

/** Returns the styles by their ids. A style may be a heading by the one that it is based on, or by its level. */
export function stylesOf(part: XmlElement): Map<string, ParagraphStyle> {
  const byId = stylesById(part);
  return new Map(Array.from(byId, ([id, style]) => [id, styleNamed(nameOf(style, byId), outlineLevel(style, byId))]));
}

/** The name of a style, or that of a screenplay's style that it is based on. */
function nameOf(style: XmlElement, byId: ReadonlyMap<string, XmlElement>): string {
  const names = Array.from(chainOf(style, byId), (one) => valueIn(one, 'name') ?? '');
  return names.find(isScreenplayStyle) ?? names[0] ?? '';
}

/** Returns what a property of an element is. */
export const valueIn = (element: XmlElement, name: string): string | undefined =>
  childrenNamed(element, name)[0]?.attributes['val'];

/** A style, and those that it is based on. */
export function* chainOf(style: XmlElement, byId: ReadonlyMap<string, XmlElement>): Generator<XmlElement> {
  const seen = new Set<XmlElement>();
  for (let at: XmlElement | undefined = style; at && !seen.has(at); at = byId.get(valueIn(at, 'basedOn') ?? '')) {
    seen.add(at);
    yield at;
  }
}

function outlineLevel(style: XmlElement, byId: ReadonlyMap<string, XmlElement>): number | null {
  for (const one of chainOf(style, byId)) {
    const named = /^heading ([1-6])$/i.exec(valueIn(one, 'name') ?? '')?.[1];
    if (named !== undefined) return Number(named) - 1;
    const properties = childrenNamed(one, 'pPr')[0];
    const level = properties && valueIn(properties, 'outlineLvl');
    if (level !== undefined) return levelOf(level);
  }
  return null;
}

/** Returns how the styles of paragraphs set these, by their ids. What a style leaves open is as in the one that it is based on. */
export function looksOf(part: XmlElement): Map<string, ParagraphLook> {
  const byId = stylesById(part);
  const settingOf = (style: XmlElement, group: 'rPr' | 'pPr', name: string): string | undefined => {
    const found = [...chainOf(style, byId)]
      .flatMap((one) => childrenNamed(one, group))
      .flatMap((properties) => childrenNamed(properties, name))[0];
    return found && (found.attributes['val'] ?? '');
  };
  return new Map(
    Array.from(byId, ([id, style]) => [
      id,
      {
        size: Number(settingOf(style, 'rPr', 'sz') ?? 0),
        isBold: !OFF.test(settingOf(style, 'rPr', 'b') ?? 'off'),
        isCentred: settingOf(style, 'pPr', 'jc') === 'center',
        startsPage: !OFF.test(settingOf(style, 'pPr', 'pageBreakBefore') ?? 'off'),
      },
    ]),
  );
}

/** Returns the ids of the styles of characters that emphasise words. */
export const emphasisedStyles = (part: XmlElement): Set<string> =>
  new Set(
    [...descendants(part, 'style')]
      .filter(({ attributes }) => attributes['type'] === 'character')
      .filter((style) => {
        const properties = childrenNamed(style, 'rPr').flatMap((one) => [
          ...childrenNamed(one, 'b'),
          ...childrenNamed(one, 'i'),
        ]);
        return properties.some(({ attributes }) => !OFF.test(attributes['val'] ?? ''));
      })
      .map((style) => style.attributes['styleId'] ?? ''),
  );

/** A property that is there may say that it is not. */
export const OFF = /^(?:0|false|off)$/;

/** Returns an outline level from 0, or null where it is none. */
export const levelOf = (value: string | undefined): number | null =>
  /^[0-5]$/.test(value ?? '') ? Number(value) : null;
