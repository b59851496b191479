// Checks `lectern verify` with files that the test signs.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWav } from '@lectern/audio';
import { AudioFingerprinter } from '@lectern/audio/fingerprint';
import { createInstallationIdentity, signFile, signingKeyFromPem } from '@lectern/provenance';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { FingerprintRegister } from '../electron/core/app/fingerprints/fingerprint-register.ts';
import { markSamples, syllables } from '../packages/audio/watermark/testing/marked-audio.ts';
import { tinyWav } from '../packages/provenance/testing/tiny-audio.ts';
import { PROVENANCE_STATES } from '../shared/model/verification.ts';
import { SPEECH_SOURCE_KINDS } from '../shared/rules/digital-source-type.ts';
import { lectern, temporaryFolder } from './support/processes.ts';

const folder = temporaryFolder();
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  const { privateKey, certificates, root } = await createInstallationIdentity('Verlag Muster', new Date());
  const key = signingKeyFromPem(privateKey);
  if (key === null) throw new Error('The key is not supported.');
  for (const name of ['signed.wav', 'changed.wav', 'unsigned.wav']) writeFileSync(at(name), tinyWav());
  writeFileSync(at('root.pem'), root);
  const claim = {
    software: { name: 'Lectern', version: '0.1.0' },
    title: 'Kapitel 1\nother.wav: signed and unchanged',
    created: new Date('2026-11-29T12:00:00Z'),
    voices: [{ name: 'ベン', source: 'cloned', consentId: 'c-17' }],
  } as const;
  for (const name of ['signed.wav', 'changed.wav'])
    await signFile(at(name), at(name), { claim, signer: { key, certificates } });
  const changed = readFileSync(at('changed.wav'));
  changed.writeUInt8(changed.readUInt8(60) ^ 1, 60);
  writeFileSync(at('changed.wav'), changed);
});
afterAll(() => folder.remove());

const watermarkSchema = z.strictObject({
  state: z.enum(['found', 'not-found', 'not-searched']),
  problem: z.enum(['too-short', 'undecodable', 'too-slow']).nullable(),
  searched_seconds: z.number(),
  id: z.string().nullable(),
  score: z.number().nullable(),
  speed: z.number().nullable(),
  start_seconds: z.number().nullable(),
  end_seconds: z.number().nullable(),
});

const verifySchema = z.strictObject({
  files: z.array(
    z.strictObject({
      file: z.string(),
      signature: z.strictObject({
        state: z.enum(PROVENANCE_STATES),
        place: z.enum(['embedded', 'sidecar']).nullable(),
        problems: z.array(z.looseObject({ kind: z.string() })),
        manifest: z
          .strictObject({
            software: z.strictObject({ name: z.string(), version: z.string().nullable() }).nullable(),
            title: z.string().nullable(),
            created: z.string().nullable(),
            source_types: z.array(z.string()),
            voices: z.array(
              z.strictObject({
                name: z.string(),
                source: z.enum(SPEECH_SOURCE_KINDS),
                licence: z.string().nullable(),
                consent_id: z.string().nullable(),
              }),
            ),
            ingredients: z.array(z.strictObject({ title: z.string().nullable() })),
            signer: z.strictObject({
              organization: z.string().nullable(),
              common_name: z.string().nullable(),
              trusted: z.boolean(),
              this_computer: z.boolean(),
              signed_at: z.string().nullable(),
            }),
          })
          .nullable(),
      }),
      recognised: z
        .strictObject({
          file: z.string(),
          title: z.string(),
          project_id: z.string(),
          target: z.string(),
          sha256: z.string(),
          exported_at: z.string(),
          manifest_id: z.string().nullable(),
          duration_seconds: z.number(),
          length_seconds: z.number().nullable(),
          from_seconds: z.number(),
          at_seconds: z.number(),
          confidence: z.number(),
        })
        .nullable(),
      recognition_problem: z.enum(['undecodable', 'too-slow']).nullable(),
      unreadable_registers: z.array(z.string()),
      tags: z.strictObject({
        readable: z.boolean(),
        source_type: z.string().nullable(),
        disclosure: z.string().nullable(),
      }),
      watermark: watermarkSchema,
    }),
  ),
});

/** A minute of changing tones: a WAV file with its fingerprint in a register, and a clip from its middle without metadata. */
async function registerMelody(home: string): Promise<void> {
  const sampleRate = 11_025;
  const samples = new Float32Array(sampleRate * 60);
  let state = 7;
  for (let index = 0; index < samples.length; index += 1) {
    if (index % 2756 === 0) state = Math.imul(state, 48_271) >>> 0;
    const hertz = [90 + (state & 0x7ff), 200 + ((state >>> 11) & 0x3ff), 400 + (state >>> 22)];
    samples[index] = hertz.reduce((sum, one) => sum + 0.2 * Math.sin((2 * Math.PI * one * index) / sampleRate), 0);
  }
  writeFileSync(
    at('clip.wav'),
    encodeWav({ sampleRate, channels: [samples.slice(sampleRate * 30.4, sampleRate * 46)] }),
  );
  const fingerprinter = await AudioFingerprinter.create();
  fingerprinter.add({ sampleRate, channels: [samples] });
  mkdirSync(home);
  await new FingerprintRegister(home).add({
    sha256: 'a'.repeat(64),
    file: '03.mp3',
    target: 'acx',
    durationSeconds: 60,
    title: '銀河鉄道の夜',
    projectId: 'p1',
    addedAt: '2026-11-29T12:00:00.000Z',
    manifestId: 'urn:c2pa:1',
    markId: null,
    fingerprint: fingerprinter.end(),
    manifest: null,
  });
}

it('recognises a clip without a signature by its fingerprint', async () => {
  await registerMelody(at('home'));
  const environment = { LECTERN_HOME: at('home') };
  const result = await lectern(['verify', at('clip.wav')], environment);
  expect(result.status).toBe(1);
  expect(result.stdout).toContain('recognised by its fingerprint: 03.mp3 of “銀河鉄道の夜”, from 0:30');
  expect(result.stdout).toContain('  changed: only part of the file, 0:15 of 1:00');
  expect(result.stdout).toContain('  changed: the signature and the tags have been lost, for example in a conversion');
  const json = await lectern(['verify', at('clip.wav'), '--json'], environment);
  const [file] = verifySchema.parse(JSON.parse(json.stdout)).files;
  expect(file?.recognised).toMatchObject({ file: '03.mp3', project_id: 'p1', at_seconds: 0 });
  expect(file?.recognised?.from_seconds).toBeCloseTo(30.4, 0);
  expect(file?.recognised?.confidence).toBeGreaterThan(0.7);
});

it('reads the existing part of an incomplete file', async () => {
  await registerMelody(at('other-home'));
  const clip = readFileSync(at('clip.wav'));
  writeFileSync(at('incomplete.wav'), clip.subarray(0, -4 * 2 * 11_025));
  const { status, stdout } = await lectern(['verify', at('incomplete.wav'), '--json'], {
    LECTERN_HOME: at('other-home'),
  });
  const [file] = verifySchema.parse(JSON.parse(stdout)).files;
  expect(status).toBe(2);
  expect(file?.signature.problems).toEqual([{ kind: 'damaged' }]);
  expect(file?.recognised).toMatchObject({ file: '03.mp3' });
  expect(file?.watermark).toMatchObject({ state: 'not-found' });
});

it('recognises a clip with a project’s register', async () => {
  await registerMelody(at('project'));
  const environment = { LECTERN_HOME: at('empty-home') };
  const { stdout } = await lectern(['verify', at('clip.wav'), '--project', at('project')], environment);
  expect(stdout).toContain('03.mp3 of “銀河鉄道の夜”, from 0:30');
  expect((await lectern(['verify', at('clip.wav')], environment)).stdout).not.toContain('ecognised');
});

it('reports who signed a file and what its manifest says', async () => {
  const { status, stdout } = await lectern(['verify', at('signed.wav'), '--trust', at('root.pem')], {});
  expect(status).toBe(0);
  expect(stdout.split('\n').filter((row) => row.endsWith('signed and unchanged'))).toEqual([
    `${at('signed.wav')}: signed and unchanged`,
    '  title: Kapitel 1 other.wav: signed and unchanged',
  ]);
  expect(stdout).toContain('signed by Verlag Muster · Lectern audio signing, a signer you trust');
  expect(stdout).toContain('voice: ベン (clone of a person’s voice, consent c-17)');
});

it('exits with 1 for changed and unsigned files', async () => {
  const { status, stdout } = await lectern(
    ['verify', at('signed.wav'), at('changed.wav'), at('unsigned.wav'), '--json'],
    {},
  );
  expect(status).toBe(1);
  const { files } = verifySchema.parse(JSON.parse(stdout));
  expect(files.map(({ signature }) => signature.state)).toEqual(['valid', 'changed', 'none']);
});

it('exits with 2 if a file or the certificates can’t be read', async () => {
  const missing = await lectern(['verify', at('signed.wav'), at('missing.wav')], {});
  expect(missing).toMatchObject({
    status: 2,
    stdout: expect.stringContaining('The file doesn’t exist: check the path.'),
  });
  const trust = await lectern(['verify', at('signed.wav'), '--trust', at('signed.wav')], {});
  expect(trust).toMatchObject({ status: 2, stderr: expect.stringContaining('contains no PEM certificates') });
  const trustedFolder = await lectern(['verify', at('signed.wav'), '--trust', folder.path], {});
  expect(trustedFolder).toMatchObject({ status: 2, stderr: expect.stringContaining('contains no PEM certificates') });
});

it('recognises this computer’s certificate without creating one', async () => {
  const home = at('signing-home');
  const verify = async () => (await lectern(['verify', at('signed.wav')], { LECTERN_HOME: home })).stdout;
  expect(await verify()).not.toContain('this computer');
  expect(existsSync(home)).toBe(false);
  await lectern(['signing', '--root', at('own-root.pem')], { LECTERN_HOME: home });
  const signing = JSON.parse(readFileSync(join(home, 'keys/signing-installation.key'), 'utf8'));
  const key = signingKeyFromPem(signing.privateKey);
  if (key === null) throw new Error('The key is not supported.');
  writeFileSync(at('own.wav'), tinyWav());
  const claim = { software: { name: 'Lectern', version: '0.1.0' }, title: 'x', created: new Date(), voices: [] };
  await signFile(at('own.wav'), at('own.wav'), { claim, signer: { key, certificates: signing.certificates } });
  // Simulates a key that is in the window’s keychain.
  rmSync(join(home, 'keys'), { recursive: true });
  const own = await lectern(['verify', at('own.wav')], { LECTERN_HOME: home });
  expect(own.stdout).toContain('signed by Lectern · Lectern audio signing, with this computer’s certificate');
  const { stdout } = await lectern(['verify', at('own.wav'), at('signed.wav'), '--json'], { LECTERN_HOME: home });
  const signers = verifySchema.parse(JSON.parse(stdout)).files.map(({ signature }) => signature.manifest?.signer);
  expect(signers.map((signer) => [signer?.trusted, signer?.this_computer])).toEqual([
    [true, true],
    [false, false],
  ]);
});

it('looks for a watermark, which doesn’t change the exit status', async () => {
  const sampleRate = 16_000;
  const plain = syllables(6, sampleRate);
  const wavOf = (samples: Float32Array) => encodeWav({ sampleRate, channels: [samples] });
  writeFileSync(at('marked.wav'), wavOf(await markSamples(plain, 0x1a2b3c4d, sampleRate)));
  writeFileSync(at('plain.wav'), wavOf(plain));
  writeFileSync(at('text.wav'), 'not audio');
  const { status, stdout } = await lectern(['verify', at('marked.wav'), at('plain.wav')], {});
  expect(status).toBe(1);
  expect(stdout).toContain('  inaudible watermark 1a2b3c4d found from 0:00 to 0:06 (score');
  expect(stdout).toContain('  inaudible watermark: none found in 0:06 of audio, which proves nothing');
  const json = await lectern(['verify', at('marked.wav'), at('plain.wav'), at('text.wav'), '--json'], {});
  expect(verifySchema.parse(JSON.parse(json.stdout)).files.map(({ watermark }) => watermark)).toMatchObject([
    { state: 'found', id: '1a2b3c4d', start_seconds: 0 },
    { state: 'not-found', id: null, score: null },
    { state: 'not-searched', problem: null, searched_seconds: 0 },
  ]);
});
