import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInstallationIdentity, signFile, signingKeyFromPem } from '@lectern/provenance';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { validateWithC2paTs } from '../../../../packages/provenance/testing/c2pa-ts.ts';
import { tinyMp3, tinyWav } from '../../../../packages/provenance/testing/tiny-audio.ts';
import type { DeliveryEncoding } from '../../../../shared/model/export/delivery.ts';
import { FileSigner, type FileSignerParts } from '../../app/signing/file-signer.ts';
import { FileTarget } from '../../audio/file-target.ts';
import type { MasteringWorkers } from '../../audio/mastering-workers.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import type { AudioContent } from '../plan/export-plan.ts';
import { audioFile } from '../targets/audio-target.ts';
import { filesIn } from '../testing/export-lines.ts';
import { Scribe } from '../testing/scribe.ts';
import { type AudioRow, audioRowSchema } from './audio-list.ts';
import { type WrittenFiles, writeFiles } from './write-files.ts';

let parts: FileSignerParts;
beforeAll(async () => {
  const { privateKey, certificates } = await createInstallationIdentity('Muster', new Date('2026-11-29T12:00:00Z'));
  const key = signingKeyFromPem(privateKey);
  if (key === null) throw new Error('The key is not supported.');
  parts = {
    identity: { key, certificates },
    key: 'installation',
    signer: { certificate: 'installation', name: 'Muster' },
    ownCertificate: null,
    timeStamps: null,
    clock: new FakeClock(Date.parse('2026-11-29T12:00:00Z')),
  };
});

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-signed-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Writes the same bytes for each file. */
class Copier extends Scribe {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    super();
    this.#bytes = bytes;
  }

  override readonly master: MasteringWorkers['master'] = async (_, { fd }) => {
    this.made += 1;
    new FileTarget(fd).write(this.#bytes);
    return { loudnessLufs: -19, rmsDbfs: -21, truePeakDbtp: -2, gainDb: 3, limitedDb: 0 };
  };
}

const WAV: DeliveryEncoding = { codec: 'wav', bits: 16 };
const CREATED = Date.parse('2026-03-01T08:00:00Z');
const GOAL = {
  loudness: { measure: 'integrated', lufs: -19 },
  truePeakDbtp: -1.5,
  sampleRate: 44_100,
  channels: 1,
  headSeconds: 0.5,
  tailSeconds: 1,
  evenVoices: false,
} as const;

const chapter = (
  title: string,
  name: string,
  voice = 'Anna',
  frames = 1024,
  takes: readonly string[] = [],
): ReturnType<typeof audioFile> => {
  const clips = takes.map((path) => ({ lineId: 1, startFrame: 0, frames, audio: { path, hash: path, format: 'wav' } }));
  const plan = { clips, frames, sampleRate: 44_100, channels: 1 } as const;
  const sections = [{ title, plan, startFrame: 0, leadFrames: 0, frames }] as unknown as AudioContent['sections'];
  const layout = { title, sections, frames, voices: [{ name: voice, source: 'trained' as const }], createdMs: CREATED };
  return audioFile(name, layout, { title, album: 'Book' });
};

interface Asked {
  readonly chapters: readonly ReturnType<typeof chapter>[];
  readonly bytes?: Uint8Array;
  readonly encoding?: DeliveryEncoding;
  readonly signing?: Partial<FileSignerParts> | null;
  readonly watermarkId?: number;
}

/** Ten seconds of a fingerprint that depends on the file's bytes. */
async function fingerprint(file: FileHandle): Promise<Uint32Array> {
  const [hash] = new Uint32Array(
    createHash('sha256')
      .update(await readWhole(file))
      .digest().buffer,
  );
  return new Uint32Array(80).fill(hash ?? 0);
}

async function readWhole(file: FileHandle): Promise<Buffer> {
  const bytes = Buffer.alloc((await file.stat()).size);
  await file.read(bytes, 0, bytes.length, 0);
  return bytes;
}

async function run({ chapters, bytes = tinyWav(), encoding = WAV, signing = {}, watermarkId }: Asked) {
  const mastering = new Copier(bytes);
  const unused = (): Promise<never> => Promise.reject(new Error('not needed'));
  const terms = { goal: GOAL, encoding, chapterMarks: false, ...(watermarkId !== undefined && { watermarkId }) };
  const written = await writeFiles(
    {
      outDir: home,
      project: { id: 'p1', name: 'Play' },
      content: { kind: 'audio', terms, files: chapters, sounds: [] },
    },
    {
      mastering,
      fingerprint,
      signer: signing && new FileSigner({ ...parts, ...signing }),
      clock: new FakeClock(),
      openAudio: unused,
      convert: unused,
    },
  );
  return { written, mastered: mastering.made };
}

const read = (name: string): Buffer => readFileSync(join(home, name));
const rowsOf = (written: WrittenFiles): AudioRow[] => written.files.map(({ onDisk }) => audioRowSchema.parse(onDisk));
const names = (): string[] =>
  Object.keys(filesIn(home))
    .filter((name) => !name.startsWith('bin/'))
    .sort();

const TWO = [chapter('One', '1.wav'), chapter('Two', '2.wav', 'Ben')];

describe('a signed export', () => {
  it('has a valid manifest in each file, and leaves nothing else in the folder', async () => {
    const { written } = await run({ chapters: TWO });
    expect(names()).toEqual(['1.wav', '2.wav', 'delivery.json']);
    expect(await validateWithC2paTs(read('1.wav'))).toEqual({ isValid: true, failures: [] });
    expect(read('2.wav').includes('Ben')).toBe(true);
    expect(read('2.wav').includes('Book: Two')).toBe(true);
    expect(rowsOf(written).map(({ signature }) => signature)).toEqual([
      { kind: 'embedded', timeStamp: 'none' },
      { kind: 'embedded', timeStamp: 'none' },
    ]);
  });

  it('isn’t written again if nothing has changed', async () => {
    await run({ chapters: TWO });
    const { written, mastered } = await run({ chapters: TWO });
    expect({ mastered, unchanged: written.unchanged }).toEqual({ mastered: 0, unchanged: 2 });
    expect(rowsOf(written)[0]?.signature).toEqual({ kind: 'embedded', timeStamp: 'none' });
  });

  it('signs only the chapter whose voice has changed', async () => {
    await run({ chapters: TWO });
    const before = read('1.wav');
    const { written } = await run({ chapters: [chapter('One', '1.wav'), chapter('Two', '2.wav', 'Cleo')] });
    expect(written).toMatchObject({ unchanged: 1, written: 1 });
    expect(read('1.wav').equals(before)).toBe(true);
    expect(read('2.wav').includes('Cleo')).toBe(true);
  });

  it('is written again when signing is switched off, and for another certificate', async () => {
    await run({ chapters: TWO });
    expect((await run({ chapters: TWO, signing: { key: 'another' } })).mastered).toBe(2);
    expect((await run({ chapters: TWO, signing: null })).mastered).toBe(2);
    expect(read('1.wav').equals(tinyWav())).toBe(true);
  });

  it('has the same bytes whenever it is made', async () => {
    await run({ chapters: TWO });
    const first = read('1.wav');
    expect(first.includes('2026-03-01T08:00:00Z')).toBe(true);
    rmSync(join(home, '1.wav'));
    await run({ chapters: TWO, signing: { clock: new FakeClock(Date.parse('2027-01-01T00:00:00Z')) } });
    expect(read('1.wav').equals(first)).toBe(true);
  });

  it('reports a file that can’t be signed, and keeps it', async () => {
    const rf64 = Buffer.from('RF64\xff\xff\xff\xffWAVE', 'latin1');
    const { written } = await run({ chapters: TWO, bytes: rf64 });
    expect(rowsOf(written)[0]?.signature).toEqual({ kind: 'unsigned', reason: 'rf64' });
    expect(read('1.wav').equals(rf64)).toBe(true);
    expect(names()).toEqual(['1.wav', '2.wav', 'delivery.json']);
  });
});

describe('a take that the service has signed', () => {
  it('keeps its manifest in the signed file', async () => {
    const take = join(home, 'take.wav');
    writeFileSync(take, tinyWav());
    const { certificates, key } = parts.identity;
    const claim = { software: { name: 'Service', version: '1' }, title: 'Take', created: new Date(0), voices: [] };
    await signFile(take, take, { signer: { certificates, key }, claim });
    const [signedTake] = [chapter('One', '1.wav', 'Anna', 1024, [take, take, join(home, 'lost.wav')])];
    const { written } = await run({ chapters: [signedTake] });
    expect(rowsOf(written)[0]?.signature).toEqual({ kind: 'embedded', timeStamp: 'none' });
    expect(read('1.wav').includes('c2pa.ingredient.v3')).toBe(true);
    expect(read('1.wav').includes('c2pa.ingredient.v3__1')).toBe(false);
    expect(await validateWithC2paTs(read('1.wav'))).toEqual({ isValid: true, failures: [] });
  });
});

describe('a time-stamp authority that can’t be reached', () => {
  it('is asked once, and doesn’t prevent signing', async () => {
    let requests = 0;
    const fetchNothing = async (): Promise<never> => {
      requests += 1;
      throw new TypeError('fetch failed');
    };
    const timeStamps = { url: 'https://tsa.example', fetch: fetchNothing };
    const chapters = [...TWO, chapter('Three', '3.wav'), chapter('Four', '4.wav')];
    const { written } = await run({ chapters, bytes: tinyMp3(), signing: { timeStamps } });
    expect(rowsOf(written).map(({ signature }) => signature)).toEqual(
      chapters.map(() => ({ kind: 'embedded', timeStamp: 'unreachable' })),
    );
    // Two files are made at the same time.
    expect(requests).toBeLessThanOrEqual(2);
    expect(await validateWithC2paTs(read('4.wav'))).toEqual({ isValid: true, failures: [] });
  });
});

describe('the manifest of an Ogg file', () => {
  const OGG = { encoding: { codec: 'opus', bitrate: 32 }, bytes: Buffer.from('OggS and anything') } as const;
  const chapters = [chapter('One', '1.ogg'), chapter('Two', '2.ogg')];

  it('is in a separate file, which is kept and removed with the audio', async () => {
    const { written } = await run({ ...OGG, chapters });
    expect(names()).toEqual(['1.c2pa', '1.ogg', '2.c2pa', '2.ogg', 'delivery.json']);
    expect(written.files.map(({ onDisk }) => onDisk.file)).toEqual(['1.ogg', '2.ogg', '1.c2pa', '2.c2pa']);
    expect(read('1.c2pa').includes('Book: One')).toBe(true);
    expect(rowsOf(written)[2]?.signature).toEqual({ kind: 'sidecar', timeStamp: 'none' });
    expect((await run({ ...OGG, chapters })).written).toMatchObject({ written: 0, unchanged: 4, binned: 0 });
    await run({ ...OGG, chapters: chapters.slice(0, 1) });
    expect(names()).toEqual(['1.c2pa', '1.ogg', 'delivery.json']);
  });

  it('is written again if it is lost or changed', async () => {
    await run({ ...OGG, chapters });
    const first = read('1.c2pa');
    expect(first.includes('c2pa.soft-binding')).toBe(true);
    rmSync(join(home, '1.c2pa'));
    writeFileSync(join(home, '2.c2pa'), 'edited');
    expect((await run({ ...OGG, chapters })).written).toMatchObject({ written: 2, unchanged: 2, binned: 1 });
    expect(read('1.c2pa').equals(first)).toBe(true);
  });

  it('isn’t listed as watermarked, because only the audio is', async () => {
    const { written } = await run({ ...OGG, chapters, watermarkId: 0x2a });
    expect(rowsOf(written).map(({ file, watermark }) => [file, watermark])).toEqual([
      ['1.ogg', '0000002a'],
      ['2.ogg', '0000002a'],
      ['1.c2pa', undefined],
      ['2.c2pa', undefined],
    ]);
  });

  it('follows the audio to its name, and never replaces another program’s file', async () => {
    writeFileSync(join(home, '1.ogg'), 'foreign');
    writeFileSync(join(home, '2.c2pa'), 'foreign');
    const { written } = await run({ ...OGG, chapters });
    expect(names()).toEqual(['1 (2).c2pa', '1 (2).ogg', '1.ogg', '2 (2).c2pa', '2.c2pa', '2.ogg', 'delivery.json']);
    expect(written.notices).toEqual([
      { kind: 'avoided', files: 1 },
      { kind: 'avoided', files: 1 },
    ]);
  });
});
