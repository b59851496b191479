// A novel of which someone hands in a new version with two hundred edits. What could be kept is told by who made the edits: the
// test knows which paragraph of the new version is which of the old one, and asks nothing of how they are compared.
//
// A take could be kept where the paragraph that it speaks is still there:
// - unchanged, wherever it and its chapter stand now, and whatever its role is called: all takes of its lines;
// - in its place with a word changed: all takes of its lines, of which one is outdated now;
// - split: the take of its first line, by the first half;
// - merged with the next one: the take of the first one's first line.
// It couldn't where the paragraph is gone, or was the second of two that were merged.

import { importTextFile } from '@lectern/manuscript';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../e2e/hostile-service/seeded-random.ts';
import { rounds } from '../../../../e2e/support/rounds.ts';
import { sampleBytes } from '../../../../e2e/support/texts.ts';
import { attributeScript } from '../../../../packages/manuscript/speakers/attributed-script.ts';
import { at } from '../../../../shared/rules/at.ts';
import { parseScript } from '../../../../shared/rules/script-text.ts';
import type { Project } from '../project.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { applyVersion, restoreVersion } from './revision.ts';

const NOVEL = attributeScript(importTextFile(sampleBytes('alice.txt'), 'alice.txt').text);

const SEEDS = [4, 1, 2, 3, 5].slice(0, rounds(5));

type Kept = 'all' | 'first';

/** A paragraph of the new version, and which of the old one it is. */
interface EditedParagraph {
  readonly text: string;
  readonly from: number | null;
  readonly kept: Kept;
}

interface Edited {
  readonly paragraphs: readonly EditedParagraph[];
  readonly roles: readonly string[];
  readonly edits: number;
}

const isHeading = (text: string): boolean => text.startsWith('#');

/** How often each edit is made; moved chapters and renamed roles, which touch many paragraphs, count as one each. */
const EDITS = { change: 45, split: 30, merge: 25, insert: 45, remove: 43, move: 6, chapter: 3, rename: 3 };
/** Shorter ones are no whole sentences, of which a half or a changed word says enough. */
const MIN_EDITED_LENGTH = 80;

class Editor {
  readonly #chance: () => number;
  readonly #paragraphs: EditedParagraph[];
  /** Paragraphs that were edited once, and their neighbours, are left alone: what becomes of two edits at one place is a guess. */
  readonly #edited = new Set<EditedParagraph>();

  constructor(texts: readonly string[], chance: () => number) {
    this.#chance = chance;
    this.#paragraphs = texts.map((text, from) => ({ text, from, kept: 'all' }));
  }

  edit(): Edited {
    for (let times = 0; times < EDITS.change; times += 1) this.#change();
    for (let times = 0; times < EDITS.split; times += 1) this.#split();
    for (let times = 0; times < EDITS.merge; times += 1) this.#merge();
    for (let times = 0; times < EDITS.insert; times += 1) this.#insert(times);
    for (let times = 0; times < EDITS.remove; times += 1) this.#paragraphs.splice(this.#pick(), 1);
    for (let times = 0; times < EDITS.move; times += 1) this.#move();
    for (let times = 0; times < EDITS.chapter; times += 1) this.#moveChapter();
    const roles = this.#rename();
    return { paragraphs: this.#paragraphs, roles, edits: Object.values(EDITS).reduce((sum, count) => sum + count, 0) };
  }

  /** A long paragraph of words without an edit beside it. */
  #pick(): number {
    for (;;) {
      const place = 1 + Math.floor(this.#chance() * (this.#paragraphs.length - 2));
      const near = this.#paragraphs.slice(place - 1, place + 2);
      const { text } = at(this.#paragraphs, place);
      if (isHeading(text) || text.length < MIN_EDITED_LENGTH || text.includes('\n')) continue;
      if (near.some((paragraph) => this.#edited.has(paragraph) || isHeading(paragraph.text))) continue;
      for (const paragraph of near) this.#edited.add(paragraph);
      return place;
    }
  }

  #replace(place: number, count: number, ...texts: readonly EditedParagraph[]): void {
    this.#paragraphs.splice(place, count, ...texts);
    for (const text of texts) this.#edited.add(text);
  }

  #change(): void {
    const place = this.#pick();
    const paragraph = at(this.#paragraphs, place);
    const words = paragraph.text.split(' ');
    words[3 + Math.floor(this.#chance() * (words.length - 4))] = 'otherwise';
    this.#replace(place, 1, { ...paragraph, text: words.join(' ') });
  }

  #split(): void {
    const place = this.#pick();
    const paragraph = at(this.#paragraphs, place);
    const words = paragraph.text.split(' ');
    const half = Math.ceil(words.length * (0.4 + this.#chance() * 0.3));
    this.#replace(
      place,
      1,
      { ...paragraph, text: words.slice(0, half).join(' '), kept: 'first' },
      { text: words.slice(half).join(' '), from: null, kept: 'all' },
    );
  }

  #merge(): void {
    const place = this.#pick();
    const [first, second] = [at(this.#paragraphs, place), at(this.#paragraphs, place + 1)];
    this.#replace(place, 2, {
      ...first,
      text: `${first.text} ${second.text.replace(/^[A-Z][\w ]*: /, '')}`,
      kept: 'first',
    });
  }

  #insert(number: number): void {
    const text = `Number ${number} of what nobody had read before stood here on that page, as ${Math.floor(this.#chance() * 1e6)} will tell.`;
    this.#replace(this.#pick(), 0, { text, from: null, kept: 'all' });
  }

  #move(): void {
    const [moved] = this.#paragraphs.splice(this.#pick(), 1);
    if (moved) this.#replace(this.#pick(), 0, moved);
  }

  #moveChapter(): void {
    const starts = this.#paragraphs.flatMap(({ text }, place) => (isHeading(text) ? [place] : []));
    const number = 1 + Math.floor(this.#chance() * (starts.length - 2));
    const moved = this.#paragraphs.splice(at(starts, number), at(starts, number + 1) - at(starts, number));
    const left = this.#paragraphs.flatMap(({ text }, place) => (isHeading(text) ? [place] : []));
    this.#paragraphs.splice(at(left, 1 + Math.floor(this.#chance() * (left.length - 1))), 0, ...moved);
  }

  #rename(): string[] {
    const renamed = new Map(NOVEL.roles.slice(0, EDITS.rename).map((role) => [role, `${role} the Renamed`]));
    this.#paragraphs.forEach((paragraph, place) => {
      const role = NOVEL.roles.find((name) => paragraph.text.startsWith(`${name}:`));
      const into = role === undefined ? undefined : renamed.get(role);
      if (role !== undefined && into !== undefined)
        this.#paragraphs[place] = { ...paragraph, text: into + paragraph.text.slice(role.length) };
    });
    return NOVEL.roles.map((role) => renamed.get(role) ?? role);
  }
}

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

/** For each paragraph with words, the takes of its lines in their order. */
function takesByParagraph(project: Project): (readonly number[])[] {
  const lines = project.lines.states();
  let next = 0;
  return parseScript(project.script.text(), project.settings())
    .filter(({ kind }) => kind !== 'blank')
    .map((paragraph) => paragraph.lines.flatMap(() => project.takes.takesOf(at(lines, next++).id).map(({ id }) => id)));
}

describe('a new version of a novel with two hundred edits', () => {
  it.each(SEEDS)('loses no take that could be kept, and comes back to the letter: seed %i', (seed) => {
    const project = workshop.create(undefined, { roleMarks: 'confirmed', confirmedRoles: [...NOVEL.roles] });
    save(project, NOVEL.text);
    castAll(project);
    giveTakes(project);
    const before = takesByParagraph(project);
    const texts = NOVEL.text.trim().split(/\n{2,}/);
    expect(texts).toHaveLength(before.length);
    const { paragraphs, roles, edits } = new Editor(texts, seededRandom(seed)).edit();
    expect(edits).toBe(200);
    const text = `${paragraphs.map((paragraph) => paragraph.text).join('\n\n')}\n`;
    const former = applyVersion(project, { text, confirmedRoles: roles }, () => true);
    expect(project.script.text()).toBe(text);
    const after = takesByParagraph(project);
    const lost = paragraphs.flatMap(({ text, from, kept }, place) => {
      const wanted = from === null ? [] : at(before, from);
      const expected = kept === 'all' ? wanted : wanted.slice(0, 1);
      const found = at(after, place);
      return expected.every((take) => found.includes(take)) ? [] : [text.slice(0, 80)];
    });
    expect(lost).toEqual([]);
    restoreVersion(project, former);
    expect(takesByParagraph(project)).toEqual(before);
  });
});
