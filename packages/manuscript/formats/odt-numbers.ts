import { ListCounter, type ListLevels, type NumberLevel } from './list-numbers.ts';
import { descendants, type XmlElement } from './page/xml.ts';

interface OpenList {
  readonly levels: ListLevels | undefined;
  /** Whether the next paragraph is the first one in its list item and is numbered. */
  isItem: boolean;
}

/** Maps OpenDocument number formats to Word's names. */
const NUMBER_FORMATS: Readonly<Record<string, string>> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  '': 'none',
};

export class OpenDocumentNumbers {
  readonly #styles = new Map<string, ListLevels>();
  readonly #outline: ListLevels | undefined;
  readonly #open: OpenList[] = [];
  readonly #counter = new ListCounter();

  constructor(parts: readonly XmlElement[]) {
    for (const part of parts)
      for (const style of descendants(part, 'list-style'))
        this.#styles.set(style.attributes['name'] ?? '', readLevels(style));
    const outline = parts.flatMap((part) => [...descendants(part, 'outline-style')])[0];
    this.#outline = outline && readLevels(outline);
    if (outline && this.#outline) this.#styles.set(outline.attributes['name'] ?? '', this.#outline);
  }

  begin({ name, attributes }: XmlElement): void {
    const above = this.#open.at(-1);
    if (name === 'list') {
      const style = attributes['style-name'];
      const levels = style === undefined ? above?.levels : this.#styles.get(style);
      const continues = attributes['continue-numbering'] === 'true' || attributes['continue-list'] !== undefined;
      if (levels && !above && !continues) this.#counter.restart(levels);
      this.#open.push({ levels, isItem: false });
      return;
    }
    if (!above) return;
    above.isItem = name === 'list-item';
    const start = Number(attributes['start-value']);
    if (above.levels && start > 0) this.#counter.restart(above.levels, this.#open.length - 1, start);
  }

  end({ name }: XmlElement): void {
    if (name === 'list') this.#open.pop();
  }

  /** Returns a label or an empty string. `level` is a heading level from 0, or null for body text. */
  nextLabel({ name, attributes }: XmlElement, level: number | null, list: string | null): string {
    const open = this.#open.at(-1);
    if (open) {
      const isFirst = open.isItem;
      open.isItem = false;
      return isFirst && open.levels ? this.#counter.next(open.levels, this.#open.length - 1) : '';
    }
    if (name !== 'h' || list === '' || attributes['is-list-header'] === 'true') return '';
    const levels = (list === null ? undefined : this.#styles.get(list)) ?? this.#outline;
    if (!levels) return '';
    const at = level ?? 0;
    if (attributes['restart-numbering'] === 'true')
      this.#counter.restart(levels, at, Number(attributes['start-value'] ?? 1));
    return this.#counter.next(levels, at);
  }
}

function readLevels(style: XmlElement): ListLevels {
  const levels = new Map<number, NumberLevel>();
  for (const child of style.children) {
    if (typeof child === 'string') continue;
    const at = Number(child.attributes['level'] ?? 1) - 1;
    const format = child.attributes['num-format'];
    levels.set(at, {
      format: child.name.endsWith('bullet') ? 'bullet' : (NUMBER_FORMATS[format ?? ''] ?? 'decimal'),
      text: format ? levelText(child, at) : '',
      start: Number(child.attributes['start-value'] ?? 1),
    });
  }
  return levels;
}

/** Builds a pattern such as `Chapter %1`, from the newer format attribute or from a prefix and a suffix. */
function levelText({ attributes }: XmlElement, at: number): string {
  const whole = attributes['num-list-format'];
  if (whole !== undefined) return whole.replace(/%(\d)%/g, '%$1');
  const shown = Math.min(at + 1, Number(attributes['display-levels'] ?? 1) || 1);
  const numbers = Array.from({ length: shown }, (_, place) => `%${at + 2 - shown + place}`);
  return (attributes['num-prefix'] ?? '') + numbers.join('.') + (attributes['num-suffix'] ?? '');
}
