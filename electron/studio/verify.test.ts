// Verifying files from the window.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInstallationIdentity, signFile, signingKeyFromPem } from '@lectern/provenance';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tinyWav } from '../../packages/provenance/testing/tiny-audio.ts';
import { DROPPED_PART_BYTES, MAX_SIDECAR_BYTES } from '../../shared/ipc/verify-requests.ts';
import { StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;
let studio: TestStudio;
beforeEach(async () => {
  workshop = new StudioWorkshop();
  studio = await workshop.open();
});
afterEach(() => workshop.clear());

const at = (name: string): string => join(workshop.folder, name);

async function signed(name: string, bytes: Buffer): Promise<string> {
  const { privateKey, certificates } = await createInstallationIdentity('Verlag Muster', new Date());
  const key = signingKeyFromPem(privateKey);
  if (key === null) throw new Error('The key is not supported.');
  writeFileSync(at(name), bytes);
  const software = { name: 'Lectern', version: '0.1.0' };
  const claim = { software, title: 'Kapitel 1', created: new Date('2026-11-29T12:00:00Z'), voices: [] };
  await signFile(at(name), at(name), { claim, signer: { key, certificates } });
  return at(name);
}

async function drop(bytes: Uint8Array, sidecar?: Uint8Array): Promise<string> {
  const { fileId } = await studio.ask('verify.receive', {});
  for (let from = 0; from < bytes.length; from += 1000) {
    await studio.ask('verify.receivePart', {
      fileId,
      part: 'audio',
      bytes: new Uint8Array(bytes.subarray(from, from + 1000)),
    });
  }
  if (sidecar) await studio.ask('verify.receivePart', { fileId, part: 'sidecar', bytes: new Uint8Array(sidecar) });
  return fileId;
}

const copies = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('lectern-verify-'));

describe('a chosen file', () => {
  it('is verified in place, by its ID', async () => {
    const chosen = await studio.internal('registerFinishedFile', { path: await signed('a.wav', tinyWav()) });
    expect(chosen.name).toBe('a.wav');
    const { signature } = await studio.ask('verify.file', { fileId: chosen.fileId });
    expect(signature).toMatchObject({
      state: 'valid',
      manifest: { title: 'Kapitel 1', signer: { organization: 'Verlag Muster', isThisComputer: false } },
    });
  });

  it('that doesn’t exist is reported', async () => {
    const { fileId } = await studio.internal('registerFinishedFile', { path: at('missing.wav') });
    expect(await studio.ask('verify.file', { fileId })).toMatchObject({
      signature: { state: 'unreadable', problems: [{ kind: 'file', code: 'ENOENT' }] },
    });
  });

  it('can’t be changed by the window', async () => {
    const { fileId } = await studio.internal('registerFinishedFile', { path: await signed('a.wav', tinyWav()) });
    const refused = await studio.refusal('verify.receivePart', { fileId, part: 'audio', bytes: new Uint8Array(1) });
    expect(refused).toEqual({ kind: 'not-found', what: 'file' });
  });

  it('can’t be verified by its path', async () => {
    const path = await signed('a.wav', tinyWav());
    expect(await studio.refusal('verify.file', { fileId: path })).toEqual({ kind: 'not-found', what: 'file' });
  });
});

describe('a dropped file', () => {
  it('is verified as a copy, which is deleted', async () => {
    const before = copies();
    const bytes = readFileSync(await signed('a.wav', tinyWav()));
    const fileId = await drop(bytes);
    expect(copies()).toHaveLength(before.length + 1);
    expect((await studio.ask('verify.file', { fileId })).signature.state).toBe('valid');
    expect(copies()).toEqual(before);
    bytes.writeUInt8(bytes.readUInt8(60) ^ 1, 60);
    expect((await studio.ask('verify.file', { fileId: await drop(bytes) })).signature).toMatchObject({
      state: 'changed',
      problems: [{ kind: 'audio-changed' }, { kind: 'certificate-untrusted' }],
    });
  });

  it('is verified with the .c2pa file next to it', async () => {
    const ogg = Buffer.from('OggS and anything');
    const sidecar = readFileSync((await signed('a.ogg', ogg)).replace('.ogg', '.c2pa'));
    expect((await studio.ask('verify.file', { fileId: await drop(ogg, sidecar) })).signature).toMatchObject({
      state: 'valid',
      place: 'sidecar',
    });
    expect((await studio.ask('verify.file', { fileId: await drop(ogg) })).signature.state).toBe('none');
  });

  it.each([
    ['empty', new Uint8Array()],
    ['text', Buffer.from('MARA: Hi.')],
    ['truncated', tinyWav().subarray(0, 30)],
  ])('that is %s is never valid', async (_, bytes) => {
    const { state } = (await studio.ask('verify.file', { fileId: await drop(bytes) })).signature;
    expect(['none', 'unreadable']).toContain(state);
  });

  it('can’t exceed its limits', async () => {
    const { fileId } = await studio.ask('verify.receive', {});
    const bytes = new Uint8Array(DROPPED_PART_BYTES);
    for (let sent = 0; sent < MAX_SIDECAR_BYTES; sent += bytes.length) {
      await studio.ask('verify.receivePart', { fileId, part: 'sidecar', bytes });
    }
    const refused = await studio.refusal('verify.receivePart', { fileId, part: 'sidecar', bytes: new Uint8Array(1) });
    expect(refused).toMatchObject({ kind: 'malformed-request' });
    await studio.ask('verify.clear', {});
  });

  it('is deleted when verifying is cancelled', async () => {
    const before = copies();
    const fileId = await drop(tinyWav());
    const verifying = studio.refusal('verify.file', { fileId });
    await studio.ask('verify.clear', {});
    expect(await verifying).toEqual({ kind: 'cancelled' });
    expect(copies()).toEqual(before);
  });
});
