// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  KnownPackEntry,
  KnownPacksState,
  PackFacts,
  PackState,
  PackWork,
} from '../../../shared/ipc/pack-requests.ts';
import { failWith } from '../../bridge/testing/fake-bridge.ts';
import { type Rendered, render } from '../../ui/testing/render.tsx';
import { VoicePacks } from './packs.tsx';

const TOYS: PackFacts = {
  id: 'toys',
  name: 'Toy letters',
  source: null,
  bytes: 4_000_000,
  rights: {
    licence: 'CC-BY-NC-4.0',
    licenceAddress: null,
    attribution: 'Toy letters by the makers of tests',
    commercialUse: false,
    forbiddenUses: ['Imitating a living person.'],
  },
  kind: 'voices',
  engine: 'vits',
  languages: ['en-US'],
  voices: [
    { name: 'Low', languageCode: 'en-US' },
    { name: 'High', languageCode: 'en-US' },
  ],
};
const OFFERED: PackWork = { stage: 'offered', name: 'toys', offer: TOYS, replaces: false, done: 0, total: 0 };
const INSTALLED: PackState = { packs: [{ id: 'toys', pack: TOYS, problem: null }], work: null };
const NONE: PackState = { packs: [], work: null };
const KNOWN: KnownPackEntry = {
  pack: TOYS,
  isSizeKnown: true,
  download: 2_000_000,
  host: 'packs.example',
  arrived: 0,
  isInstalled: false,
};
const FETCHING = { id: 'toys', stage: 'fetching', done: 500_000, total: 2_000_000, secondsLeft: 60 } as const;
const DAMAGED = { kind: 'pack', name: 'toys.zip', problem: 'wrong-hash', where: 'tokens.txt' } as const;

let settings: Rendered;
let state: PackState;
let known: KnownPacksState;

beforeEach(() => {
  state = NONE;
  known = { packs: [KNOWN], ownProblem: null, fetch: null, failure: null };
});
afterEach(() => settings.remove());

async function open(): Promise<void> {
  const become = (next: PackState) => () => {
    state = next;
    return state;
  };
  settings = await render(<VoicePacks />, {
    'connection.status': () => ({ kind: 'local' }) as never,
    'packs.state': () => state,
    'packs.known': () => known,
    'dialog.addPack': become({ packs: [], work: OFFERED }),
    'packs.cancel': become(NONE),
    'packs.install': become(INSTALLED),
    'packs.remove': become(NONE),
    'packs.fetch'() {
      known = { ...known, fetch: FETCHING, failure: null };
      return known;
    },
  });
}

const text = () => document.querySelector('main')?.textContent;

describe('adding a voice pack', () => {
  it('shows its licence first, and installs nothing if cancelled', async () => {
    await open();
    expect(text()).toContain('No voice pack is installed.');
    await settings.click('button', 'Add folder…');
    const dialog = settings.get('dialog', 'Install “Toy letters”?').textContent;
    for (const said of ['CC-BY-NC-4.0', 'may not be used commercially', 'Imitating a living person.']) {
      expect(dialog).toContain(said);
    }
    await settings.press('Escape');
    expect(settings.requests('packs.cancel')).toEqual([{}]);
    expect(settings.requests('packs.install')).toEqual([]);
    expect(settings.all('dialog')).toEqual([]);
  });

  it('focuses the install button, and installs on Enter', async () => {
    await open();
    await settings.click('button', 'Add folder…');
    expect(document.activeElement).toBe(settings.get('button', 'Install'));
    await settings.press('Enter');
    expect(settings.requests('packs.install')).toEqual([{}]);
    expect(settings.notices()).toEqual(['Toy letters installed: 2 voices ready to cast.']);
    const list = settings.get('list', 'Installed voice packs').textContent;
    expect(list).toContain('No commercial use');
    expect(list).toContain('2 voices · American English');
  });

  it('lists speech recognisers apart from voices, and shows their terms before they are installed', async () => {
    const offer: PackFacts = {
      ...TOYS,
      id: 'listener',
      name: 'Listener',
      kind: 'recogniser',
      engine: 'transducer',
      voices: [],
      languages: ['en', 'de'],
    };
    await open();
    settings.bridge.answer({
      'dialog.addPack': () => ({ packs: [], work: { ...OFFERED, offer } }),
      'packs.install': () => ({
        packs: [...INSTALLED.packs, { id: 'listener', pack: offer, problem: null }],
        work: null,
      }),
    });
    await settings.click('button', 'Add folder…');
    const dialog = settings.get('dialog', 'Install “Listener”?').textContent;
    for (const said of ['Speech recogniser', 'English, German', 'CC-BY-NC-4.0', 'It may not be used commercially']) {
      expect(dialog).toContain(said);
    }
    await settings.click('button', 'Install');
    expect(settings.notices()).toEqual(['Listener installed. It can now check takes.']);
    expect(settings.get('list', 'Installed voice packs').textContent).not.toContain('Listener');
    expect(settings.get('list', 'Installed speech recognisers').textContent).toContain(
      'Speech recogniser · English, German',
    );
  });

  it('sends a dropped archive in parts, then offers it', async () => {
    await open();
    settings.bridge.answer({
      'packs.receive': () => ({ wanted: [0] }),
      'packs.receivePart': () => null,
      'packs.receiveEnd': () => ({ packs: [], work: OFFERED }),
    });
    const file = new File([new Uint8Array([1, 2, 3])], 'toys.zip');
    const item = { kind: 'file', getAsFile: () => file, webkitGetAsEntry: () => null };
    const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
      dataTransfer: { items: [item], types: ['Files'] },
    });
    await settings.act(() => document.querySelector('[data-takes-files]')?.dispatchEvent(event));
    expect(settings.requests('packs.receive')).toEqual([
      { name: 'toys.zip', isFolder: false, files: [{ path: 'toys.zip', size: 3 }] },
    ]);
    expect(settings.requests('packs.receivePart')).toEqual([{ file: 0, bytes: new Uint8Array([1, 2, 3]) }]);
    expect(settings.all('dialog', 'Install “Toy letters”?')).toHaveLength(1);
  });

  it('reports a damaged file and closes the dialog', async () => {
    await open();
    await settings.click('button', 'Add folder…');
    settings.bridge.answer({
      'packs.install'() {
        state = NONE;
        settings.bridge.emit('pack-work', { work: null });
        return failWith('packs.install', DAMAGED);
      },
    });
    await settings.click('button', 'Install');
    expect(settings.get('alert').textContent).toContain('“toys.zip” can’t be added');
    expect(settings.get('alert').textContent).toContain('Its file tokens.txt is damaged');
    expect(settings.all('dialog')).toEqual([]);
  });
});

describe('an installed pack', () => {
  it('is removed only after a confirmation, by keyboard', async () => {
    state = INSTALLED;
    await open();
    settings.get('button', 'Remove Toy letters').focus();
    await settings.press('Enter');
    expect(text()).toContain('you’ll need to add it again.');
    expect(settings.requests('packs.remove')).toEqual([]);
    settings.get('button', 'Remove pack').focus();
    await settings.press('Enter');
    expect(settings.requests('packs.remove')).toEqual([{ id: 'toys' }]);
    expect(text()).toContain('No voice pack is installed.');
  });
});

describe('a downloadable pack', () => {
  const toys = () => settings.get('listitem', 'Toy letters').textContent;
  /** Sends the studio’s event about the download. */
  const tell = async (change: Partial<KnownPacksState>) => {
    known = { ...known, ...change };
    await settings.emit('pack-fetch', { fetch: known.fetch, failure: known.failure } as never);
  };

  it('is downloaded only after its licence was shown', async () => {
    await open();
    expect(toys()).toContain('2 voices · American English · CC-BY-NC-4.0 · 2.0 MB');
    await settings.click('button', 'Get Toy letters');
    for (const said of ['may not be used commercially', 'Imitating a living person.', 'packs.example']) {
      expect(toys()).toContain(said);
    }
    expect(settings.requests('packs.fetch')).toEqual([]);
    await settings.click('button', 'Download and install');
    expect(settings.requests('packs.fetch')).toEqual([{ id: 'toys' }]);
    expect(settings.get('progressbar').getAttribute('value')).toBe('500000');
  });

  it('shows why its download failed, resumes it, and announces the installation once', async () => {
    await open();
    await settings.click('button', 'Get Toy letters');
    await settings.click('button', 'Download and install');
    const answered = { problem: 'refused', host: 'packs.example', status: 404, needed: null, free: null } as const;
    const error = { kind: 'pack-fetch', name: 'Toy letters', ...answered } as const;
    await tell({ fetch: null, failure: { id: 'toys', error }, packs: [{ ...KNOWN, arrived: 1_000_000 }] });
    expect(settings.get('alert').textContent).toContain('returned status 404');
    await settings.click('button', 'Continue with Toy letters');
    expect(settings.requests('packs.fetch')).toEqual([{ id: 'toys' }, { id: 'toys' }]);
    state = INSTALLED;
    await tell({ fetch: null, packs: [{ ...KNOWN, isInstalled: true }] });
    expect(settings.notices()).toEqual(['Toy letters installed: 2 voices ready to cast.']);
    expect(settings.all('listitem', 'Toy letters')).toEqual([]);
    expect(settings.get('list', 'Installed voice packs').textContent).toContain('2 voices · American English');
  });
});
