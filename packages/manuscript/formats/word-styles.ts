import { isScreenplayStyle, type ParagraphStyle, paragraphStyle } from './page/page-markup.ts';
import type { ParagraphFormat } from './page/typed-layout.ts';
import { childrenNamed, descendants, type XmlElement } from './page/xml.ts';

export const stylesById = (part: XmlElement): Map<string, XmlElement> =>
  new Map([...descendants(part, 'style')].map((style) => [style.attributes['styleId'] ?? '', style]));

/** Returns styles by id. Recognises heading styles by the style they are based on or by outline level. */
export function paragraphStyles(part: XmlElement): Map<string, ParagraphStyle> {
  const byId = stylesById(part);
  return new Map(
    Array.from(byId, ([id, style]) => [id, paragraphStyle(styleName(style, byId), outlineLevel(style, byId))]),
  );
}

function styleName(style: XmlElement, byId: ReadonlyMap<string, XmlElement>): string {
  const names = Array.from(chainOf(style, byId), (one) => childValue(one, 'name') ?? '');
  return names.find(isScreenplayStyle) ?? names[0] ?? '';
}

export const childValue = (element: XmlElement, name: string): string | undefined =>
  childrenNamed(element, name)[0]?.attributes['val'];

/** Yields the style, then the styles it is based on. */
export function* chainOf(style: XmlElement, byId: ReadonlyMap<string, XmlElement>): Generator<XmlElement> {
  const seen = new Set<XmlElement>();
  for (let at: XmlElement | undefined = style; at && !seen.has(at); at = byId.get(childValue(at, 'basedOn') ?? '')) {
    seen.add(at);
    yield at;
  }
}

function outlineLevel(style: XmlElement, byId: ReadonlyMap<string, XmlElement>): number | null {
  for (const one of chainOf(style, byId)) {
    const named = /^heading ([1-6])$/i.exec(childValue(one, 'name') ?? '')?.[1];
    if (named !== undefined) return Number(named) - 1;
    const properties = childrenNamed(one, 'pPr')[0];
    const level = properties && childValue(properties, 'outlineLvl');
    if (level !== undefined) return parseLevel(level);
  }
  return null;
}

/** Returns the formatting of each style by id, including inherited properties. */
export function paragraphFormats(part: XmlElement): Map<string, ParagraphFormat> {
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
        isBold: !OFF_VALUE.test(settingOf(style, 'rPr', 'b') ?? 'off'),
        isCentred: settingOf(style, 'pPr', 'jc') === 'center',
        startsPage: !OFF_VALUE.test(settingOf(style, 'pPr', 'pageBreakBefore') ?? 'off'),
      },
    ]),
  );
}

export const emphasisedStyles = (part: XmlElement): Set<string> =>
  new Set(
    [...descendants(part, 'style')]
      .filter(({ attributes }) => attributes['type'] === 'character')
      .filter((style) => {
        const properties = childrenNamed(style, 'rPr').flatMap((one) => [
          ...childrenNamed(one, 'b'),
          ...childrenNamed(one, 'i'),
        ]);
        return properties.some(({ attributes }) => !OFF_VALUE.test(attributes['val'] ?? ''));
      })
      .map((style) => style.attributes['styleId'] ?? ''),
  );

/** A property may be present but turned off. */
export const OFF_VALUE = /^(?:0|false|off)$/;

/** Levels start at 0; null for body text. */
export const parseLevel = (value: string | undefined): number | null =>
  /^[0-5]$/.test(value ?? '') ? Number(value) : null;
