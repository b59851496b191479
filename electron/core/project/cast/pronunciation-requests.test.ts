import { LANGUAGES } from '@lectern/tts-protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LatestQuery, parseRulesTable, rulesTable } from './pronunciation-requests.ts';

describe('rules as a table', () => {
  it('are read back as they were written, whatever is in them', () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 12 });
    const ipa = fc.constantFrom({}, { ipa: 'ˈneɪtəʊ' }, { ipa: 'ɡɪl bɛ̃' });
    const plain = fc.record({
      from: words.filter((from) => from.trim() !== ''),
      to: words,
      wholeWord: fc.boolean(),
      matchCase: fc.boolean(),
      role: fc.constantFrom(null, 'LANE', 'LADY, "B"'),
      language: fc.constantFrom(null, ...LANGUAGES),
    });
    const rule = fc.tuple(plain, ipa).map(([one, sounds]) => ({ ...one, ...sounds }));
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 5 }), (rules) => {
        expect(parseRulesTable(rulesTable(rules))).toEqual({ rules, refused: [], noColumns: false });
      }),
    );
  });

  it('may have other columns, in any order, and only the two that are needed', () => {
    expect(parseRulesTable('\uFEFFTo,note,From\nLayn,a name,Lane\n').rules).toEqual([
      { from: 'Lane', to: 'Layn', wholeWord: false, matchCase: false, role: null, language: null },
    ]);
  });

  it('may have sounds, as dictionaries write them', () => {
    const { rules, refused } = parseRulesTable('from,to,ipa\nNATO,,/ˈneɪtəʊ/\nLane,,[leɪn]\nx,y,AB3\nz,y,\n');
    expect(rules.map(({ from, ipa }) => [from, ipa])).toEqual([
      ['NATO', 'ˈneɪtəʊ'],
      ['Lane', 'leɪn'],
      ['z', undefined],
    ]);
    expect(refused).toEqual([{ row: 4, reason: 'unknown-sounds' }]);
  });

  it('name the rows that are no rules, and are none without the two columns', () => {
    const table =
      'from,to,whole word,match case,role,language\n,x\na,b,maybe\na,b,yes,no,,klingon\n\na,b,YES,true,LANE,English\n';
    expect(parseRulesTable(table)).toEqual({
      rules: [{ from: 'a', to: 'b', wholeWord: true, matchCase: true, role: 'LANE', language: 'english' }],
      refused: [
        { row: 2, reason: 'no-words' },
        { row: 3, reason: 'unknown-choice' },
        { row: 4, reason: 'unknown-language' },
      ],
      noColumns: false,
    });
    const long = `from,to\n${'a'.repeat(1_001)},b\na,${'b'.repeat(100_001)}\n${'a'.repeat(1_000)},b\n`;
    expect(parseRulesTable(long)).toMatchObject({
      rules: [{ to: 'b' }],
      refused: [
        { row: 2, reason: 'too-long' },
        { row: 3, reason: 'too-long' },
      ],
    });
    expect(parseRulesTable('word,say\na,b\n').noColumns).toBe(true);
  });
});

it('is asked while no other one is answered, and else waits for it; those in between are not asked', async () => {
  const latest = new LatestQuery<string>();
  const asked: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<string>>();
  const ask = (name: string) =>
    latest.run(() => {
      asked.push(name);
      const gate = Promise.withResolvers<string>();
      gates.set(name, gate);
      return gate.promise;
    });
  const first = ask('first');
  const between = ask('between');
  const last = ask('last');
  await expect(between).rejects.toMatchObject({ error: { kind: 'cancelled' } });
  expect(asked).toEqual(['first']);
  gates.get('first')?.reject(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await Promise.resolve();
  gates.get('last')?.resolve('answer');
  expect(await last).toBe('answer');
  expect(asked).toEqual(['first', 'last']);
});
