import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_PAUSES, makeTimeline, type TimelineLine } from '@lectern/audio/timeline';
import { createInstallationIdentity, signingKeyFromPem } from '@lectern/provenance';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryEncoding } from '../../../../shared/model/export/delivery.ts';
import { FileSigner } from '../../app/signing/file-signer.ts';
import type { MasteringWorkers } from '../../audio/mastering-workers.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { type ChapterTimeline, layOutAudio } from '../targets/audio-layout.ts';
import { filesIn } from '../testing/export-lines.ts';
import { type Failure, failingDisk, Killed } from '../testing/failing-disk.ts';
import { Scribe } from '../testing/scribe.ts';
import { type AudioOptions, exportAudioFiles } from '../testing/write-plans.ts';
import { AUDIO_LIST_FILE } from './audio-list.ts';
import { type Disk, folderDisk } from './disk.ts';
import { lockFolder } from './export-location.ts';

let home: string;
let out: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-delivery-'));
  out = join(home, 'out');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const GOAL = {
  loudness: { measure: 'integrated', lufs: -19 },
  truePeakDbtp: -1.5,
  sampleRate: 44_100,
  channels: 1,
  headSeconds: 0.5,
  tailSeconds: 1,
  evenVoices: false,
} as const;

const line = (lineId: number): TimelineLine => ({
  kind: 'line',
  lineId,
  chapterId: 1,
  paragraphId: lineId,
  isHeading: false,
  pauseBeforeSeconds: null,
  pauseAfterSeconds: null,
  take: { takeId: lineId, durationSeconds: 1, trimStartSeconds: 0, trimEndSeconds: 0, gainDb: 0 },
});

const chapter = (title: string, ...lines: number[]): ChapterTimeline => ({
  title,
  timeline: makeTimeline(lines.map(line)),
});

interface Asked {
  readonly chapters: readonly ChapterTimeline[];
  /** One M4B of all chapters, by its name. */
  readonly m4b?: string;
  readonly change?: Partial<AudioOptions>;
  readonly disk?: Disk;
}

const scribe = () => new Scribe();

function run(workers: MasteringWorkers, { chapters, m4b, change = {}, disk }: Asked) {
  const encoding: DeliveryEncoding = m4b ? { codec: 'aac', bitrate: 64 } : { codec: 'mp3', mode: 'cbr', bitrate: 128 };
  const soundOf = ({ lineId }: TimelineLine) => ({
    audio: { path: `/takes/${lineId}`, hash: `take${lineId}`, format: 'wav' as const },
    gainDb: 0,
  });
  const planned = layOutAudio(chapters, soundOf, {
    shape: { kind: m4b ? 'whole' : 'chapters' },
    goal: GOAL,
    encoding,
    bookTitle: 'Book',
  });
  const files = planned.map((file, index) => ({
    ...file,
    name: m4b ?? `${index + 1} - ${file.title}.mp3`,
    tags: { title: file.title },
  }));
  const project = { id: 'p1', name: 'Play' };
  const clock = new FakeClock();
  const options = { outDir: out, project, files, goal: GOAL, encoding, chapterMarks: false, workers, clock, ...change };
  return disk ? exportAudioFiles(options, disk) : exportAudioFiles(options);
}

/** What is under a final name: neither the bin, nor the list. */
const finished = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filesIn(out)).filter(([name]) => name !== AUDIO_LIST_FILE && !name.startsWith('bin/')),
  );

const BOOK = [chapter('One', 1, 2), chapter('Two', 3), chapter('Three', 4)];
const MADE = { '1 - One.mp3': 'true:take1 take2', '2 - Two.mp3': 'true:take3', '3 - Three.mp3': 'true:take4' };

describe('finished files', () => {
  it('are one a chapter, with a list that says when each line sounds', async () => {
    const report = await run(scribe(), { chapters: BOOK });
    expect(finished()).toEqual(MADE);
    expect(report).toMatchObject({ written: 3, moved: 0, unchanged: 0, failed: [], binned: 0 });
    const [first] = report.files;
    expect(first).toMatchObject({ file: '1 - One.mp3', title: 'One', durationSeconds: 4.1, loudnessLufs: -19 });
    expect(first?.sha256).toBe(createHash('sha256').update('true:take1 take2').digest('hex'));
    expect(first?.chapters).toEqual([
      {
        title: 'One',
        startSeconds: 0,
        lines: [
          [1, 0.5, 1.5, 0],
          [2, 2.1, 3.1, 0],
        ],
      },
    ]);
    expect(JSON.parse(readFileSync(join(out, AUDIO_LIST_FILE), 'utf8'))).toMatchObject({
      lectern: 'delivery',
      version: 1,
    });
    expect(readdirSync(out).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('are rewritten when the watermark is turned on or off, and list its ID', async () => {
    const marked = { watermarkId: 0x2a };
    const listed = () => JSON.parse(readFileSync(join(out, AUDIO_LIST_FILE), 'utf8')).files;
    await run(scribe(), { chapters: BOOK });
    expect(listed()[0]).not.toHaveProperty('watermark');
    expect(await run(scribe(), { chapters: BOOK, change: marked })).toMatchObject({ written: 3, unchanged: 0 });
    expect(listed()).toMatchObject([{ watermark: '0000002a' }, { watermark: '0000002a' }, { watermark: '0000002a' }]);
    expect(await run(scribe(), { chapters: BOOK, change: marked })).toMatchObject({ written: 0, unchanged: 3 });
    expect(await run(scribe(), { chapters: BOOK })).toMatchObject({ written: 3, unchanged: 0 });
  });

  it('are left alone where nothing changed; only a chapter that did is made again', async () => {
    await run(scribe(), { chapters: BOOK });
    const list = readFileSync(join(out, AUDIO_LIST_FILE));
    const again = scribe();
    expect(await run(again, { chapters: BOOK })).toMatchObject({ written: 0, unchanged: 3 });
    expect(readFileSync(join(out, AUDIO_LIST_FILE))).toEqual(list);
    const report = await run(again, { chapters: [chapter('One', 1, 2), chapter('Two', 3, 9), chapter('Three', 4)] });
    expect(again.made).toBe(1);
    expect(report).toMatchObject({ written: 1, unchanged: 2, binned: 1 });
    expect(finished()).toEqual({ ...MADE, '2 - Two.mp3': 'true:take3 take9' });
  });

  it('say which chapters they can’t hold, and again when nothing had to be made', async () => {
    const chapters = Array.from({ length: 256 }, (_, index) => chapter(`Chapter ${index + 1}`, index + 1));
    const order = { chapters, m4b: 'Book.m4b', change: { chapterMarks: true } };
    const notice = { kind: 'chapter-list-left-out', file: 'Book.m4b', list: 'nero', chapters: 256 };
    for (const written of [1, 0]) {
      expect(await run(new Scribe('aac'), order)).toMatchObject({ written, notices: [notice] });
    }
    expect(await run(new Scribe('aac'), { ...order, change: { chapterMarks: false } })).toMatchObject({ notices: [] });
  });

  it('only get another name where another chapter came before them', async () => {
    await run(scribe(), { chapters: [chapter('A', 1), chapter('A', 2), chapter('A', 3)] });
    const again = scribe();
    const report = await run(again, { chapters: [chapter('A', 9), chapter('A', 1), chapter('A', 2), chapter('A', 3)] });
    expect(report).toMatchObject({ written: 1, moved: 3, binned: 0 });
    expect(finished()).toEqual({
      '1 - A.mp3': 'true:take9',
      '2 - A.mp3': 'true:take1',
      '3 - A.mp3': 'true:take2',
      '4 - A.mp3': 'true:take3',
    });
  });

  it('never take the place of a file that is not theirs, and bin what they no longer make', async () => {
    mkdirSync(out);
    writeFileSync(join(out, '2 - Two.mp3'), 'mine');
    await run(scribe(), { chapters: BOOK });
    expect(finished()).toEqual({
      '1 - One.mp3': 'true:take1 take2',
      '2 - Two.mp3': 'mine',
      '2 - Two (2).mp3': 'true:take3',
      '3 - Three.mp3': 'true:take4',
    });
    const report = await run(scribe(), { chapters: BOOK.slice(0, 1) });
    expect(report).toMatchObject({ unchanged: 1, binned: 2 });
    expect(Object.keys(finished())).toEqual(['1 - One.mp3', '2 - Two.mp3']);
  });

  it('say which names were taken, and which files another program keeps open', async () => {
    mkdirSync(out);
    writeFileSync(join(out, '2 - Two.mp3'), 'mine');
    expect(await run(scribe(), { chapters: BOOK })).toMatchObject({ notices: [{ kind: 'avoided', files: 1 }] });
    const disk = folderDisk(out);
    const held = join(out, '3 - Three.mp3');
    const holding: Disk = {
      ...disk,
      async remove(path) {
        if (path === held) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY', syscall: 'unlink', path });
        await disk.remove(path);
      },
    };
    expect(await run(scribe(), { chapters: BOOK.slice(0, 1), disk: holding })).toMatchObject({
      unchanged: 1,
      binned: 1,
      notices: [{ kind: 'not-binned', file: '3 - Three.mp3', files: 1 }],
    });
    expect(await run(scribe(), { chapters: BOOK.slice(0, 1) })).toMatchObject({ binned: 1, notices: [] });
  });

  it('are made again where they were changed; the changed one goes to the bin', async () => {
    await run(scribe(), { chapters: BOOK });
    writeFileSync(join(out, '1 - One.mp3'), 'edited');
    expect(await run(scribe(), { chapters: BOOK })).toMatchObject({ written: 1, unchanged: 2, binned: 1 });
    expect(finished()).toEqual(MADE);
  });

  it('come without a chapter whose take is damaged, which is told', async () => {
    const workers = scribe();
    workers.damaged.add('take3');
    const report = await run(workers, { chapters: BOOK });
    expect(report.failed).toEqual([
      { file: '2 - Two.mp3', lineId: 3, lines: [3], reason: { kind: 'audio-damaged' }, damagedAudio: 'take3' },
    ]);
    expect(Object.keys(finished())).toEqual(['1 - One.mp3', '3 - Three.mp3']);
  });
});

describe('an M4B', () => {
  const asBook = (chapters: readonly ChapterTimeline[], m4b = 'Book.m4b') => ({
    chapters,
    m4b,
    change: { chapterMarks: true },
  });
  const bytesOf = (name: string): Buffer => readFileSync(join(out, name));

  it('is made again of the chapters that it has, but for those that changed', async () => {
    const changed = [chapter('One', 1, 2), chapter('Two', 3, 9), chapter('Three', 4)];
    await run(new Scribe('aac'), asBook(changed, 'Fresh.m4b'));
    const fresh = bytesOf('Fresh.m4b');
    out = join(home, 'again');
    const first = new Scribe('aac');
    await run(first, asBook(BOOK));
    expect(first.made).toBe(3);
    const again = new Scribe('aac');
    expect(await run(again, asBook(changed))).toMatchObject({ written: 1, binned: 1 });
    expect(again.made).toBe(1);
    expect(bytesOf('Book.m4b').equals(fresh)).toBe(true);
    // Chapters in another order are the same chapters.
    await run(again, asBook([...changed].reverse(), 'Reversed.m4b'));
    expect(again.made).toBe(1 + 2);
  });

  it('reuses its encoded chapters even if it is signed', async () => {
    const { privateKey, certificates } = await createInstallationIdentity('Muster', new Date());
    const key = signingKeyFromPem(privateKey);
    if (key === null) throw new Error('The key is not supported.');
    const signer = new FileSigner({
      identity: { key, certificates },
      key: 'installation',
      signer: { certificate: 'installation', name: 'Muster' },
      ownCertificate: null,
      timeStamps: null,
      clock: new FakeClock(),
    });
    const signed = (chapters: readonly ChapterTimeline[]) => {
      const asked = asBook(chapters);
      return { ...asked, change: { ...asked.change, signer } };
    };
    await run(new Scribe('aac'), signed(BOOK));
    expect(bytesOf('Book.m4b').includes('c2pa')).toBe(true);
    const again = new Scribe('aac');
    await run(again, signed([chapter('One', 1, 2), chapter('Two', 3, 9), chapter('Three', 4)]));
    expect(again.made).toBe(1);
  });

  it('that was changed is not taken from', async () => {
    await run(new Scribe('aac'), asBook(BOOK));
    writeFileSync(join(out, 'Book.m4b'), Buffer.concat([bytesOf('Book.m4b'), Buffer.from('edited')]));
    const again = new Scribe('aac');
    await run(again, asBook([chapter('One', 1, 2), chapter('Two', 9)]));
    expect(again.made).toBe(2);
  });
});

describe('a folder that is not as it should be', () => {
  it('of another project, of another program, or at work is refused', async () => {
    await run(scribe(), { chapters: BOOK });
    const other = run(scribe(), { chapters: BOOK, change: { project: { id: 'p2', name: 'Other' } } });
    await expect(other).rejects.toMatchObject({ kind: 'other-project' });
    const unlock = lockFolder(out);
    await expect(run(scribe(), { chapters: BOOK })).rejects.toMatchObject({ kind: 'busy' });
    unlock();
    writeFileSync(join(out, AUDIO_LIST_FILE), '{"name":"mine"}');
    await expect(run(scribe(), { chapters: BOOK })).rejects.toMatchObject({ kind: 'foreign-manifest' });
    writeFileSync(join(out, AUDIO_LIST_FILE), '{"lectern":"delivery","version":2}');
    await expect(run(scribe(), { chapters: BOOK })).rejects.toMatchObject({ kind: 'newer-manifest' });
    writeFileSync(join(out, AUDIO_LIST_FILE), '{"lectern":"deli');
    await expect(run(scribe(), { chapters: BOOK })).rejects.toMatchObject({ kind: 'damaged-manifest' });
    expect(readdirSync(out).some((name) => name.startsWith('delivery.damaged-'))).toBe(true);
  });

  it('or a file in its place is refused', async () => {
    writeFileSync(out, 'a file');
    await expect(run(scribe(), { chapters: BOOK })).rejects.toMatchObject({ kind: 'not-a-folder' });
  });

  it('that vanishes is told', async () => {
    const workers = scribe();
    const made = workers.master;
    const vanishing = {
      ...workers,
      size: 1,
      close: workers.close,
      master: (async (...args) => {
        renameSync(out, join(home, 'elsewhere'));
        return made(...args);
      }) satisfies MasteringWorkers['master'],
    };
    await expect(run(vanishing, { chapters: BOOK })).rejects.toMatchObject({ kind: 'folder-gone' });
    expect(existsSync(out)).toBe(false);
  });
});

describe('an export that dies at any moment', () => {
  const SHORT = BOOK.slice(0, 2);
  const SHORT_MADE = { '1 - One.mp3': 'true:take1 take2', '2 - Two.mp3': 'true:take3' };

  async function disturbed(failure: Failure): Promise<number> {
    for (let at = 1; ; at += 1) {
      out = join(home, `${failure}-${at}`);
      await run(scribe(), { chapters: [chapter('Old', 7), chapter('One', 1, 2)] });
      const disk = failingDisk(out, at, failure);
      const failed = await run(scribe(), { chapters: SHORT, disk }).then(
        () => null,
        (error: unknown) => error,
      );
      // What came after the drive was full needed no room.
      if (!disk.hasFailed() || (failure === 'full' && failed === null)) return at;
      if (failure === 'full') expect(failed).toMatchObject({ kind: 'disk-full' });
      else expect(failed).toBeInstanceOf(Killed);
      for (const [name, content] of Object.entries(finished())) {
        if (!name.startsWith('.')) expect([...Object.values(SHORT_MADE), 'true:take7']).toContain(content);
      }
      await run(scribe(), { chapters: SHORT });
      expect(finished(), `${failure} at change ${at}`).toEqual(SHORT_MADE);
      expect(await run(scribe(), { chapters: SHORT })).toMatchObject({ written: 0, unchanged: 2 });
    }
  }

  it.each(['killed-before', 'killed-after', 'full'] as const)(
    'goes on afterwards, to the same files: %s',
    async (failure) => {
      expect(await disturbed(failure)).toBeGreaterThan(10);
    },
  );

  it('or is cancelled keeps what it made', async () => {
    const end = new AbortController();
    const workers = scribe();
    const stopping = {
      ...workers,
      size: 1,
      close: workers.close,
      master: (async (...args) => {
        if (workers.made === 1) end.abort(new Error('cancelled'));
        return workers.master(...args);
      }) satisfies MasteringWorkers['master'],
    };
    await expect(run(stopping, { chapters: BOOK, change: { signal: end.signal } })).rejects.toThrow('cancelled');
    const again = scribe();
    expect(await run(again, { chapters: BOOK })).toMatchObject({ written: 1, unchanged: 2 });
  });
});

describe('what files are planned', () => {
  const soundOf = () => ({ audio: { path: '/a', hash: 'a', format: 'wav' as const }, gainDb: 0 });
  const encoding = { codec: 'aac', bitrate: 64 } as const;

  it('of a whole book: each chapter is a whole number of frames, close to its place on the timeline', () => {
    const lasting = fc.integer({ min: 100, max: 9_000 }).map((milliseconds) => milliseconds / 1_000);
    const pauses = { ...DEFAULT_PAUSES, chapter: 0.5 };
    const setting = fc.option(fc.constantFrom(0.3, 2));
    const lines = fc.array(fc.record({ lasting, setting }), { minLength: 2, maxLength: 60 }).map((all) =>
      all.map((one, at): TimelineLine => {
        const { take, ...about } = line(at);
        const { lasting: durationSeconds, setting: setPauseSeconds } = one;
        return { ...about, chapterId: at, setPauseSeconds, take: take && { ...take, durationSeconds } };
      }),
    );
    fc.assert(
      fc.property(lines, (entries) => {
        const timeline = makeTimeline(entries, { pauses });
        const chapters = entries.map((entry) => ({
          title: String(entry.chapterId),
          timeline: makeTimeline([entry], { pauses }),
        }));
        const shape = { kind: 'whole' } as const;
        const [file] = layOutAudio(chapters, soundOf, {
          shape,
          goal: GOAL,
          encoding,
          bookTitle: 'Book',
          pauses: { pauses, cutSilentEnds: true, followPunctuation: false },
        });
        const sections = file?.sections ?? [];
        expect(sections).toHaveLength(entries.length);
        const places = timeline.items.filter((item) => item.kind === 'clip').map((clip) => clip.startSeconds + 0.5);
        let end = 0;
        let formerError = 0;
        for (const [index, { startFrame, leadFrames, frames, plan }] of sections.entries()) {
          expect(startFrame).toBe(end);
          expect(frames % 1024).toBe(0);
          expect(frames).toBeGreaterThanOrEqual(plan.frames + leadFrames);
          const error = startFrame + leadFrames + (plan.clips[0]?.startFrame ?? 0) - (places[index] ?? 0) * 44_100;
          expect(Math.abs(error)).toBeLessThan(1024);
          expect(Math.abs(error - formerError)).toBeLessThan(1024);
          formerError = error;
          end += frames;
        }
        expect(file?.frames).toBe(end);
      }),
    );
  });

  it('of a chapter: the same if the chapter is unchanged, whatever comes before it', () => {
    const wanted = { shape: { kind: 'whole' }, goal: GOAL, encoding, bookTitle: 'Book' } as const;
    const planOf = (...titles: readonly string[]) => {
      const chapters = titles.map((title) => chapter(title, ...Array.from({ length: title.length }, (_, at) => at)));
      return layOutAudio(chapters, soundOf, wanted)[0]?.sections[1]?.plan;
    };
    expect(planOf('One', 'Two', 'Three')).toEqual(planOf('Another one', 'Two', 'Three'));
  });

  it('of a sample: whole lines, no longer than it may be', () => {
    const shape = { kind: 'sample', longestSeconds: 6.5 } as const;
    const wav = { codec: 'wav', bits: 16 } as const;
    const [file] = layOutAudio([chapter('One', 1, 2, 3, 4, 5)], soundOf, {
      shape,
      goal: GOAL,
      encoding: wav,
      bookTitle: 'Book',
    });
    expect(file?.sections[0]?.plan.clips).toHaveLength(3);
    expect((file?.frames ?? 0) / 44_100).toBeLessThanOrEqual(6.5);
  });

  it('of chapters without anything to hear: none', () => {
    const silent = { title: 'Silent', timeline: makeTimeline([{ ...line(1), take: null }]) };
    const wanted = { shape: { kind: 'chapters' }, goal: GOAL, encoding, bookTitle: 'Book' } as const;
    expect(layOutAudio([silent, ...BOOK], soundOf, wanted)).toHaveLength(3);
    expect(layOutAudio([silent], soundOf, { ...wanted, shape: { kind: 'whole' } })).toEqual([]);
  });
});
