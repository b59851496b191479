// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { usePlayer } from '../ui/sound/player-store.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useCast } from './cast-store.ts';
import { useComparison } from './comparison-store.ts';
import { castRole, castVoice, fakeCast } from './testing/fake-cast.ts';
import { VoiceBrowser } from './voices/voice-browser.tsx';

const NAMES = ['Anna', 'Ben', 'Cora', 'Dora'];
const LINE = 'LANE speaks 1.';

let cast: Rendered;
let said: string[];

beforeEach(async () => {
  useCast.getState().enterProject(crypto.randomUUID());
  said = [];
  cast = await render(<VoiceBrowser />, {
    ...fakeCast({ roles: [castRole('LANE', { lines: 2 })], voices: NAMES.map((name) => castVoice(name)) }),
    'cast.compareOutlook': ({ voices, text }) => ({
      voices: voices.map((voice) => ({
        voice,
        characters: (text ?? LINE).length,
        isKept: said.includes(voice),
        problem: null,
      })),
      characters: voices.filter((voice) => !said.includes(voice)).length * (text ?? LINE).length,
      price: null,
    }),
    'cast.compareVoice'({ voice, text }) {
      said.push(voice);
      const characters = (text ?? LINE).length;
      return { auditionId: `of-${voice}`, characters, loudnessLufs: -20, truePeakDbtp: -6 };
    },
    'audition.stop': () => null,
  });
  cast.get('grid', 'Voices').focus();
  await cast.press('Home');
  for (const _ of NAMES) {
    await cast.press('c');
    await cast.press('ArrowDown');
  }
});
afterEach(async () => {
  await cast.act(() => {
    useComparison.getState().end();
    usePlayer.getState().stop();
  });
  await cast.remove();
});

const panel = () => cast.get('region', 'Voices side by side');
const shown = () => cast.all('article').map((article) => article.getAttribute('aria-label'));
const track = () => usePlayer.getState().track;

describe('comparing voices', () => {
  it('shows the shared line and the cost before anything is sent', async () => {
    expect(shown()).toEqual(NAMES);
    expect(panel().textContent).toContain(LINE);
    expect(panel().textContent).toContain(`4 new previews: ${4 * LINE.length} characters.`);
    expect(cast.requests('cast.compareVoice')).toEqual([]);
  });

  it('plays a voice when its digit is pressed', async () => {
    await cast.press('3');
    expect(cast.requests('cast.compareVoice')).toEqual([{ role: 'LANE', lineId: 10, text: null, voice: 'voice-cora' }]);
    expect(track()).toMatchObject({ title: 'Cora as LANE', source: { auditionId: 'of-voice-cora' } });
    expect(track()?.detail).toContain(`loudness matched · ${LINE.length} characters`);
    expect(panel().textContent).toContain(`3 new previews: ${3 * LINE.length} characters.`);
  });

  it('hides names behind letters until they are revealed, and casts the chosen voice', async () => {
    await cast.click('checkbox', 'Hide names');
    expect(shown()).toEqual(['Voice A', 'Voice B', 'Voice C', 'Voice D']);
    const third = useComparison.getState().compared[2] ?? '';
    await cast.press('3');
    expect(cast.requests('cast.compareVoice')).toMatchObject([{ voice: third }]);
    expect(track()?.title).toBe('Voice C as LANE');
    for (const name of NAMES) expect(panel().textContent).not.toContain(name);
    await cast.click('button', 'Choose Voice C');
    await cast.click('button', 'Reveal names');
    expect(shown().toSorted()).toEqual(NAMES);
    const name = shown()[2];
    expect(document.activeElement).toBe(cast.get('button', `Cast: ${name}`));
    await cast.press('Enter');
    expect(cast.requests('cast.change')).toEqual([{ role: 'LANE', change: { voice: third } }]);
    await cast.emit('chapters-changed', {} as never);
    expect(cast.get('button', `Already cast: ${name}`).disabled).toBe(true);
  });

  it('can use another line or typed text, in which digits are text', async () => {
    await cast.click('button', 'Next line');
    expect(panel().textContent).toContain('LANE speaks 2.');
    await cast.click('button', 'Type text…');
    expect(document.activeElement).toBe(cast.get('textbox', 'Typed text'));
    expect(panel().textContent).toContain('No text to speak yet.');
    await cast.fill('textbox', 'Typed text', 'At 3.');
    await cast.press('3');
    expect(cast.requests('cast.compareVoice')).toEqual([]);
    await cast.click('button', 'Preview with Ben');
    expect(cast.requests('cast.compareVoice')).toMatchObject([{ text: 'At 3.', voice: 'voice-ben' }]);
  });

  it('plays all voices in turn until stopped, and sends none of them twice', async () => {
    await cast.press('2');
    await cast.click('button', 'Play all in turn');
    for (const _ of NAMES) {
      await cast.act(() => usePlayer.getState().options.onEnded?.());
    }
    expect(said.toSorted()).toEqual(expect.arrayContaining(NAMES.map((name) => `voice-${name.toLowerCase()}`)));
    expect(panel().textContent).toContain('Playing them again is free');
    await cast.click('button', 'Play all in turn');
    await cast.click('button', 'Stop');
    expect(useComparison.getState().isPlayingAll).toBe(false);
    expect(track()).toBeNull();
    await cast.click('button', 'End');
    expect(cast.all('region', 'Voices side by side')).toEqual([]);
  });
});
