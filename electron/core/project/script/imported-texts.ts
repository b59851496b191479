import { hash } from 'node:crypto';
import type { RenamedRole } from '@lectern/manuscript/versions';
import type { Paragraph } from '../../../../shared/model/script.ts';

const HASH_BYTES = 4;

/** Words and roles, or the source of a paragraph that isn't spoken. */
function textOf({ kind, source, lines }: Paragraph, nameOf: (role: string) => string = (role) => role): string {
  if (kind !== 'speech' || lines.length === 0) return source.trim();
  const turns = lines.flatMap((line) => line.turns);
  return turns.map(({ role, text }) => `${role === null ? '' : nameOf(role)}\t${text}`).join('\n');
}

const hashOf = (text: string): number => hash('sha256', text, 'buffer').readUInt32LE(0);

/** The paragraphs of a manuscript as it was last imported, to detect later edits. */
export class ImportedTexts {
  readonly #counts = new Map<number, number>();

  constructor(paragraphs: readonly Paragraph[]) {
    for (const paragraph of paragraphs) this.#add(hashOf(textOf(paragraph)));
  }

  /** @param stored from `stored` */
  static read(stored: string): ImportedTexts {
    const texts = new ImportedTexts([]);
    const bytes = Buffer.from(stored, 'base64');
    for (let at = 0; at + HASH_BYTES <= bytes.length; at += HASH_BYTES) texts.#add(bytes.readUInt32LE(at));
    return texts;
  }

  /** Returns the hashes in base64, four bytes for each paragraph. */
  stored(): string {
    const hashes = [...this.#counts].flatMap(([one, count]) => Array<number>(count).fill(one));
    const bytes = Buffer.alloc(hashes.length * HASH_BYTES);
    for (const [at, one] of hashes.entries()) bytes.writeUInt32LE(one, at * HASH_BYTES);
    return bytes.toString('base64');
  }

  /** Returns whether the manuscript contains the paragraph. Renamed roles don't count as edits. */
  has(paragraph: Paragraph, renamed: readonly RenamedRole[] = []): boolean {
    const names = new Map(renamed.map(({ from, into }) => [from, into]));
    return (
      this.#counts.has(hashOf(textOf(paragraph))) ||
      (names.size > 0 && this.#counts.has(hashOf(textOf(paragraph, (role) => names.get(role) ?? role))))
    );
  }

  /** Returns which paragraphs of the manuscript are missing from a script, taking repetitions into account. */
  missingFrom(script: readonly Paragraph[]): (paragraph: Paragraph) => boolean {
    const left = new Map(this.#counts);
    const take = (paragraph: Paragraph): boolean => {
      const key = hashOf(textOf(paragraph));
      const count = left.get(key) ?? 0;
      left.set(key, count - 1);
      return count > 0;
    };
    for (const paragraph of script) take(paragraph);
    return take;
  }

  #add(key: number): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }
}
