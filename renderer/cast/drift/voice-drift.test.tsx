// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { NameComparison, OddName } from '../../../shared/model/name-sounds.ts';
import type { DriftGroup, VoiceDrift } from '../../../shared/model/voice-drift.ts';
import { BridgeFailure } from '../../bridge/ask.ts';
import { type Rendered, render } from '../../ui/testing/render.tsx';
import { DriftDialog, DriftNotice } from './voice-drift.tsx';

const NONE = { pace: null, pitch: null, level: null, timbre: null };
const day = (group: string, change: Partial<DriftGroup> = {}): DriftGroup => ({
  group,
  takes: 20,
  isReference: false,
  shifts: NONE,
  ...change,
});
const VOICE: VoiceDrift = {
  key: 'clara',
  voice: 'clara',
  parameters: {},
  roles: ['NARRATOR'],
  takes: 40,
  unmeasured: 0,
  acceptedSince: null,
  days: [
    day('2026-03-01', { isReference: true }),
    day('2026-03-14', { shifts: { pace: 0.12, pitch: -1.2, level: 0.1, timbre: 0.4 } }),
  ],
  chapters: [],
  alarms: [{ dimension: 'pitch', by: 'day', group: '2026-03-14', takes: 20, shift: -1.2 }],
  canaries: null,
};

let shown: Rendered;
afterEach(() => shown.remove());

const answers = (voices: VoiceDrift[]) => ({
  'drift.voices': () => voices,
  'drift.canaries': () => ({ lineIds: [3, 5], characters: 120, price: { amount: 0.05, currency: 'EUR' } }),
  'drift.accept': () => ({ step: 'step-1' }),
  'project.chapters': () => [],
  'drift.names': () => [] as OddName[],
  'drift.cancelNames': () => null,
  'take.retake': () => ({ step: null, changed: 0, run: null as never }) as never,
});

describe('the notice of a changed voice', () => {
  it('names the roles', async () => {
    shown = await render(<DriftNotice />, answers([VOICE]));
    expect(shown.get('status', /./).textContent).toBe('The voice of NARRATOR sounds different from earlier takes.');
  });

  it('isn’t shown if no voice has changed', async () => {
    shown = await render(<DriftNotice />, answers([{ ...VOICE, alarms: [] }]));
    expect(shown.all('status')).toEqual([]);
  });
});

describe('the history of voices', () => {
  it('shows what has changed, and each day’s differences', async () => {
    shown = await render(<DriftDialog />, answers([VOICE]));
    expect(document.body.textContent).toContain('pitch: 1.2 semitones lower (20 takes).');
    const rows = shown.all('row').map(({ textContent }) => textContent);
    expect(rows[1]).toContain('reference');
    expect(rows[2]).toContain('12 % slower1.2 semitones lower0.1 dB louder');
  });

  it('says how many takes are the reference, and that a single day can’t be compared', async () => {
    const first = day('2026-03-01', { isReference: true, takes: 40 });
    const steady = { ...VOICE, alarms: [] };
    shown = await render(<DriftDialog />, answers([steady, { ...steady, key: 'other', days: [first] }]));
    expect(document.body.textContent).toContain('The first 20 takes are the reference');
    expect(document.body.textContent).toContain('Not compared yet: all takes are from the first day');
  });

  it('accepts a change, which can be undone', async () => {
    shown = await render(<DriftDialog />, answers([VOICE]));
    await shown.click('button', 'Accept change');
    expect(shown.requests('drift.accept')).toEqual([{ key: 'clara' }]);
    expect(shown.notices()).toEqual(['Voice change accepted.Undo']);
  });

  it('shows the price of canary lines, and sends nothing before the producer orders them', async () => {
    shown = await render(<DriftDialog />, answers([VOICE]));
    expect(document.body.textContent).toContain('2 lines, 120 characters, 0.05 EUR.');
    expect(shown.requests('take.retake')).toEqual([]);
    await shown.click('button', 'Render canary lines');
    expect(shown.requests('take.retake')).toEqual([{ lineIds: [3, 5], reject: false, takes: 1 }]);
  });
});

describe('names', () => {
  const CECILY: OddName = {
    name: 'Cecily',
    lineId: 7,
    line: '2.4',
    chapterTitle: 'Act II',
    roles: ['MERRIMAN'],
    takeId: 70,
    startSeconds: 1.2,
    endSeconds: 1.7,
    confidence: 0.83,
    occurrences: 12,
  };
  const found = { names: 4, occurrences: 40, linesWithoutTimes: 1, voicesNotCompared: [], unreadable: 0 };

  it('that sounded different when they were compared last are listed', async () => {
    shown = await render(<DriftDialog />, { ...answers([]), 'drift.names': () => [CECILY] });
    const [, row] = shown.all('row').map(({ textContent }) => textContent);
    expect(row).toBe('Cecily2.4 (Act II)MERRIMAN83 % (one of 12)');
  });

  it('are compared when the producer asks for it, and what was left out is said', async () => {
    shown = await render(<DriftDialog />, {
      ...answers([]),
      'drift.compareNames': () => ({ ...found, odd: [CECILY] }),
    });
    expect(shown.all('row')).toEqual([]);
    await shown.click('button', 'Compare names');
    expect(shown.all('row')).toHaveLength(2);
    expect(shown.get('status', /./).textContent).toBe(
      '4 names compared, spoken 40 times. 1 line hasn’t been compared with its words yet, so its names are left out.',
    );
  });

  it('show the progress of a comparison, which can be cancelled', async () => {
    const comparison = Promise.withResolvers<NameComparison>();
    shown = await render(<DriftDialog />, { ...answers([]), 'drift.compareNames': () => comparison.promise });
    await shown.click('button', 'Compare names');
    expect(shown.get('status', /./).textContent).toBe('Looking for names…');
    await shown.act(() => shown.bridge.emit('names-progress', { done: 30, total: 120 }));
    expect(shown.get('status', /./).textContent).toBe('Comparing names: 30 of 120 takes');
    expect(document.querySelector('progress')).toMatchObject({ value: 30, max: 120 });
    expect(shown.requests('drift.cancelNames')).toEqual([]);
    await shown.click('button', 'Cancel');
    expect(shown.requests('drift.cancelNames')).toEqual([{}]);
    await shown.act(() => comparison.reject(new BridgeFailure('drift.compareNames', { kind: 'cancelled' })));
    expect(shown.all('alert')).toEqual([]);
    expect(shown.all('button', 'Compare names')).toHaveLength(1);
  });
});
