import { ListCounter, type NumberLevel } from './list-numbers.ts';
import { childrenNamed, descendants, type XmlElement } from './page/xml.ts';
import { chainOf, childValue, stylesById } from './word-styles.ts';

interface WordLevel extends NumberLevel {
  readonly style: string;
}

/** Levels start at 0. */
export interface NumberPlace {
  readonly list: string;
  readonly level: number | null;
}

export class WordNumbers {
  /** Keyed by list id. Lists with the same definition share a counter. */
  readonly #lists = new Map<string, ReadonlyMap<number, WordLevel>>();
  readonly #styles = new Map<string, NumberPlace>();
  readonly #counter = new ListCounter();

  constructor(numbering: XmlElement, styleSheet: XmlElement) {
    const kinds = new Map(
      [...descendants(numbering, 'abstractNum')].map((kind) => [kind.attributes['abstractNumId'], readLevels(kind)]),
    );
    for (const list of childrenNamed(childrenNamed(numbering, 'numbering')[0] ?? numbering, 'num')) {
      const levels = kinds.get(childValue(list, 'abstractNumId'));
      if (levels) this.#lists.set(list.attributes['numId'] ?? '', levels);
    }
    const byId = stylesById(styleSheet);
    for (const [id, style] of byId) {
      const places = [...chainOf(style, byId)]
        .flatMap((one) => childrenNamed(one, 'pPr'))
        .flatMap((one) => childrenNamed(one, 'numPr'));
      const list = places.map((place) => childValue(place, 'numId')).find((value) => value !== undefined);
      const level = places.map((place) => childValue(place, 'ilvl')).find((value) => value !== undefined);
      if (list !== undefined) this.#styles.set(id, { list, level: level === undefined ? null : Number(level) });
    }
  }

  /**
   * Counts a paragraph and returns its label, which may be empty.
   * @param direct numbering set directly on the paragraph, which overrides the style
   */
  next(style: string, direct: Partial<NumberPlace>): string {
    const ofStyle = this.#styles.get(style);
    const levels = this.#lists.get(direct.list ?? ofStyle?.list ?? '');
    if (!levels) return '';
    const named = [...levels].find(([, level]) => level.style === style && style !== '')?.[0];
    const at = direct.level ?? ofStyle?.level ?? named ?? 0;
    return this.#counter.next(levels, at);
  }
}

const readLevels = (kind: XmlElement): ReadonlyMap<number, WordLevel> =>
  new Map(
    childrenNamed(kind, 'lvl').map((level) => [
      Number(level.attributes['ilvl'] ?? 0),
      {
        format: childValue(level, 'numFmt') ?? '',
        text: childValue(level, 'lvlText') ?? '',
        start: Number(childValue(level, 'start') ?? 1),
        style: childValue(level, 'pStyle') ?? '',
      },
    ]),
  );
