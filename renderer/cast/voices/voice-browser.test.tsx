// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Rendered, render } from '../../ui/testing/render.tsx';
import { useCast } from '../cast-store.ts';
import { castRole, castVoice, fakeCast } from '../testing/fake-cast.ts';
import { VoiceBrowser } from './voice-browser.tsx';

const VOICES = [
  castVoice('Anna'),
  castVoice('Ben', { gender: 'male' }),
  castVoice('Cora', { language: 'French' }),
  castVoice('Denis', { language: 'French', gender: 'male' }),
  castVoice('Old', { engine: 'Svc2.0', isCastable: false }),
];

let cast: Rendered;
beforeEach(async () => {
  useCast.getState().enterProject(crypto.randomUUID());
  cast = await render(
    <VoiceBrowser />,
    fakeCast({
      roles: [castRole('LANE', { voice: 'voice-anna', voiceName: 'Anna', parameters: { language: 'english' } })],
      voices: VOICES,
    }),
  );
});
afterEach(() => cast.remove());

const names = () => cast.all('row').flatMap((row) => row.querySelector('[role="gridcell"] b')?.textContent ?? []);
const summary = () => cast.get('status').textContent;
const search = (words: string) => cast.fill('searchbox', 'Search voices', words);
const isFavourite = (name: string) => cast.get('button', `Favourite: ${name}`).getAttribute('aria-pressed');

describe('the list of voices', () => {
  it('starts with voices in the script’s language, and shows all once filters are cleared', async () => {
    expect(names()).toEqual(['Anna', 'Ben', 'Old']);
    expect(summary()).toBe('3 of 5 voices');
    await cast.click('button', 'Clear filters');
    expect(summary()).toBe('5 of 5 voices');
  });

  it('searches other languages if the script’s has no match, and filters the result', async () => {
    await search('french');
    expect(names()).toEqual(['Cora', 'Denis']);
    await cast.click('button', 'Gender');
    await cast.click('checkbox', /^male/);
    expect(names()).toEqual(['Denis']);
  });

  it('offers to show all voices if nothing matches', async () => {
    await search('no such voice');
    expect(names()).toEqual([]);
    await cast.click('button', 'Show all voices');
    expect(summary()).toBe('5 of 5 voices');
  });

  it('puts favourites first and saves them', async () => {
    await cast.click('button', 'Favourite: Ben');
    expect(cast.requests('cast.setFavourite')).toEqual([{ voice: 'voice-ben', isFavourite: true }]);
    expect(isFavourite('Ben')).toBe('true');
    expect(names()[0]).toBe('Ben');
    await cast.click('button', 'Favourite: Ben');
    expect(cast.requests('cast.setFavourite')[1]).toEqual({ voice: 'voice-ben', isFavourite: false });
    expect(names()[0]).toBe('Anna');
  });
});

describe('casting from the list', () => {
  it('uses the button in a row', async () => {
    await cast.click('button', 'Cast Ben as LANE');
    expect(cast.requests('cast.change')).toEqual([{ role: 'LANE', change: { voice: 'voice-ben' } }]);
    expect(cast.notices()[0]).toContain('LANE now uses Ben.');
  });

  it('is not offered for the current voice or for one that batches do not accept', () => {
    expect(cast.all('button', /^Cast .* as LANE$/).map((button) => button.getAttribute('aria-label'))).toEqual([
      'Cast Ben as LANE',
    ]);
  });

  it('ignores Enter on a voice that batches do not accept', async () => {
    cast.get('grid', 'Voices').focus();
    await cast.press('End');
    expect(useCast.getState().voice).toBe('voice-old');
    await cast.press('Enter');
    expect(cast.requests('cast.change')).toEqual([]);
  });
});
