// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CastVoice } from '../../../shared/ipc/cast-requests.ts';
import type { KnownPackEntry, KnownPacksState } from '../../../shared/ipc/pack-requests.ts';
import { INITIAL_VIEW, type ViewPreferences } from '../../../shared/ipc/view-preferences.ts';
import { type Rendered, render } from '../../ui/testing/render.tsx';
import { useView } from '../../ui/view-store.ts';
import { CastScreen } from '../cast-screen.tsx';
import { useCast } from '../cast-store.ts';
import { castRole, castVoice, fakeCast } from '../testing/fake-cast.ts';
import { forgetSeenVoices } from './new-voices.ts';

type VoiceFacts = Extract<KnownPackEntry['pack'], { kind: 'voices' }>;

const pack = (name: string, more: Partial<VoiceFacts> = {}): KnownPackEntry => ({
  pack: {
    id: name.toLowerCase(),
    name,
    source: null,
    bytes: 350_000_000,
    rights: { licence: 'Apache-2.0', licenceAddress: null, attribution: null, commercialUse: true, forbiddenUses: [] },
    kind: 'voices',
    engine: 'kokoro',
    languages: ['en-US', 'en-GB'],
    voices: [
      { name: 'Bella', languageCode: 'en-US' },
      { name: 'George', languageCode: 'en-GB' },
    ],
    ...more,
  },
  isSizeKnown: true,
  download: 320_000_000,
  host: 'github.com',
  arrived: 0,
  isInstalled: false,
});
const KOKORO = pack('Kokoro');
const PIPER = pack('Piper', { engine: 'vits', voices: [{ name: 'Norman', languageCode: 'en-US' }] });
const FETCHING = { id: 'kokoro', stage: 'fetching', done: 32_000_000, total: 320_000_000, secondsLeft: 130 } as const;

interface Case {
  readonly voices?: CastVoice[];
  readonly packs?: KnownPackEntry[];
  readonly kind?: string;
  readonly hidden?: string[];
}

let view: Rendered;
let kind: string;
let voices: CastVoice[];
let known: KnownPacksState;
let preferences: ViewPreferences;

beforeEach(() => {
  useCast.getState().enterProject(crypto.randomUUID());
  forgetSeenVoices();
  kind = 'local';
  voices = [castVoice('Anna', { synthesizer: 'eSpeak NG' }), castVoice('Ben', { synthesizer: 'Flite' })];
  known = { packs: [PIPER, KOKORO], ownProblem: null, fetch: null, failure: null };
  preferences = INITIAL_VIEW;
});
afterEach(() => view.remove());

async function open(): Promise<void> {
  view = await render(<CastScreen />, {
    ...fakeCast({ roles: [castRole('LANE')] }),
    'cast.voices': () => voices,
    'connection.status': () => ({ id: 'c', kind }) as never,
    'packs.known': () => known,
    'packs.fetch': () => {
      known = { ...known, fetch: FETCHING };
      return known;
    },
    'preferences.get': () => preferences,
    'preferences.change': ({ hiddenPackSuggestions = [] }) => {
      preferences = { ...preferences, hiddenPackSuggestions };
      return preferences;
    },
  });
  await view.act(() => useCast.getState().show('voices'));
}

const suggestion = () => view.all('region', 'Voice packs').map(({ textContent }) => textContent);
const tell = async (change: Partial<KnownPacksState>) => {
  known = { ...known, ...change };
  await view.emit('pack-fetch', { fetch: known.fetch, failure: known.failure } as never);
};

describe('better voices', () => {
  it('are suggested if only built-in voices speak the language, and name the best pack', async () => {
    await open();
    expect(suggestion()).toEqual([expect.stringContaining('Packs such as Kokoro sound much more natural')]);
  });

  it.each([
    ['a natural voice speaks it', { voices: [castVoice('Bella', { synthesizer: 'Kokoro' })] }],
    ['no pack speaks it', { packs: [] }],
    ['voices come from another service', { kind: 'remote' }],
    ['the producer doesn’t want to see them', { hidden: ['english'] }],
  ])(
    'aren’t suggested if %s',
    async (_, { voices: more = [], packs = known.packs, kind: connection = kind, hidden = [] }: Case) => {
      voices = [...voices, ...more];
      known = { ...known, packs };
      kind = connection;
      preferences = { ...preferences, hiddenPackSuggestions: hidden };
      await open();
      expect(suggestion()).toEqual([]);
    },
  );

  it('are no longer suggested for the language once the producer hides them, but can still be found', async () => {
    await open();
    await view.click('button', 'Don’t suggest again');
    expect(view.requests('preferences.change')).toEqual([{ hiddenPackSuggestions: ['english'] }]);
    expect(suggestion()).toEqual([]);
    await view.click('button', 'Get voices…');
    expect(view.all('dialog', 'Voice packs for English')).toHaveLength(1);
  });

  it('are listed best first with their details, and downloaded after their terms are shown', async () => {
    await open();
    await view.click('button', 'Choose a pack…');
    const cards = () => view.all('listitem').filter((item) => item.hasAttribute('aria-label'));
    expect(cards().map((card) => card.getAttribute('aria-label'))).toEqual(['Kokoro', 'Piper']);
    expect(cards()[0]?.textContent).toContain(
      '2 voices · American English, British English · Apache-2.0 · 320 MB · works offline',
    );
    expect(cards()[0]?.textContent).toContain('Natural and clear, close to a human reader');
    await view.click('button', 'Get Kokoro');
    expect(view.requests('packs.fetch')).toEqual([]);
    expect(cards()[0]?.textContent).toContain('By installing this pack, you accept its licence.');
    await view.click('button', 'Download and install');
    expect(view.requests('packs.fetch')).toEqual([{ id: 'kokoro' }]);
    expect(cards()[0]?.textContent).toContain('Downloading: 32 MB of 320 MB, 2:10 left');
  });

  it('show a download’s progress and failure above the voices, and are marked as new', async () => {
    await open();
    await tell({ fetch: { ...FETCHING, stage: 'waiting' } });
    expect(suggestion()).toEqual(['Kokoro: Can’t reach github.com. Retrying…Show download']);
    const error = { problem: 'unreachable', host: 'github.com', status: null, needed: null, free: null } as const;
    await tell({ fetch: null, failure: { id: 'kokoro', error: { kind: 'pack-fetch', name: 'Kokoro', ...error } } });
    expect(suggestion()).toEqual(['“Kokoro” is not installedShow problem']);
    voices = [...voices, castVoice('Bella', { synthesizer: 'Kokoro' })];
    known = { ...known, packs: [PIPER, { ...KOKORO, isInstalled: true }] };
    await tell({ failure: null });
    await view.emit('voices-changed', {} as never);
    expect(suggestion()).toEqual([]);
    const names = view.texts('[role="gridcell"][data-column="name"]');
    expect(names).toEqual(['Bellanew', 'Anna', 'Ben']);
    expect(view.notices()).toEqual(['Kokoro installed: 2 voices ready to cast.']);
  });

  it('lead to all packs in Settings', async () => {
    await open();
    await view.click('button', 'Get voices…');
    await view.click('button', 'All packs in Settings');
    expect(useView.getState()).toMatchObject({ screen: 'settings', settingsPart: 'packs' });
  });
});
