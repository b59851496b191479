import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../project.ts';
import { save, Workshop } from '../testing/test-project.ts';
import { findInScript } from './find-in-script.ts';

const SCENE = `Before all words.

## Act One

LANE: Yes, sir.

ALGERNON: Oh! I like sir
very much.

## Act Two

LANE: Sir? No, sire.
`;
const WORDS = { matchCase: false, wholeWord: false, regexp: false };

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, SCENE);
});
afterEach(() => workshop.clear());

const find = (query: string, more: Partial<typeof WORDS> = {}, limit = 100) =>
  project.script.find({ query, ...WORDS, ...more }, limit);

describe('finding in the script', () => {
  it('tells places of chapters, in script order, with the words around', () => {
    const { matches, total, problem } = find('sir', { wholeWord: true });
    expect({ total, problem }).toEqual({ total: 3, problem: null });
    for (const { chapterId, from, to, match } of matches) {
      expect(project.script.chapterText(chapterId).slice(from, to)).toBe(match);
    }
    expect(matches[1]).toMatchObject({
      before: ' LANE: Yes, sir. ALGERNON: Oh! I like ',
      after: ' very much. ',
    });
    expect(new Set(matches.map(({ chapterId }) => chapterId)).size).toBe(2);
    expect(find('before').matches).toMatchObject([{ chapterId: null, from: 0, to: 6, before: '' }]);
  });

  it('tells the paragraph, and where in that', () => {
    const [match] = find('like sir').matches;
    const row = project.db.prepare('SELECT source FROM paragraphs WHERE id = ?').get(match?.paragraphId ?? 0);
    expect(String(row?.['source']).slice(match?.fromInParagraph).startsWith('like sir')).toBe(true);
  });

  it('counts what it does not tell', () => {
    expect(find('sir', {}, 2)).toMatchObject({ total: 4, matches: [{}, {}] });
    expect(find('sir', { regexp: true }, 3).matches).toHaveLength(3);
    expect(find('sir', { regexp: true }, 3).total).toBe(4);
  });

  it('finds with regular expressions over rows and paragraphs, and nothing that is empty', () => {
    expect(find('^LANE: \\w+', { regexp: true }).matches.map(({ match }) => match)).toEqual(['LANE: Yes', 'LANE: Sir']);
    expect(find('sir\\s+very', { regexp: true }).matches.map(({ match }) => match)).toEqual(['sir very']);
    expect(find('x*', { regexp: true })).toMatchObject({ total: 0, matches: [] });
  });

  it('finds whole words also where none are set apart by spaces, with expressions too', () => {
    save(project, '# 猫\n\n猫が好きです。猫舌の猫。\n\nฉันรักแมว แมวน้ำ\n');
    const whole = (query: string, regexp: boolean) =>
      find(query, { wholeWord: true, regexp }).matches.map(({ before, after }) => before.slice(-1) + after[0]);
    for (const regexp of [false, true]) {
      expect(whole('猫', regexp)).toEqual(['  ', ' が', 'の。']);
      expect(whole('แมว', regexp)).toEqual(['ก ']);
      expect(find('猫', { wholeWord: true, regexp }, 1)).toMatchObject({ total: 3, matches: [{}] });
    }
  });

  it('says what is wrong with a pattern', () => {
    expect(find('(', { regexp: true }).problem).toMatchObject({ kind: 'invalid-pattern' });
    expect(find('(').total).toBe(0);
  });

  it('stops a pattern that would never end', () => {
    save(project, `${SCENE}\n${'a'.repeat(60)}!\n`);
    const { problem } = findInScript(project.db, { query: '(a+)+$', ...WORDS, regexp: true }, 10, 50);
    expect(problem).toEqual({ kind: 'too-slow' });
  });
});
