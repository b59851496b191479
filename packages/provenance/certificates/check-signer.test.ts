import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Signer, signingKeyFromPem } from '../signing/signer.ts';
import { signingOrder } from '../testing/signed-files.ts';
import { checkSigner } from './check-signer.ts';
import { CertificateError, parseCertificates } from './parse-certificates.ts';

const NOW = new Date();
const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

let signer: Signer;
let root: string;
beforeAll(async () => {
  ({ signer, root } = await signingOrder());
});

describe('checkSigner', () => {
  it('accepts an installation’s own certificate, with or without the root', async () => {
    expect(await checkSigner(signer, NOW)).toEqual([]);
    expect(await checkSigner({ ...signer, certificates: [...signer.certificates, root] }, NOW)).toEqual([]);
  });

  it('rejects certificates outside their validity', async () => {
    const kinds = async (at: Date) => (await checkSigner(signer, at)).map(({ kind }) => kind);
    expect(await kinds(new Date(NOW.getTime() - YEAR_MS))).toEqual(['not-yet-valid']);
    expect(await kinds(new Date(NOW.getTime() + 21 * YEAR_MS))).toEqual(['expired']);
  });

  it('rejects a self-signed certificate and one that may not sign documents', async () => {
    const problems = await checkSigner({ ...signer, certificates: [root] }, NOW);
    expect(problems.map(({ kind }) => kind)).toEqual(['self-signed', 'wrong-usage', 'other-key']);
  });

  it('rejects a chain in the wrong order and an empty one', async () => {
    const other = await signingOrder();
    const mixed = { ...signer, certificates: [...signer.certificates, other.root] };
    expect(await checkSigner(mixed, NOW)).toEqual([{ kind: 'wrong-order' }]);
    expect(await checkSigner({ ...signer, certificates: [] }, NOW)).toEqual([{ kind: 'no-certificates' }]);
  });

  it.each([['ed25519'], ['ec']] as const)('rejects another private key (%s)', async (type) => {
    const { privateKey } =
      type === 'ec' ? generateKeyPairSync(type, { namedCurve: 'P-256' }) : generateKeyPairSync(type);
    const key = signingKeyFromPem(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    if (key === null) throw new Error('The key is not supported.');
    expect(await checkSigner({ ...signer, key }, NOW)).toEqual([{ kind: 'other-key' }]);
  });

  it('rejects types of keys that C2PA doesn’t allow', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
    expect(signingKeyFromPem(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toBe(null);
  });
});

describe('parseCertificates', () => {
  it('finds certificates between other text', () => {
    expect(parseCertificates(`Root:\r\n${root}\nSigner:\n${signer.certificates[0]}`)).toHaveLength(2);
  });

  it.each([[''], ['text'], ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----']])('rejects %j', (text) => {
    expect(() => parseCertificates(text)).toThrow(CertificateError);
  });
});
