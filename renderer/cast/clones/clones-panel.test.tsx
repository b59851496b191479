// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClonedVoiceEntry, CloneList, CloneSample } from '../../../shared/ipc/clone-requests.ts';
import type { ConsentRecord } from '../../../shared/model/consent.ts';
import { failWith } from '../../bridge/testing/fake-bridge.ts';
import { type Rendered, render } from '../../ui/testing/render.tsx';
import { useCast } from '../cast-store.ts';
import { ClonesPanel } from './clones-panel.tsx';

const CONSENT: ConsentRecord = {
  id: 'consent-1',
  person: 'Ada Lovelace',
  purpose: 'the audiobook “Notes”',
  givenOn: '2026-01-02',
  voice: 'ada',
  voiceName: 'Ada',
  statement: 'Ada Lovelace agreed on 2026-01-02.',
  recordedAt: 1_770_000_000_000,
  validUntil: null,
  evidence: null,
  withdrawal: null,
  sample: { sha256: 'a'.repeat(64), sizeBytes: 860_000, seconds: 9 },
  connection: { origin: 'local', userId: 'user', name: 'Local service' },
  voicesBefore: [],
  deletedAt: null,
};
const ADA: ClonedVoiceEntry = {
  id: 'ada',
  name: 'Ada',
  gender: 'female',
  type: 'instant',
  language: null,
  hasSample: true,
  roles: ['LANE'],
  consent: CONSENT,
  state: 'valid',
  origin: 'local',
  userId: 'user',
};
const EMPTY: CloneList = { voices: [], inDoubt: [], lost: [] };
const GOOD: CloneSample = {
  sampleId: 's',
  name: 'ada.wav',
  sizeBytes: 9,
  seconds: 9,
  format: 'wav',
  problems: [],
  warnings: [],
};

let clones: Rendered;
let list: CloneList;
let sample: CloneSample;

async function open(first: CloneList = EMPTY): Promise<void> {
  list = first;
  sample = GOOD;
  clones = await render(<ClonesPanel />, {
    'clone.list': () => list,
    'project.roles': () => [],
    'connection.status': () => ({ kind: 'local' }) as never,
    'clone.forgetSample': () => null,
    'clone.readSample': () => sample,
    'clone.create': () => ADA,
    'clone.consents': () => ({ json: '{}', records: [{ ...CONSENT, deletedAt: 1_780_000_000_000 }] }),
    'dialog.saveText': ({ name }) => ({ path: `/out/${name}` }),
    'clone.delete'() {
      list = { ...EMPTY, lost: [{ consent: { ...CONSENT, deletedAt: 1_780_000_000_000 }, roles: ['LANE'] }] };
      return { roles: ['LANE'] };
    },
    'clone.dropDoubt'() {
      list = EMPTY;
      return null;
    },
  });
}
beforeEach(() => useCast.getState().enterProject(crypto.randomUUID()));
afterEach(() => clones.remove());

const text = () => document.querySelector('main')?.textContent;
const dialog = () => clones.get('dialog').textContent;
const isDisabled = (role: string, name: string | RegExp) => (clones.get(role, name) as HTMLInputElement).disabled;

/** Drops a file on the drop zone. */
async function drop(file: File): Promise<void> {
  const place = document.querySelector('[data-takes-files]');
  for (const type of ['dragover', 'drop']) {
    const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
      dataTransfer: { files: [file] },
    });
    await clones.act(() => place?.dispatchEvent(event));
  }
  await clones.settle();
}

async function dropSample(change: Partial<CloneSample> = {}): Promise<void> {
  sample = { ...GOOD, ...change };
  await drop(new File([new Uint8Array([1, 2, 3])], 'dropped.wav'));
}

async function say(person = 'Ada Lovelace'): Promise<void> {
  await clones.fill('textbox', 'Voice name', 'Ada');
  await clones.fill('textbox', 'Speaker', person);
  await clones.fill('textbox', 'Permitted use', 'the audiobook');
}

describe('cloning a voice', () => {
  const openDialog = async () => {
    await open();
    expect(text()).toContain('No cloned voices yet');
    await clones.click('button', 'Clone a voice…');
  };

  it('accepts a dropped recording and checks it without sending it', async () => {
    await openDialog();
    await dropSample({ warnings: ['short'] });
    expect(clones.requests('clone.readSample')).toEqual([{ name: 'dropped.wav', bytes: new Uint8Array([1, 2, 3]) }]);
    expect(dialog()).toContain('dropped.wav');
    expect(dialog()).toContain('The recording is short');
    expect(clones.requests('clone.create')).toEqual([]);
  });

  it('explains why a sample is rejected, and sends nothing', async () => {
    await openDialog();
    await say();
    for (const [problem, said] of [
      ['too-short', 'The recording is too short. Use at least 2 seconds'],
      ['silent', 'The recording is silent.'],
      ['unreadable', 'The file can’t be read.'],
    ] as const) {
      await dropSample({ problems: [problem] });
      expect(dialog()).toContain(said);
      expect(isDisabled('checkbox', /agreed/)).toBe(true);
      expect(isDisabled('button', 'Create voice')).toBe(true);
      await clones.click('button', 'Discard');
      expect(document.querySelector('[data-takes-files]')).not.toBeNull();
    }
    expect(clones.requests('clone.create')).toEqual([]);
  });

  it('rejects a file that is too large without reading it', async () => {
    await openDialog();
    const file = new File(['x'], 'large.wav');
    Object.defineProperty(file, 'size', { value: 50_000_001 });
    await drop(file);
    expect(clones.get('alert').textContent).toContain('The file is larger than 50 MB.');
    expect(clones.requests('clone.readSample')).toEqual([]);
  });

  it('requires the statement to be ticked, again after its wording changes', async () => {
    await openDialog();
    await dropSample();
    await say();
    expect(dialog()).toContain('Up to ten seconds of the sample are kept on this computer');
    expect(dialog()).toContain('Tick the statement. Nothing is sent until you do.');
    expect(isDisabled('button', 'Create voice')).toBe(true);
    const statement = () => clones.get('checkbox', /agreed/);
    await clones.click('checkbox', /agreed/);
    await clones.fill('textbox', 'Speaker', 'Ada Byron');
    expect(statement().checked).toBe(false);
    expect(isDisabled('button', 'Create voice')).toBe(true);
    await clones.fill('textbox', 'Speaker', 'Ada Lovelace');
    await clones.click('checkbox', /agreed/);
    const ticked = document.querySelector(`label[for="${statement().id}"]`)?.textContent;
    await clones.click('button', 'Create voice');
    expect(clones.requests('clone.create')).toMatchObject([
      {
        sampleId: 's',
        name: 'Ada',
        gender: null,
        consent: { person: 'Ada Lovelace', purpose: 'the audiobook' },
        statement: ticked,
      },
    ]);
    expect(clones.all('dialog')).toEqual([]);
  });

  it('reports a clone in doubt if the reply is lost', async () => {
    await openDialog();
    const failure = { kind: 'in-doubt', what: 'clone', why: null, self: null } as const;
    clones.bridge.answer({ 'clone.create': () => failWith('clone.create', { kind: 'service', failure }) });
    await dropSample();
    await say();
    await clones.click('checkbox', /agreed/);
    list = { ...EMPTY, inDoubt: [{ ...CONSENT, voice: null }] };
    await clones.click('button', 'Create voice');
    expect(clones.get('dialog').querySelector('[role="alert"]')?.textContent).toContain(
      'It’s unclear whether the service completed the request',
    );
    await clones.press('Escape');
    expect(clones.all('dialog')).toEqual([]);
    expect(text()).toContain('“Ada” may not have been created');
  });
});

describe('recording a sample', () => {
  const record = async (getUserMedia: () => Promise<MediaStream>) => {
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
    await open();
    clones.bridge.answer({ 'app.allowMicrophone': () => null });
    await clones.click('button', 'Clone a voice…');
    await clones.click('radio', 'The microphone');
    await clones.click('button', 'Record');
  };
  afterEach(() => Reflect.deleteProperty(navigator, 'mediaDevices'));

  it.each([
    ['NotFoundError', 'No microphone found.'],
    ['NotAllowedError', 'denied'],
  ])('reports %s and withdraws the microphone permission', async (name, said) => {
    await record(() => Promise.reject(new DOMException('none', name)));
    expect(clones.get('alert').textContent).toMatch(new RegExp(said, 'i'));
    expect(clones.requests('app.allowMicrophone')).toEqual([{ allowed: true }, { allowed: false }]);
    expect(clones.all('button', 'Record')).toHaveLength(1);
  });

  describe('once the microphone is granted', () => {
    const track = { stop: vi.fn(), onended: null };
    const stream = { getTracks: () => [track] } as unknown as MediaStream;
    const close = vi.fn(async () => {});
    beforeEach(() => {
      track.stop.mockClear();
      close.mockClear();
      vi.stubGlobal(
        'AudioContext',
        class {
          readonly audioWorklet = { addModule: async () => {} };
          readonly close = close;
          readonly createMediaStreamSource = () => ({ connect() {} });
        },
      );
      vi.stubGlobal(
        'AudioWorkletNode',
        class {
          readonly port = {};
        },
      );
    });
    const expectReleased = () => {
      expect(track.stop).toHaveBeenCalledTimes(1);
      expect(close).toHaveBeenCalledTimes(1);
      expect(clones.requests('app.allowMicrophone')).toEqual([{ allowed: true }, { allowed: false }]);
    };

    it('releases it when the dialog is closed', async () => {
      await record(async () => stream);
      expect(clones.get('timer').textContent).toContain('0:00');
      await clones.press('Escape');
      expect(clones.all('dialog')).toEqual([]);
      expectReleased();
    });

    it('releases it at once if the dialog was closed meanwhile', async () => {
      const granted = Promise.withResolvers<MediaStream>();
      await record(() => granted.promise);
      await clones.press('Escape');
      await clones.act(() => granted.resolve(stream));
      expectReleased();
    });
  });
});

describe('a cloned voice', () => {
  it('shows its person, consent and roles', async () => {
    await open({ ...EMPTY, voices: [ADA] });
    const details = clones.get('region', 'Ada').textContent;
    for (const said of ['Ada Lovelace', CONSENT.statement, 'LANE uses it.']) expect(details).toContain(said);
    expect(details).toContain('up to ten seconds are kept until the voice is deleted');
    await clones.click('button', 'Try it on lines…');
    expect(useCast.getState()).toMatchObject({ section: 'voices', voice: 'ada' });
  });

  it('is deleted only after a confirmation that names the affected roles', async () => {
    await open({ ...EMPTY, voices: [ADA] });
    await clones.click('button', 'Delete…');
    expect(dialog()).toContain('LANE uses it and can’t be rendered again');
    expect(document.activeElement).toBe(clones.get('button', 'Keep'));
    await clones.click('button', 'Keep');
    expect(clones.requests('clone.delete')).toEqual([]);
    await clones.click('button', 'Delete…');
    await clones.click('button', 'Delete “Ada”');
    expect(clones.requests('clone.delete')).toEqual([{ voice: 'ada' }]);
    await clones.emit('voices-changed', {} as never);
    expect(text()).toContain('LANE uses “Ada”, which was deleted on');
    await clones.click('button', 'Choose another voice');
    expect(useCast.getState()).toMatchObject({ section: 'voices', role: 'LANE' });
  });

  it('has its consent withdrawn after a confirmation, with a date and a note', async () => {
    await open({ ...EMPTY, voices: [ADA] });
    clones.bridge.answer({ 'consent.withdraw': () => null });
    expect(clones.all('button', 'Add consent…')).toEqual([]);
    await clones.click('button', 'Withdraw…');
    expect(dialog()).toContain('Record this when Ada Lovelace withdraws their consent. It can’t be undone.');
    await clones.fill('textbox', 'Note (optional)', 'By letter');
    await clones.click('button', 'Withdraw consent');
    expect(clones.requests('consent.withdraw')).toEqual([
      { id: 'consent-1', withdrawal: { on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), note: 'By letter' } },
    ]);
    const withdrawal = { on: '2026-11-28', note: 'By letter', recordedAt: 0 };
    list = { ...EMPTY, voices: [{ ...ADA, state: 'withdrawn', consent: { ...CONSENT, withdrawal } }] };
    await clones.emit('consents-changed', {});
    expect(text()).toContain('consent withdrawn');
    expect(document.body.textContent).toContain('28 Nov 2026 · By letter');
    expect(clones.all('button', 'Withdraw…')).toEqual([]);
    expect(clones.all('button', 'Add consent…')).toHaveLength(1);
  });

  it('can have its consents saved as text, with the ticked statement', async () => {
    await open({ ...EMPTY, voices: [ADA] });
    await clones.click('button', 'Save consents…');
    await clones.click('menuitem', 'As text');
    const [{ text: saved }] = clones.requests('dialog.saveText') as [{ text: string }];
    expect(saved).toMatch(/Person: Ada Lovelace\n[\s\S]*\nStatement: Ada Lovelace agreed on 2026-01-02\./);
    expect(saved).toContain('up to ten seconds are kept until');
    expect(clones.notices()[0]).toMatch(/^Consents saved to \/out\/.+\.txt\.$/);
  });
});

describe('a clone in doubt', () => {
  const IN_DOUBT: CloneList = { ...EMPTY, inDoubt: [{ ...CONSENT, voice: null }] };
  const DOUBT = '“Ada” may not have been created';

  it('can be looked up again until the service lists it, and the focus stays on the button', async () => {
    await open(IN_DOUBT);
    expect(text()).toContain(DOUBT);
    clones.get('button', 'Refresh').focus();
    await clones.press('Enter');
    expect(clones.requests('clone.list')).toHaveLength(2);
    expect(text()).toContain('the service didn’t list this voice yet');
    expect(document.activeElement).toBe(clones.get('button', 'Refresh'));
    list = { ...EMPTY, voices: [ADA] };
    await clones.click('button', 'Refresh');
    expect(text()).not.toContain(DOUBT);
    expect(clones.get('region', 'Ada').textContent).toContain('Ada Lovelace');
  });

  it('is dropped only after a confirmation', async () => {
    await open(IN_DOUBT);
    await clones.click('button', 'Delete consent…');
    expect(clones.requests('clone.dropDoubt')).toEqual([]);
    await clones.click('button', 'Delete the consent, even if the voice exists');
    expect(clones.requests('clone.dropDoubt')).toEqual([{ consentId: 'consent-1' }]);
    expect(text()).not.toContain(DOUBT);
  });
});
