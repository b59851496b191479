import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInstallationIdentity } from '@lectern/provenance';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../testing/fake-clock.ts';
import type { SecretBox } from '../secret-store.ts';
import { DocumentError } from '../versioned-document.ts';
import { Signing, type SigningParts } from './signing.ts';

const NOW = Date.parse('2026-11-29T12:00:00Z');
const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-signing-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const keychain = (isAvailable = true): SecretBox => ({
  isAvailable: () => isAvailable,
  encrypt: (text) => Buffer.from(text).map((byte) => byte ^ 1),
  decrypt: (bytes) => Buffer.from(bytes.map((byte) => byte ^ 1)).toString(),
});

const open = (change: Partial<SigningParts> = {}): Signing =>
  new Signing({ home, secretBox: null, clock: new FakeClock(NOW), fetch, ...change });

const keys = (): string[] => readdirSync(join(home, 'keys')).sort();

describe('this computer’s certificate', () => {
  it('is created at first use and kept, with a key that only its owner can read', async () => {
    const first = await open().root();
    expect(await open().root()).toBe(first);
    expect(keys()).toEqual(['signing-installation.key']);
    expect(statSync(join(home, 'keys/signing-installation.key')).mode & 0o777).toBe(0o600);
    expect((await open().signer())?.about.signer).toEqual({
      certificate: 'installation',
      name: 'Lectern · Lectern audio signing',
    });
  });

  it('keeps its key in the keychain if there is one', async () => {
    await open({ secretBox: keychain() }).signer();
    expect(keys()).toEqual(['signing-installation.sealed']);
    expect(readFileSync(join(home, 'keys/signing-installation.sealed'), 'utf8')).not.toContain('PRIVATE KEY');
    rmSync(join(home, 'keys'), { recursive: true });
    await open({ secretBox: keychain(false) }).signer();
    expect(keys()).toEqual(['signing-installation.key']);
  });

  it('is reused by a program with a keychain if another program created it', async () => {
    const made = await open().root();
    expect(await open({ secretBox: keychain() }).root()).toBe(made);
  });

  it('is replaced if the name changes, but files keep their keys', async () => {
    const root = await open().root();
    const { key } = (await open().signer()) ?? {};
    await open().change({ organization: 'Muster Verlag' });
    const signer = await open().signer();
    expect(signer?.about.signer.name).toBe('Muster Verlag · Lectern audio signing');
    expect(signer?.key).toBe(key);
    expect(await open().root()).not.toBe(root);
  });

  it('is recognised, like all earlier ones, even if the keys are in a keychain', async () => {
    expect(await open().knownRoots()).toEqual([]);
    expect(readdirSync(home)).toEqual([]);
    const first = await open({ secretBox: keychain() }).root();
    await open().change({ organization: 'Muster Verlag' });
    const second = await open({ secretBox: keychain() }).root();
    expect(await open().knownRoots()).toEqual([first, second]);
  });

  it('isn’t used if signing is switched off', async () => {
    await open().change({ isOn: false });
    expect(await open().signer()).toBeNull();
    expect(readdirSync(home)).toEqual(['signing.json']);
  });
});

describe('settings that can’t be read', () => {
  it('are reported before anything is signed, and kept', async () => {
    const { privateKey, certificates } = await createInstallationIdentity('Eigener Verlag', new Date(NOW));
    await open().install(certificates.join(''), privateKey);
    writeFileSync(join(home, 'signing.json'), '{"version": 1');
    const signing = open();
    expect(await signing.knownRoots()).toEqual([]);
    expect(signing.problem).toMatchObject({
      kind: 'unreadable',
      keptAs: expect.stringContaining('signing.json.unread'),
    });
    await expect(signing.signer()).rejects.toThrow(DocumentError);
    expect((await signing.signer())?.about.signer.certificate).toBe('installation');
  });

  it('from a newer version are kept, and nothing is signed until that version is used again', async () => {
    writeFileSync(join(home, 'signing.json'), '{"version": 99}');
    const signing = open();
    for (const use of [() => signing.signer(), () => signing.overview(), () => signing.change({ isOn: false })]) {
      await expect(use()).rejects.toThrow(DocumentError);
    }
    expect(readFileSync(join(home, 'signing.json'), 'utf8')).toBe('{"version": 99}');
  });
});

describe('the producer’s own certificate', () => {
  const issue = () => createInstallationIdentity('Eigener Verlag', new Date(NOW));

  it('is used once it is installed, until it is removed', async () => {
    const { privateKey, certificates } = await issue();
    const overview = await open().install(certificates.join('\n'), privateKey);
    expect(overview).toMatchObject({ certificate: 'own', own: { problem: null } });
    const signer = await open().signer();
    expect(signer?.about).toMatchObject({ signer: { certificate: 'own' }, ownCertificate: null });
    expect(signer?.about.signer.name).toContain('Eigener Verlag');
    expect(signer?.key).not.toBe('installation');
    expect(await open().uninstall()).toMatchObject({ certificate: 'installation', own: null });
    expect(keys()).toEqual([]);
    expect((await open().signer())?.about.signer.certificate).toBe('installation');
  });

  it('is replaced by this computer’s, with the reason, once it has expired or its key is lost', async () => {
    const { privateKey, certificates } = await issue();
    await open().install(certificates.join('\n'), privateKey);
    const later = await open({ clock: new FakeClock(NOW + 30 * YEAR_MS) }).signer();
    expect(later?.about).toMatchObject({
      signer: { certificate: 'installation' },
      ownCertificate: { kind: 'expired' },
    });
    writeFileSync(join(home, 'keys/signing-own.key'), 'damaged');
    expect((await open().signer())?.about.ownCertificate).toEqual({ kind: 'unreadable-key' });
    rmSync(join(home, 'keys/signing-own.key'));
    expect((await open().signer())?.about.ownCertificate).toEqual({ kind: 'no-key' });
    expect((await open().overview()).own?.problem).toEqual({ kind: 'no-key' });
  });

  it('is rejected, and changes nothing, if it or its key can’t be used', async () => {
    const { privateKey, certificates, root } = await issue();
    const other = await issue();
    const cases: readonly (readonly [chain: string, key: string, kind: string])[] = [
      ['no certificate', privateKey, 'unreadable-certificates'],
      [certificates.join(''), 'no key', 'unreadable-key'],
      [certificates.join(''), other.privateKey, 'other-key'],
      [root, privateKey, 'self-signed'],
    ];
    for (const [chain, key, kind] of cases) {
      await expect(open().install(chain, key)).rejects.toThrow(kind);
    }
    expect(readdirSync(home)).toEqual([]);
  });
});
