// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { DriftGroup, VoiceDrift } from '../../../shared/model/voice-drift.ts';
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
