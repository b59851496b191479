import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_RULES } from '../../shared/ipc/pronunciation-requests.ts';
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
    const change = { kind: 'add' as const, rule: rule('Lane', 'Layn'), at: 0 };
    const preview = await studio.ask('pronunciation.preview', { rules });
    expect(preview).toMatchObject({ changed: 1, turnStale: 0, price: null, linesOfRules: [1] });
    expect(preview.examples[0]).toMatchObject({ label: 'First Act · line 1.2', role: 'ALGERNON' });
    expect(await studio.ask('pronunciation.rules', {})).toEqual([]);

    studio.forget();
    const changed = await studio.ask('pronunciation.change', { change });
    expect(changed.rules).toEqual(rules);
    await studio.until('lines-changed');
    await studio.until('chapters-changed');
    expect(await studio.ask('pronunciation.rules', {})).toEqual(rules);
    expect((await studio.ask('pronunciation.preview', { rules })).changed).toBe(0);
    await studio.undo(changed);
    expect(await studio.ask('pronunciation.rules', {})).toEqual([]);
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
    const change = { kind: 'add' as const, rule: rule('Lane', 'Layn'), at: 0 };
    await studio.ask('pronunciation.change', { change });
    const { text } = await studio.ask('pronunciation.table', {});
    expect((await studio.ask('pronunciation.readTable', { text })).rules).toEqual([rule('Lane', 'Layn')]);
  });
});

describe('pronunciation rules that feed each other', () => {
  const feeding = Array.from({ length: 20 }, () => rule('polite', 'polite polite polite polite'));
  const problem = { kind: 'pronunciation-too-long', rule: 6, from: 'polite', limit: 100_000 };

  it('are named at the rule that goes too far; their line is left out of a run, and everything else goes on', async () => {
    const preview = await studio.ask('pronunciation.preview', { rules: feeding });
    expect(preview).toMatchObject({ changed: 1, overflows: [{ rule: 6, lines: 1 }] });
    const lineId = preview.overflows[0]?.firstLineId ?? 0;
    expect(await studio.refusal('pronunciation.audition', { lineId, rules: feeding })).toEqual({
      kind: 'invalid',
      field: 'audition',
      reason: 'pronunciation-too-long',
    });

    for (const [at, one] of feeding.entries()) {
      await studio.ask('pronunciation.change', { change: { kind: 'add', rule: one, at } });
    }
    expect(await studio.ask('line.detail', { lineId })).toMatchObject({ problem, payload: null });
    const { lines } = await studio.ask('production.plan', {});
    await studio.ask('connection.useLocal', { plan: null });
    await studio.ask('production.start', {});
    const { run } = await studio.until('run-changed', (told) => told.run.state === 'finished');
    expect(run).toMatchObject({ lines, rendered: lines });
    expect(await studio.ask('line.detail', { lineId })).toMatchObject({ problem });
  });

  it('are no more than a project takes', async () => {
    const rules = Array.from({ length: MAX_RULES + 1 }, (_, at) => rule(`word ${at}`, 'x'));
    const add = (all: PronunciationRule[]) => ({ change: { kind: 'add-all' as const, rules: all } });
    expect(await studio.refusal('pronunciation.change', add(rules))).toEqual({
      kind: 'invalid',
      field: 'rules',
      reason: 'too-many',
    });
    expect(await studio.ask('pronunciation.rules', {})).toEqual([]);
    expect((await studio.ask('pronunciation.change', add(rules.slice(1)))).rules).toHaveLength(MAX_RULES);
  });
});
