// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Verification } from '../../shared/model/verification.ts';
import { failWith } from '../bridge/testing/fake-bridge.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { VerifyDialog } from './verify-dialog.tsx';

const OTHERS = { tags: null, watermark: null, recognition: null };
const VALID: Verification = {
  signature: {
    state: 'valid',
    place: 'embedded',
    manifest: {
      software: { name: 'Lectern', version: '0.1.0' },
      title: 'Chapter 1',
      created: '2026-11-29T12:00:00Z',
      sourceTypes: [],
      ingredients: [],
      voices: [{ name: 'Ben', source: 'cloned', licence: 'CC0-1.0', consentId: 'c-17' }],
      signer: {
        organization: 'Muster Verlag',
        commonName: 'Signing',
        isTrusted: true,
        isThisComputer: true,
        signedAt: null,
      },
    },
    problems: [],
  },
  ...OTHERS,
};
const CHANGED: Verification = {
  signature: { state: 'changed', place: 'embedded', manifest: null, problems: [{ kind: 'audio-changed' }] },
  ...OTHERS,
};

let dialog: Rendered;
beforeEach(async () => {
  dialog = await render(<VerifyDialog />, {
    'dialog.finishedFiles': () => [
      { fileId: 'one', name: '01.mp3' },
      { fileId: 'two', name: '02.mp3' },
    ],
    'verify.file': ({ fileId }) => (fileId === 'two' ? CHANGED : VALID),
    'verify.receive': () => ({ fileId: 'dropped' }),
    'verify.receivePart': () => null,
    'verify.clear': () => null,
  });
});
afterEach(() => dialog.remove());

const rows = () => dialog.texts('[aria-label="Verified files"] > li');
const fileEntry = (file: File) => ({
  name: file.name,
  isFile: true,
  isDirectory: false,
  file: (done: (file: File) => void) => done(file),
});

function folderEntry(name: string, entries: readonly unknown[]) {
  const batches = [entries, []];
  const readEntries = (done: (entries: readonly unknown[]) => void) => done(batches.shift() ?? []);
  return { name, isFile: false, isDirectory: true, createReader: () => ({ readEntries }) };
}

async function drop(...entries: readonly { readonly name: string }[]): Promise<void> {
  const items = entries.map((entry) => ({
    kind: 'file',
    getAsFile: () => new File(['RIFF'], entry.name),
    webkitGetAsEntry: () => entry,
  }));
  const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
    dataTransfer: { items, types: ['Files'] },
  });
  await dialog.act(() => document.querySelector('[data-takes-files]')?.dispatchEvent(event));
}

it('shows who signed chosen files, what they say, and what has changed', async () => {
  await dialog.click('button', 'Choose files…');
  const [first = '', second = ''] = rows();
  expect(first).toContain('01.mp3Signed and unchanged');
  expect(first).toContain('signed by Muster Verlag · Signing, with this computer’s certificate');
  expect(first).toContain('voice: Ben (clone of a person’s voice, licence CC0-1.0, consent c-17)');
  expect(second).toContain('Changed since it was signed');
  expect(second).toContain('The audio or the tags have been changed');
  expect(dialog.text).toContain('2 of 2 files checked');
});

it('explains problems without mentioning command-line options', async () => {
  const { signature } = VALID;
  const verification = {
    ...OTHERS,
    signature: { ...signature, problems: [{ kind: 'certificate-untrusted' as const }] },
  };
  dialog.bridge.answer({ 'verify.file': () => verification });
  await dialog.click('button', 'Choose files…');
  expect(rows()[0]).toContain('This computer doesn’t know the issuer');
  expect(rows()[0]).not.toContain('--trust');
});

it('shows nothing if the dialog for files is cancelled', async () => {
  dialog.bridge.answer({ 'dialog.finishedFiles': () => [] });
  await dialog.click('button', 'Choose files…');
  expect(rows()).toEqual([]);
});

it('continues with the next file after an error', async () => {
  dialog.bridge.answer({
    'verify.file': ({ fileId }) =>
      fileId === 'one' ? failWith('verify.file', { kind: 'not-found', what: 'file' }) : VALID,
  });
  await dialog.click('button', 'Choose files…');
  expect(rows()[0]).toContain('This file is no longer open. Choose it again.');
  expect(rows()[1]).toContain('Signed and unchanged');
});

it('can be cancelled and started again', async () => {
  const { promise, resolve } = Promise.withResolvers<Verification>();
  dialog.bridge.answer({ 'verify.file': () => promise });
  await dialog.click('button', 'Choose files…');
  expect(rows()).toEqual(['01.mp3Checking…', '02.mp3Waiting']);
  await dialog.click('button', 'Cancel');
  await dialog.act(() => resolve(VALID));
  expect(rows().every((row) => row.includes('Not checked, because you cancelled'))).toBe(true);
  expect(dialog.requests('verify.clear')).toHaveLength(1);
  dialog.bridge.answer({ 'verify.file': () => CHANGED });
  await dialog.click('button', 'Choose files…');
  expect(
    rows()
      .slice(2)
      .every((row) => row.includes('Changed since')),
  ).toBe(true);
});

describe('dropped', () => {
  it('files are sent in parts, with their .c2pa files', async () => {
    await drop(fileEntry(new File([], 'a.ogg')), fileEntry(new File([], 'a.c2pa')));
    expect(dialog.requests('verify.receivePart')).toMatchObject([{ part: 'audio' }, { part: 'sidecar' }]);
    expect(rows()).toHaveLength(1);
  });

  it('folders are searched for audio, and other files are counted', async () => {
    const entries = ['2.wav', '10.wav', 'notes.txt', '2.c2pa', 'cover.jpg'].map((name) =>
      fileEntry(new File(['RIFF'], name)),
    );
    await drop(folderEntry('book', [folderEntry('inner', entries)]));
    expect(rows().map((row) => row.slice(0, 6))).toEqual(['2.wavS', '10.wav']);
    expect(dialog.text).toContain('2 other files in the folders aren’t audio and weren’t checked.');
  });

  it('files beyond the limit are reported', async () => {
    dialog.bridge.answer({ 'verify.receive': () => new Promise(() => undefined) });
    await drop(
      folderEntry(
        'many',
        Array.from({ length: 1001 }, (_, at) => fileEntry(new File([], `${at}.mp3`))),
      ),
    );
    expect(rows()).toHaveLength(1000);
    expect(dialog.text).toContain('At most 1,000 files are checked at a time');
  });
});
