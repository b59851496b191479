// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { UsedVoice } from '../../shared/model/voice-use.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { NotCommercial, VoiceCredits } from './used-voices.tsx';

const OPTIONS = { allowStale: false, approvedOnly: true, chapterIds: null };
const heard = (commercialUse: boolean): UsedVoice => ({
  use: {
    voice: 'low',
    name: 'Low',
    synthesizer: 'Toy letters',
    rights: {
      licence: 'CC-BY-NC-4.0',
      licenceAddress: null,
      attribution: 'Toy letters by the makers of tests',
      commercialUse,
      forbiddenUses: ['Imitating a living person.'],
    },
    consentId: null,
  },
  roles: ['MARA'],
  lines: 1,
  examples: ['1.2'],
});

let screen: Rendered;
afterEach(() => screen.remove());

async function open(voices: UsedVoice[]): Promise<void> {
  screen = await render(
    <>
      <NotCommercial options={OPTIONS} />
      <VoiceCredits options={OPTIONS} />
    </>,
    { 'export.usedVoices': () => ({ voices, unrecorded: 0 }) },
  );
}

const text = () => document.querySelector('main')?.textContent;

it('warns about voices that forbid commercial use, with their roles and lines', async () => {
  await open([heard(false)]);
  expect(new Set(screen.requests('export.usedVoices').map((asked) => JSON.stringify(asked)))).toEqual(
    new Set([JSON.stringify(OPTIONS)]),
  );
  expect(screen.get('note', 'Voices and their licences').textContent).toContain(
    'Low, Toy letters (CC-BY-NC-4.0): MARA, line 1.2',
  );
  expect(text()).toContain('Toy letters: Imitating a living person.');
});

it('shows only credits if commercial use is allowed', async () => {
  await open([heard(true)]);
  expect(screen.all('note')).toEqual([]);
  expect(document.querySelector('pre')?.textContent).toContain('Toy letters by the makers of tests, CC-BY-NC-4.0');
});

it('copies the credits', async () => {
  const copy = vi.fn(() => true);
  document.execCommand = copy;
  await open([heard(true)]);
  await screen.click('button', 'Copy credits');
  expect(copy).toHaveBeenCalledWith('copy');
  expect(screen.notices()).toEqual(['Copied.']);
  Reflect.deleteProperty(document, 'execCommand');
});

it('shows nothing if no voice has a licence', async () => {
  await open([]);
  expect(text()).toBe('');
});
