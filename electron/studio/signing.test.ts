// The signing settings as the window uses them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstallationIdentity } from '@lectern/provenance';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseRequest, STUDIO_REQUESTS } from '../../shared/ipc/contract.ts';
import { StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;
let studio: TestStudio;
beforeEach(async () => {
  workshop = new StudioWorkshop();
  studio = await workshop.open();
});
afterEach(() => workshop.clear());

const at = (name: string): string => join(workshop.folder, name);
const register = async (path: string) => (await studio.internal('registerSignerFile', { path })).fileId;

async function writeIdentity(name: string): Promise<void> {
  const { privateKey, certificates } = await createInstallationIdentity(name, new Date());
  writeFileSync(at(`${name}.pem`), certificates.join('\n'));
  writeFileSync(at(`${name}.key`), privateKey);
}

it('are kept for the next start', async () => {
  await studio.ask('signing.change', { organization: 'Muster Verlag', timeStampUrl: 'https://tsa.example' });
  await studio.ask('signing.change', { isOn: false });
  expect(await (await workshop.open()).ask('signing.state', {})).toEqual({
    isOn: false,
    organization: 'Muster Verlag',
    certificate: 'installation',
    timeStampUrl: 'https://tsa.example',
    own: null,
  });
});

it('refuse a time-stamp authority without a web address', () => {
  expect(parseRequest(STUDIO_REQUESTS['signing.change'], { timeStampUrl: 'file:///etc/passwd' })).toMatchObject({
    error: { kind: 'malformed-request', fields: ['timeStampUrl'] },
  });
});

it('install a certificate from chosen files, and remove it', async () => {
  await writeIdentity('Verlag');
  const files = { certificateId: await register(at('Verlag.pem')), keyId: await register(at('Verlag.key')) };
  expect(await studio.ask('signing.install', files)).toMatchObject({
    ok: true,
    state: { certificate: 'own', own: { name: 'Verlag · Lectern audio signing', problem: null } },
  });
  expect(await studio.ask('signing.uninstall', {})).toMatchObject({ certificate: 'installation', own: null });
});

it('report why files can’t be installed, and keep the installed certificate', async () => {
  await writeIdentity('Eins');
  await writeIdentity('Zwei');
  mkdirSync(at('folder.pem'));
  writeFileSync(at('large.pem'), Buffer.alloc(1024 ** 2 + 1));
  writeFileSync(at('empty.pem'), '');
  await studio.ask('signing.install', {
    certificateId: await register(at('Eins.pem')),
    keyId: await register(at('Eins.key')),
  });
  const kindsOf = async (certificate: string, key: string) => {
    const ids = { certificateId: await register(at(certificate)), keyId: await register(at(key)) };
    const reply = await studio.ask('signing.install', ids);
    return reply.ok ? [] : reply.problems.map(({ kind }) => kind);
  };
  expect(await kindsOf('Zwei.pem', 'Eins.key')).toContain('other-key');
  expect(await kindsOf('empty.pem', 'Zwei.key')).toEqual(['unreadable-certificates']);
  expect(await kindsOf('Zwei.pem', 'Zwei.pem')).toEqual(['unreadable-key']);
  for (const name of ['folder.pem', 'large.pem', 'missing.pem']) {
    expect(await kindsOf(name, 'Zwei.key')).toEqual(['unreadable-file']);
  }
  expect((await studio.ask('signing.state', {})).own?.name).toBe('Eins · Lectern audio signing');
});

it('accept no paths from the window', async () => {
  expect(await studio.refusal('signing.install', { certificateId: '/etc/passwd', keyId: 'x' })).toEqual({
    kind: 'not-found',
    what: 'file',
  });
});
