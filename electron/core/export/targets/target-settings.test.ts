import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLONED_VOICE_PREFIX } from '@lectern/tts-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  EXPORT_TARGETS,
  type ExportTargetId,
  type TargetProblem,
} from '../../../../shared/model/export/export-target.ts';
import { TARGETS } from '../../../../shared/rules/export/export-targets.ts';
import { writeCover } from '../../app/library/cover.ts';
import { jpegPicture, pngPicture } from '../../app/library/testing/pictures.ts';
import { sourcesOfTakes } from '../../project/book/narration.ts';
import type { Project } from '../../project/project.ts';
import { castAll, giveTakes, save, Workshop } from '../../project/testing/test-project.ts';
import { applyChanges, isAudioTarget, TargetError, targetSettings } from './target-settings.ts';

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, '# One\n\nADA: Hello.\n');
  castAll(project);
  giveTakes(project);
});
afterEach(() => workshop.clear());

const chosen = (target: ExportTargetId, changes = {}, sources = sourcesOfTakes(project)) => {
  if (!isAudioTarget(target)) throw new RangeError(target);
  const wanted = { outDir: workshop.path('out'), untitled: 'Opening', allowStale: false, approvedOnly: false };
  return targetSettings(project, { target, changes, ...wanted, chapterIds: null }, sources);
};

const problemOf = async (made: Promise<unknown>): Promise<TargetProblem | undefined> =>
  made.then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof TargetError)) throw error;
      return error.problem;
    },
  );

const BOOK = {
  title: 'Emma',
  subtitle: 'A novel',
  authors: ['Jane Austen', 'A. Other'],
  narrators: ['Ada'],
  publisher: 'A house',
  year: 1815,
  series: 'Novels',
  seriesNumber: 4,
  language: 'en-GB',
  isbn: '9780141439600',
  description: 'Of a matchmaker.',
  copyright: '© 1815',
};

describe('the choice for a target', () => {
  it('is that of the table, whose names are those of the store', async () => {
    project.book.change(BOOK);
    const names: Record<string, string> = {};
    for (const target of EXPORT_TARGETS.filter(isAudioTarget)) {
      const { settings } = await chosen(target);
      const { goal, encoding, chapterMarks } = TARGETS[target];
      expect(settings).toMatchObject({ goal, encoding, chapterMarks });
      names[target] = settings.nameOf({ number: 2, files: 5, title: 'One: “Two”' });
    }
    expect(names).toEqual({
      chapters: '02 - One- “Two”.mp3',
      m4b: 'Emma.m4b',
      acx: '02_One- “Two”.mp3',
      'google-play': '9780141439600_2of5.mp3',
      'apple-books': '02_One- “Two”.mp3',
      spotify: '02 - One- “Two”.mp3',
      kobo: '02 - One- “Two”.mp3',
      podcast: 'Emma.mp3',
      'retail-sample': 'Emma - Sample.mp3',
    });
  });

  it('is encoded at a rate that the format has', async () => {
    const opus = await chosen('chapters', { format: 'opus' });
    expect(opus.settings).toMatchObject({ goal: { sampleRate: 48_000 }, encoding: { codec: 'opus', bitrate: 64 } });
    expect(opus.settings.nameOf({ number: 1, files: 1, title: 'One' })).toBe('01 - One.opus');
    const low = await chosen('chapters', { format: 'opus', bitrate: 32, goal: { sampleRate: 24_000 } });
    expect(low.settings).toMatchObject({ goal: { sampleRate: 24_000 }, encoding: { bitrate: 32 } });
  });

  it('has the book’s details in its tags, with the disclosure that a store asks for', async () => {
    project.book.change(BOOK);
    const { settings } = await chosen('m4b');
    expect(settings.book).toEqual({
      title: 'Emma',
      cover: null,
      tags: {
        artist: 'Jane Austen, A. Other',
        narrator: 'Ada',
        subtitle: 'A novel',
        publisher: 'A house',
        year: '1815',
        genre: 'Audiobook',
        description: 'Of a matchmaker.',
        series: 'Novels',
        seriesPart: '4',
        language: 'eng',
        isbn: '9780141439600',
        copyright: '© 1815',
      },
    });
    expect((await chosen('kobo')).settings.book.tags.narrator).toBe('Ada, synthesized voice');
    const { description } = (await chosen('spotify')).settings.book.tags;
    expect(description).toBe('This audiobook is narrated by a digital voice.\n\nOf a matchmaker.');
  });

  it('says what the store needs besides, and still makes the files', async () => {
    const { settings, readiness } = await chosen('acx');
    expect(readiness).toEqual({ missing: ['authors', 'narrators'], cover: ['missing'] });
    expect(settings.book).toMatchObject({ title: 'Play', tags: { artist: null, narrator: null } });
  });

  it('has a watermark with the project’s id if the producer wants it', async () => {
    expect((await chosen('m4b')).settings.watermarkId).toBeUndefined();
    project.updateSettings({ watermark: true });
    const id = createHash('sha256').update(project.info().id).digest().readUInt32BE(0);
    expect((await chosen('m4b')).settings.watermarkId).toBe(id);
  });

  it('fails a check where synthetic narration is banned, unless the store has authorised it', async () => {
    expect((await chosen('acx')).checks).toContainEqual({ kind: 'synthetic-banned', result: 'fail' });
    project.updateSettings({ authorisedTargets: ['acx'] });
    expect((await chosen('acx')).checks).not.toContainEqual({ kind: 'synthetic-banned', result: 'fail' });
  });

  it('warns if the credits don’t disclose a cloned voice in the EU', async () => {
    project.updateSettings({ disclosure: { region: 'eu', spoken: 'by-rule' } });
    expect((await chosen('m4b')).checks).toEqual([]);
    project.db.prepare(`UPDATE takes SET request = json_set(request, '$.voice', ?)`).run(`${CLONED_VOICE_PREFIX}abc`);
    expect((await chosen('m4b')).checks).toEqual([{ kind: 'spoken-disclosure', result: 'look' }]);
  });

  it('has the cover with the kind of its picture', async () => {
    const png = pngPicture(2_400, 2_400);
    await writeCover(project.dir, png);
    const { settings, readiness } = await chosen('acx');
    expect(settings.book.cover?.mediaType).toBe('image/png');
    expect(Buffer.from(settings.book.cover?.bytes ?? []).equals(png)).toBe(true);
    expect(readiness.cover).toEqual([]);
  });

  it('has no cover that is cut off, which is a check that failed', async () => {
    writeFileSync(join(project.dir, 'cover.jpg'), jpegPicture(2_400, 2_400).subarray(0, -20));
    const { settings, checks } = await chosen('acx');
    expect(settings.book.cover).toBeNull();
    expect(checks).toContainEqual({ kind: 'cover', result: 'fail', fault: 'damaged' });
    expect((await chosen('m4b')).checks).toEqual([{ kind: 'cover', result: 'look', fault: 'damaged' }]);
  });

  it('is refused where files are named by a number that the book lacks', async () => {
    expect(await problemOf(chosen('google-play'))).toEqual({ kind: 'needs', field: 'isbn' });
    project.book.change({ isbn: BOOK.isbn });
    expect(await problemOf(chosen('google-play'))).toBeUndefined();
  });
});

describe('a producer’s changes', () => {
  it('take the place of what the target has', async () => {
    const { settings } = await chosen('chapters', { format: 'flac24', goal: { sampleRate: 48_000, headSeconds: 0 } });
    expect(settings.encoding).toEqual({ codec: 'flac', bits: 24 });
    expect(settings.goal).toEqual({ ...TARGETS.chapters.goal, sampleRate: 48_000, headSeconds: 0 });
    expect(settings.nameOf({ number: 1, files: 1, title: 'One' })).toBe('01 - One.flac');
    expect(applyChanges(TARGETS.acx, { format: 'mp3-vbr' }).encoding).toEqual({
      codec: 'mp3',
      mode: 'vbr',
      bitrate: 192,
    });
    expect(applyChanges(TARGETS.acx, { format: 'ogg' }).encoding).toEqual({ codec: 'vorbis', bitrate: 96 });
    expect(applyChanges(TARGETS.acx, { bitrate: 256 }).encoding).toMatchObject({ bitrate: 256 });
    expect(applyChanges(TARGETS.acx, { goal: { loudness: undefined } }).goal).toEqual(TARGETS.acx.goal);
  });

  it('are refused where they can’t be made', async () => {
    expect(await problemOf(chosen('m4b', { format: 'mp3' }))).toEqual({ kind: 'only-aac' });
    expect(await problemOf(chosen('acx', { bitrate: 190 }))).toEqual({ kind: 'mp3-bitrate', bitrate: 190 });
    expect(await problemOf(chosen('acx', { goal: { sampleRate: 24_000 } }))).toEqual({
      kind: 'low-rate-bitrate',
      sampleRate: 24_000,
      most: 160,
    });
  });
});
