import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../../e2e/support/rounds.ts';
import type { PronunciationRule } from '../../../../shared/model/cast.ts';
import type { MarkedSpan } from '../../rules/marked-words.ts';
import type { LineState } from '../lines/line-states.ts';
import type { Project } from '../project.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { previewRules, type RulesEffect } from './rules-preview.ts';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

const rule = (from: string, to: string, more: Partial<PronunciationRule> = {}): PronunciationRule => ({
  from,
  to,
  wholeWord: true,
  matchCase: false,
  role: null,
  language: null,
  ...more,
});

const SCRIPT = `# First Act

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn't think it polite to listen, sir.

ALGERNON: Ernest, Lane.
LANE: Lane is my name, sir.

Lane.
`;

function play(text = SCRIPT): Project {
  const project = workshop.create();
  save(project, text);
  castAll(project);
  giveTakes(project);
  return project;
}

const shown = (stretches: readonly MarkedSpan[]): string =>
  stretches.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('');

const isFresh = ({ state }: LineState): boolean => state === 'fresh' || state === 'kept';

/** What saving these rules does to the project's lines; the former ones are put back. */
function saved(project: Project, rules: readonly PronunciationRule[]) {
  const former = project.cast.rules();
  const before = project.lines.states();
  project.cast.saveRules(rules);
  const after = project.lines.states();
  project.cast.saveRules(former);
  const pairs = before.flatMap((line, at) => {
    const now = after[at];
    return now ? [{ line, now }] : [];
  });
  const stale = pairs.filter(({ line, now }) => isFresh(line) && !isFresh(now));
  return {
    changed: pairs.filter(({ line, now }) => line.renderKey !== now.renderKey).map(({ line }) => line.id),
    turnStale: stale.length,
    comeBack: pairs.filter(({ line, now }) => !isFresh(line) && isFresh(now)).length,
    characters: stale.reduce((sum, { now }) => sum + (now.problem ? 0 : now.characters), 0),
    silenced: pairs.filter(({ now }) => now.problem?.kind === 'nothing-to-speak').length,
  };
}

const figures = ({ changed, turnStale, comeBack, characters, silenced }: RulesEffect) => ({
  changed,
  turnStale,
  comeBack,
  characters,
  silenced: silenced.lines,
});

describe('a preview of rules', () => {
  it('shows the lines that change, with the words before and after', () => {
    const project = play();
    const preview = previewRules(project, [rule('lane', 'Layn')], 2);
    expect(preview).toMatchObject({ changed: 3, turnStale: 3, comeBack: 0, linesOfRules: [3] });
    expect(preview.examples.map(({ role, before, after }) => [role, shown(before), shown(after)])).toEqual([
      ['ALGERNON', 'Did you hear what I was playing, [Lane]?', 'Did you hear what I was playing, [Layn]?'],
      ['ALGERNON', 'Ernest, [Lane].', 'Ernest, [Layn].'],
    ]);
    expect(project.cast.rules()).toEqual([]);
  });

  it('knows the takes that come back, free', () => {
    const project = play();
    project.cast.saveRules([rule('lane', 'Layn')]);
    const preview = previewRules(project, [], 10);
    expect(preview).toMatchObject({ changed: 3, turnStale: 0, comeBack: 3, characters: 0 });
    expect(preview.examples.map(({ turns }) => turns)).toEqual(['back', 'back', 'back']);
  });

  it('says the same as saving does, whatever the rules, the takes and the order', () => {
    const word = fc.constantFrom('Lane', 'lane', 'Layn', 'sir', 'name, sir', 'a', 'Ernest', 'was', '.', 'ALGERNON:');
    const someRule = fc.record({
      from: word,
      to: fc.oneof(word, fc.constantFrom('', ' ', '\n', 'Sir Ernest')),
      wholeWord: fc.boolean(),
      matchCase: fc.boolean(),
      role: fc.constantFrom(null, 'ALGERNON', 'LANE', 'NOBODY'),
      language: fc.constantFrom(null, 'english' as const, 'french' as const),
    });
    const rules = fc.array(someRule, { maxLength: 4 });
    const project = play();
    project.cast.updateRole('LANE', { parameters: { language: 'french' } });
    giveTakes(project);
    fc.assert(
      fc.property(rules, rules, fc.boolean(), fc.nat(8), (first, second, spoken, rejected) => {
        project.cast.saveRules(first);
        // Some states of the script have takes from here on, so that lines come back as well.
        if (spoken) giveTakes(project);
        const pick = project.lines.states()[rejected]?.pick;
        if (pick) project.decisions.setVerdict(pick.takeId, 'rejected');
        const preview = previewRules(project, second, 100);
        const { changed, ...others } = saved(project, second);
        const silentToday = project.lines.states().filter(({ problem }) => problem?.kind === 'nothing-to-speak');
        expect({ ...figures(preview), silenced: undefined, changed: undefined }).toEqual({
          ...others,
          silenced: undefined,
          changed: undefined,
        });
        expect(preview.examples.map(({ lineId }) => lineId)).toEqual(changed);
        if (silentToday.length === 0) expect(preview.silenced.lines).toBe(others.silenced);
      }),
      { numRuns: rounds(60) },
    );
  });
});

describe('rules in each other’s way', () => {
  it('are named where one changes what another has put there', () => {
    const preview = previewRules(play(), [rule('Lane', 'Mr Lay'), rule('Mr', 'Mister'), rule('sir', 'Sir')], 5);
    expect(preview.changedAgain).toEqual([{ earlier: 0, later: 1, lines: 3 }]);
  });

  it('are named where one never matches, as one for a turn prefix does', () => {
    const { linesOfRules, changed } = previewRules(play(), [rule('ALGERNON:', 'Algy:'), rule('Bunbury', 'Bun')], 5);
    expect([linesOfRules, changed]).toEqual([[0, 0], 0]);
  });

  it('are named where nothing is left to speak', () => {
    const project = play();
    const { silenced, examples, turnStale, characters } = previewRules(project, [rule('Lane', '')], 5);
    const last = project.lines.states().at(-1)?.id;
    expect(silenced).toEqual({ lines: 1, firstLineId: last });
    expect(examples.filter(({ silent }) => silent).map(({ lineId }) => lineId)).toEqual([last]);
    expect(turnStale).toBe(3);
    // Nothing is asked for of a line that can't be spoken.
    expect(characters).toBe(saved(project, [rule('Lane', '')]).characters);
  });

  it('are named where a turn prefix would be among the words of a dialog', () => {
    const project = play();
    const { prefixed } = previewRules(project, [rule('Ernest', 'LANE: Ernest')], 5);
    expect(prefixed.lines).toBe(1);
    expect(previewRules(project, [rule('playing', 'LANE: playing')], 5).prefixed.lines).toBe(0);
  });

  it('are named where a line gets too long', () => {
    const project = play();
    const limit = project.settings().lineCharacters;
    const long = previewRules(project, [rule('polite', 'x'.repeat(limit))], 5);
    // It turns stale, and costs nothing as long as it can't be sent.
    expect(long).toMatchObject({ tooLong: { lines: 1 }, turnStale: 1, characters: 0 });
    expect(previewRules(project, [rule('polite', 'kind')], 5).tooLong.lines).toBe(0);
  });
});

describe('rules that feed each other', () => {
  const feeding = Array.from({ length: 20 }, () => rule('polite', 'polite polite polite polite'));

  it('are named with the lines that they make too long, which can’t be rendered', () => {
    const project = play();
    const preview = previewRules(project, feeding, 5);
    const [, , polite] = project.lines.states();
    expect(preview).toMatchObject({
      changed: 1,
      turnStale: 1,
      characters: 0,
      tooLong: { lines: 0 },
      overflows: [{ rule: 6, lines: 1, firstLineId: polite?.id }],
    });
    expect(preview.examples).toMatchObject([{ lineId: polite?.id, after: [], overflows: true, silent: false }]);

    project.cast.saveRules(feeding);
    expect(project.lines.states().map(({ state }) => state)).toEqual(['fresh', 'fresh', 'blocked', 'fresh', 'fresh']);
    expect(project.lines.states()[2]?.problem).toEqual({
      kind: 'pronunciation-too-long',
      rule: 6,
      from: 'polite',
      limit: 100_000,
    });

    // They still are named when they are saved, and everything is as it was once they are gone.
    expect(previewRules(project, feeding, 5)).toMatchObject({ changed: 0, overflows: [{ rule: 6, lines: 1 }] });
    expect(previewRules(project, [], 5)).toMatchObject({ comeBack: 1, overflows: [] });
    project.cast.saveRules([]);
    expect(project.lines.states().map(({ state }) => state)).toEqual(Array(5).fill('fresh'));
  });

  it('count for all turns of a line together', () => {
    const project = play();
    // Each of the two turns alone would fit.
    const preview = previewRules(project, [rule('Lane', 'x'.repeat(60_000), { matchCase: true })], 5);
    expect(preview.overflows).toMatchObject([{ rule: 0, lines: 1 }]);
  });
});

describe('ten thousand rules', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => rule(`Lan${at.toString(36)}`, `word ${at}`));

  it('are applied as few are', () => {
    const project = play();
    const preview = previewRules(project, [...many, rule('polite', 'kind')], 5);
    expect(preview.linesOfRules.filter((lines) => lines > 0)).toEqual([3, 1]);
    project.cast.saveRules(many);
    expect(project.lines.states().filter(({ state }) => state === 'fresh')).toHaveLength(2);
  });
});
