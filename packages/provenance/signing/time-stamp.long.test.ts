// Time stamps from an authority that OpenSSL simulates. c2pa-ts can't read these files: it expects whole responses instead of
// the tokens that the specification requires.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readProvenance } from '../reading/read-provenance.ts';
import { signingOrder } from '../testing/signed-files.ts';
import { tinyMp3, tinyMp4, tinyWav } from '../testing/tiny-audio.ts';
import { signFile } from './sign-file.ts';

let order: Awaited<ReturnType<typeof signingOrder>>;
let folder: string;
const at = (name: string): string => join(folder, name);
const openssl = (...args: readonly string[]): Buffer => execFileSync('openssl', args, { stdio: 'pipe', cwd: folder });

beforeAll(async () => {
  order = await signingOrder();
  folder = mkdtempSync(join(tmpdir(), 'stamp-'));
  writeFileSync(
    at('ca.ext'),
    'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\nsubjectKeyIdentifier=hash\n',
  );
  const usage = 'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\n';
  writeFileSync(
    at('tsa.ext'),
    `${usage}extendedKeyUsage=critical,timeStamping\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n`,
  );
  for (const name of ['ca', 'tsa']) {
    openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', `${name}.key`);
    openssl('req', '-new', '-key', `${name}.key`, '-subj', `/O=Stamps/CN=${name}`, '-out', `${name}.csr`);
  }
  openssl('x509', '-req', '-in', 'ca.csr', '-signkey', 'ca.key', '-days', '30', '-extfile', 'ca.ext', '-out', 'ca.crt');
  const issuer = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial'];
  openssl('x509', '-req', '-in', 'tsa.csr', ...issuer, '-days', '30', '-extfile', 'tsa.ext', '-out', 'tsa.crt');
  writeFileSync(
    at('tsa.cnf'),
    `[tsa]\ndefault_tsa=t\n[t]\nserial=${at('serial')}\nsigner_cert=${at('tsa.crt')}\nsigner_key=${at('tsa.key')}\ncerts=${at('ca.crt')}\nsigner_digest=sha256\ndefault_policy=1.2.3.4.1\ndigests=sha256\ness_cert_id_alg=sha256\n`,
  );
  writeFileSync(at('serial'), '01\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const stamp: typeof fetch = async (_, options) => {
  writeFileSync(at('query'), new Uint8Array(await new Response(options?.body ?? null).arrayBuffer()));
  openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query', '-out', 'reply');
  return new Response(new Uint8Array(readFileSync(at('reply'))));
};

it.each([
  ['a.wav', tinyWav()],
  ['a.mp3', tinyMp3()],
  ['a.m4b', tinyMp4()],
])('adds a time stamp to %s', async (name, bytes) => {
  writeFileSync(at(name), bytes);
  const { timeStamp } = await signFile(at(name), at(name), {
    ...order,
    timeStamps: { url: 'https://tsa.example', fetch: stamp },
  });
  expect(timeStamp.kind).toBe('stamped');
  const anchors = [order.root, readFileSync(at('ca.crt'), 'utf8')];
  const { state, manifest, problems } = await readProvenance(at(name), anchors);
  expect({ state, problems }).toEqual({ state: 'valid', problems: [] });
  expect(Date.parse(manifest?.signer.signedAt ?? '')).toBe(timeStamp.kind === 'stamped' ? timeStamp.time.getTime() : 0);
});
