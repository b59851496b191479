// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ListedCue } from '../../shared/ipc/cue-requests.ts';
import { DEFAULT_SOUND_SETTINGS } from '../../shared/model/cue-sounds.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useView } from '../ui/view-store.ts';
import { CuesPanel } from './cues-panel.tsx';

const SOUND = {
  ...DEFAULT_SOUND_SETTINGS.music,
  name: 'theme.flac',
  durationSeconds: 20,
  audioHash: 'aa',
  format: 'flac',
  sizeBytes: 10,
} as const;
const cue = (number: number, text: string, change: Partial<ListedCue> = {}): ListedCue => ({
  paragraphId: number,
  position: 0,
  number,
  kind: 'music',
  text,
  description: text,
  isStop: false,
  chapterId: 1,
  pausedSeconds: 0,
  nextLine: { lineId: number, number: `1.${number}` },
  sound: null,
  isMissing: false,
  ...change,
});

let cues: ListedCue[];
let screen: Rendered;
beforeEach(async () => {
  cues = [
    cue(1, 'MUSIC: theme', { sound: SOUND }),
    cue(2, 'SFX: door', { kind: 'effect' }),
    cue(3, 'MUSIC OUT', { isStop: true, nextLine: null }),
    cue(4, 'SFX: bell', { kind: 'effect', sound: { ...SOUND, name: 'bell.wav' }, isMissing: true }),
  ];
  screen = await render(<CuesPanel whenNone={<p>No line selected</p>} />, {
    'cue.list': () => cues,
    'cue.change': ({ paragraphId, settings }) => {
      cues = cues.map((each) =>
        each.paragraphId === paragraphId ? { ...each, sound: { ...SOUND, ...settings } } : each,
      );
      return { step: 'step-1' };
    },
    'dialog.attachSound': ({ paragraphId }) => {
      cues = cues.map((each) => (each.paragraphId === paragraphId ? { ...each, sound: SOUND } : each));
      return { step: 'step-2' };
    },
    'cue.detach': () => ({ step: 'step-3' }),
  });
});
afterEach(() => screen.remove());

const row = (text: string) => screen.get('button', new RegExp(`^${text}`));

it('lists the cues with their files, and marks those without one', () => {
  expect(screen.text).toContain('4 cues, 2 without a sound file');
  expect(row('MUSIC: theme').textContent).toContain('theme.flac');
  expect(row('SFX: door').textContent).toContain('No sound file');
  expect(row('MUSIC OUT').textContent).toContain('ends the sound');
  expect(row('SFX: bell').textContent).toContain('The file is missing');
});

it('opens the cue at the cursor, and attaches a file', async () => {
  await screen.act(() => useView.getState().selectParagraph(2));
  expect(row('SFX: door').getAttribute('aria-expanded')).toBe('true');
  await screen.click('button', 'Attach sound…');
  expect(screen.requests('dialog.attachSound')).toEqual([{ paragraphId: 2, position: 0 }]);
  expect(row('SFX: door').textContent).toContain('theme.flac');
  expect(screen.text).toContain('1 without a sound file');
});

it('changes a setting and keeps the others', async () => {
  await screen.click('button', /MUSIC: theme/);
  await screen.fill('textbox', 'Gain', '-18');
  await screen.press('Enter');
  const [asked] = screen.requests('cue.change');
  const { name: _, durationSeconds: _d, audioHash: _h, format: _f, sizeBytes: _s, ...settings } = SOUND;
  expect(asked).toEqual({
    paragraphId: 1,
    position: 0,
    settings: expect.objectContaining({ ...settings, gainDb: -18 }),
  });
});

it('renders its fallback if there are no cues', async () => {
  cues = [];
  await screen.emit('project-changed', { project: null });
  expect(screen.text).toContain('No line selected');
});
