import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PronunciationRule } from '../../shared/model/cast.ts';
import { EXCERPT, StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;
let studio: TestStudio;
beforeEach(async () => {
  workshop = new StudioWorkshop();
  studio = await workshop.openWith(EXCERPT);
});
afterEach(() => workshop.clear());

const rule = (from: string, to: string): PronunciationRule => ({
  from,
  to,
  wholeWord: true,
  matchCase: false,
  role: null,
  language: null,
});

describe('pronunciation rules at the studio', () => {
  it('are shown before they are saved, saved, told, and taken back', async () => {
    const rules = [rule('Lane', 'Layn')];
    const preview = await studio.ask('pronunciation.preview', { rules });
    expect(preview).toMatchObject({ changed: 1, turnStale: 0, price: null, linesOfRules: [1] });
    expect(preview.examples[0]).toMatchObject({ label: 'First Act · line 2', role: 'ALGERNON' });
    expect(await studio.ask('pronunciation.rules', {})).toEqual([]);

    studio.forget();
    expect(await studio.ask('pronunciation.save', { rules })).toEqual({ previous: [] });
    await studio.until('lines-changed');
    await studio.until('chapters-changed');
    expect(await studio.ask('pronunciation.rules', {})).toEqual(rules);
    expect((await studio.ask('pronunciation.preview', { rules })).changed).toBe(0);
    expect(await studio.ask('pronunciation.save', { rules: [] })).toEqual({ previous: rules });
  });

  it('are asked about one at a time: the latest counts', async () => {
    const asked = ['a', 'b', 'c'].map((from) =>
      studio.studio.handle('pronunciation.preview', { rules: [rule(from, 'x')] }),
    );
    const answers = await Promise.all(asked);
    expect(answers.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(answers[1]).toEqual({ ok: false, error: { kind: 'cancelled' } });
  });

  it('are heard before they are saved', async () => {
    const { examples } = await studio.ask('pronunciation.preview', { rules: [rule('Lane', 'Elaine Lane')] });
    const lineId = examples[0]?.lineId ?? 0;
    const before = await studio.ask('pronunciation.audition', { lineId, rules: [] });
    const after = await studio.ask('pronunciation.audition', { lineId, rules: [rule('Lane', 'Elaine Lane')] });
    expect(after.characters - before.characters).toBe('Elaine '.length);
    expect(await studio.internal('auditionType', { auditionId: after.auditionId })).toEqual({
      contentType: 'audio/mpeg',
    });
    expect(await studio.refusal('pronunciation.audition', { lineId, rules: [rule('Did', '')] })).toBeNull();
    expect(await studio.refusal('pronunciation.audition', { lineId: 9_999, rules: [] })).toEqual({
      kind: 'not-found',
      what: 'line',
    });
  });

  it('are given as a table, and read from one', async () => {
    await studio.ask('pronunciation.save', { rules: [rule('Lane', 'Layn')] });
    const { text } = await studio.ask('pronunciation.table', {});
    expect((await studio.ask('pronunciation.readTable', { text })).rules).toEqual([rule('Lane', 'Layn')]);
  });
});
