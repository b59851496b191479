// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { SigningState } from '../../shared/ipc/signing-requests.ts';
import { INITIAL_SIGNING } from '../../shared/model/signing.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useView } from '../ui/view-store.ts';
import { SigningSettingsPart } from './signing.tsx';

const OWN = { name: 'Muster Verlag · Audio', expires: Date.parse('2031-05-01T12:00:00Z'), problem: null };

let settings: Rendered;
afterEach(() => settings.remove());

async function open(own: SigningState['own'] = null): Promise<void> {
  let state: SigningState = { ...INITIAL_SIGNING, own, certificate: own ? 'own' : 'installation' };
  settings = await render(<SigningSettingsPart />, {
    'signing.state': () => state,
    'signing.change'(change) {
      state = { ...state, ...change };
      return state;
    },
    'signing.uninstall'() {
      state = { ...state, own: null, certificate: 'installation' };
      return state;
    },
    'signing.root': () => ({ pem: 'ROOT' }),
    'dialog.saveText': ({ name }) => ({ path: `/out/${name}` }),
    'dialog.signerFile': ({ part }) => ({ fileId: `id-${part}`, name: `${part}.pem` }),
  });
}

const changes = () => settings.requests('signing.change');

it('switches signing off', async () => {
  await open();
  settings.get('switch', 'Sign finished files').focus();
  await settings.press(' ');
  expect(changes()).toEqual([{ isOn: false }]);
  expect(settings.get('switch', 'Sign finished files').checked).toBe(false);
});

it('trims the name', async () => {
  await open();
  await settings.fill('textbox', 'Name of the signer', ' Muster Verlag ');
  await settings.press('Enter');
  expect(changes()).toEqual([{ organization: 'Muster Verlag' }]);
});

it('saves only web addresses as time-stamp authority, and none for an empty field', async () => {
  await open();
  const field = () => settings.get('textbox', 'Address of the time-stamp authority');
  await settings.fill('textbox', 'Address of the time-stamp authority', 'ftp://tsa.example');
  await settings.press('Enter');
  expect(changes()).toEqual([]);
  expect(settings.text).toContain('Enter an address with https:// or http://');
  await settings.fill('textbox', 'Address of the time-stamp authority', 'https://tsa.example/tsr');
  await settings.press('Enter');
  await settings.fill('textbox', 'Address of the time-stamp authority', '');
  await settings.press('Enter');
  expect(changes()).toEqual([{ timeStampUrl: 'https://tsa.example/tsr' }, { timeStampUrl: null }]);
  expect(field().value).toBe('');
});

it('saves the root certificate with the system’s dialog', async () => {
  await open();
  await settings.click('button', 'Save root certificate…');
  expect(settings.requests('dialog.saveText')).toEqual([{ name: 'lectern-root.pem', text: 'ROOT' }]);
  expect(settings.notices()[0]).toContain('/out/lectern-root.pem');
});

describe('the producer’s own certificate', () => {
  async function install(): Promise<void> {
    await settings.click('button', 'Install certificate…');
    await settings.click('button', 'Choose the file with the certificates');
    await settings.click('button', 'Choose the file with the private key');
    await settings.click('button', 'Install certificate');
  }

  it('is installed from two files', async () => {
    await open();
    settings.bridge.answer({
      'signing.install': () => ({ ok: true, state: { ...INITIAL_SIGNING, certificate: 'own', own: OWN } }),
    });
    await install();
    expect(settings.requests('signing.install')).toEqual([{ certificateId: 'id-certificate', keyId: 'id-key' }]);
    expect(settings.all('dialog')).toEqual([]);
    expect(settings.get('radio', /^Muster Verlag · Audio, valid until 1 May 2031$/).checked).toBe(true);
  });

  it('isn’t installed if it can’t be used, and the reason is shown', async () => {
    await open();
    settings.bridge.answer({ 'signing.install': () => ({ ok: false, problems: [{ kind: 'other-key' }] }) });
    await install();
    expect(settings.get('alert').textContent).toContain('the private key belongs to another certificate');
  });

  it('is only replaced after the dialog has named it', async () => {
    await open(OWN);
    await settings.click('button', 'Install certificate…');
    expect(settings.text).toContain('This replaces Muster Verlag · Audio and its private key on this computer.');
    expect(settings.get('button', 'Install certificate').disabled).toBe(true);
  });

  it('stays installed while this computer’s is used', async () => {
    await open(OWN);
    await settings.click('radio', 'This computer’s certificate');
    expect(changes()).toEqual([{ certificate: 'installation' }]);
    expect(settings.all('radio')).toHaveLength(2);
  });

  it('is removed with its key only after a confirmation', async () => {
    await open(OWN);
    await settings.click('button', 'Remove certificate…');
    expect(settings.requests('signing.uninstall')).toEqual([]);
    await settings.click('button', 'Remove certificate and key from this computer');
    expect(settings.all('radio')).toHaveLength(1);
  });

  it('that has expired shows why it isn’t used', async () => {
    await open({ ...OWN, problem: { kind: 'expired', date: OWN.expires } });
    expect(settings.get('alert').textContent).toContain('it expired on 1 May 2031.');
  });
});

it('focuses the field that the command palette asked for', async () => {
  await open();
  await settings.act(() => useView.getState().chooseSettings('signing', 'timeStamps'));
  expect(document.activeElement).toBe(settings.get('textbox', 'Address of the time-stamp authority'));
});
