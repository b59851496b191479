// Checks `lectern verify` with files that the test signs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWav } from '@lectern/audio';
import { createInstallationIdentity, PROVENANCE_STATES, signFile, signingKeyFromPem } from '@lectern/provenance';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { markSamples, syllables } from '../packages/audio/watermark/testing/marked-audio.ts';
import { tinyWav } from '../packages/provenance/testing/tiny-audio.ts';
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
            signer: z.strictObject({
              organization: z.string().nullable(),
              common_name: z.string().nullable(),
              trusted: z.boolean(),
              signed_at: z.string().nullable(),
            }),
          })
          .nullable(),
      }),
      watermark: watermarkSchema,
    }),
  ),
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
  expect(files.map(({ watermark }) => watermark.state)).toEqual(['not-searched', 'not-searched', 'not-searched']);
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

it('looks for a watermark, which doesn’t change the exit status', async () => {
  const sampleRate = 16_000;
  const plain = syllables(6, sampleRate);
  const wavOf = (samples: Float32Array) => encodeWav({ sampleRate, channels: [samples] });
  writeFileSync(at('marked.wav'), wavOf(markSamples(plain, 0x1a2b3c4d, sampleRate)));
  writeFileSync(at('plain.wav'), wavOf(plain));
  writeFileSync(at('text.wav'), 'not audio');
  const { status, stdout } = await lectern(['verify', at('marked.wav'), at('plain.wav')], {});
  expect(status).toBe(1);
  expect(stdout).toContain('  inaudible watermark 1a2b3c4d found from 0 s to 6 s (score');
  expect(stdout).toContain('  inaudible watermark: none found in 6 s of audio, which means nothing');
  const json = await lectern(['verify', at('marked.wav'), at('plain.wav'), at('text.wav'), '--json'], {});
  expect(verifySchema.parse(JSON.parse(json.stdout)).files.map(({ watermark }) => watermark)).toMatchObject([
    { state: 'found', id: '1a2b3c4d', start_seconds: 0 },
    { state: 'not-found', id: null, score: null },
    { state: 'not-searched', searched_seconds: 0 },
  ]);
});
