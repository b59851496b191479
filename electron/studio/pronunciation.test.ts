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

describe('hard words at the studio', () => {
  it('are listed with their lines, marked as fine, and unmarked by undo', async () => {
    const { words, leftOut } = await studio.ask('pronunciation.hardWords', {});
    expect(leftOut).toBe(0);
    expect(words).toContainEqual(
      expect.objectContaining({ kind: 'name', word: 'Lane', label: 'First Act · line 1.2', role: 'ALGERNON' }),
    );
    const fine = async () => (await studio.ask('project.current', {}))?.settings.fineWords;
    await studio.ask('pronunciation.setFine', { words: ['Lane'], fine: true });
    const marked = await studio.ask('pronunciation.setFine', { words: ['Lane', 'Ernest'], fine: true });
    expect(await fine()).toEqual(['Lane', 'Ernest']);
    expect((await studio.ask('pronunciation.hardWordsTable', {})).text).toContain('Lane,name,');
    await studio.undo(marked);
    expect(await fine()).toEqual(['Lane']);
  });
});

describe('how a heading is read', () => {
  it('is changed, undone, and refused for other lines', async () => {
    const [heading, speech] = (await studio.ask('script.chapterBriefs', { chapterId: await firstChapter() })).map(
      ({ id }) => id,
    );
    const shown = async () => (await studio.ask('line.detail', { lineId: heading ?? 0 })).heading;
    expect(await shown()).toEqual({ spoken: 'First Act', isChosen: false });
    const set = await studio.ask('line.setReadAs', { lineId: heading ?? 0, spoken: 'Act the First' });
    expect(await shown()).toEqual({ spoken: 'Act the First', isChosen: true });
    await studio.undo(set);
    expect(await shown()).toEqual({ spoken: 'First Act', isChosen: false });
    expect(await studio.refusal('line.setReadAs', { lineId: speech ?? 0, spoken: 'x' })).toEqual({
      kind: 'not-found',
      what: 'line',
    });
  });

  const firstChapter = async () => (await studio.ask('project.chapters', {}))[0]?.id ?? null;
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
