import { describe, expect, it } from 'vitest';
import { targetFileName } from '../../../electron/core/rules/target-file-names.ts';
import { BOOK_FIELDS, bookDetailsSchema, type CoverFigures, NO_BOOK_DETAILS } from '../../model/book.ts';
import { deliveryEncodingSchema, masteringGoalSchema } from '../../model/export/delivery.ts';
import { BOUNDED_FIGURES } from '../../model/export/export-target.ts';
import { TARGETS, targetsInOrder } from './export-targets.ts';
import { readinessFor, syntheticNotices, unauthorisedTargets, withDisclosure } from './target-readiness.ts';

const DETAILS = bookDetailsSchema.parse({ ...NO_BOOK_DETAILS, authors: ['Oscar Wilde'], narrators: ['Ada'] });

describe('the table of targets', () => {
  it.each(targetsInOrder())('$id is made within its own bounds', ({ goal, encoding, figures, shape }) => {
    if (goal === null || encoding === null) return;
    expect(masteringGoalSchema.parse(goal)).toEqual(goal);
    expect(deliveryEncodingSchema.parse(encoding)).toEqual(encoding);
    const { bounds } = figures;
    const made = {
      integratedLufs: goal.loudness?.measure === 'integrated' ? goal.loudness.lufs : undefined,
      rmsDbfs: goal.loudness?.measure === 'rms' ? goal.loudness.dbfs : undefined,
      samplePeakDbfs: goal.truePeakDbtp,
      truePeakDbtp: goal.truePeakDbtp,
      headSeconds: goal.headSeconds,
      tailSeconds: goal.tailSeconds,
      sampleRate: goal.sampleRate,
      bitrate: 'bitrate' in encoding ? encoding.bitrate : undefined,
      durationSeconds: shape.kind === 'sample' ? shape.longestSeconds : undefined,
    };
    for (const [figure, value] of Object.entries(made)) {
      const bound = BOUNDED_FIGURES.includes(figure as never) ? bounds[figure as keyof typeof bounds] : undefined;
      if (value === undefined || !bound) continue;
      expect(value, figure).toBeGreaterThanOrEqual(bound.min ?? Number.NEGATIVE_INFINITY);
      expect(value, figure).toBeLessThanOrEqual(bound.max ?? Number.POSITIVE_INFINITY);
    }
    if (figures.packedAs) expect(figures.packedAs).toContain(encoding.codec);
  });

  it('has ACX’s figures', () => {
    expect(TARGETS.acx.figures.bounds).toMatchObject({
      rmsDbfs: { min: -23, max: -18 },
      samplePeakDbfs: { max: -3 },
      noiseFloorDbfs: { max: -60 },
      headSeconds: { min: 0.5, max: 1 },
      tailSeconds: { min: 1, max: 5 },
      durationSeconds: { max: 7200 },
    });
  });

  it('says of each store what it says of synthetic voices, and since when that is known', () => {
    const stances = targetsInOrder().flatMap(({ id, synthetic }) => (synthetic ? [[id, synthetic.kind]] : []));
    expect(stances).toEqual([
      ['acx', 'refused'],
      ['google-play', 'disclosed'],
      ['apple-books', 'unknown'],
      ['spotify', 'disclosed'],
      ['kobo', 'disclosed'],
      ['podcast', 'disclosed'],
    ]);
    for (const { synthetic, source } of targetsInOrder()) {
      for (const from of [synthetic, source]) if (from) expect(from.checkedOn).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });

  it('needs nothing that a book can’t have', () => {
    for (const { needs, shows } of targetsInOrder()) {
      for (const field of [...needs, ...shows]) expect(BOOK_FIELDS).toContain(field);
    }
  });
});

describe('names of files', () => {
  const file = { number: 3, files: 12, chapter: 'Act I: “Lady Bracknell”', book: 'Earnest', isbn: '9780141439600' };

  it('sort in the order of the book', () => {
    expect(targetFileName('{number}_{chapter}', file, 'mp3')).toBe('03_Act I- “Lady Bracknell”.mp3');
    expect(targetFileName('{number} - {chapter}', { ...file, files: 120 }, 'mp3')).toMatch(/^003 - /);
  });

  it('are those that Google Play asks for', () => {
    const name = TARGETS['google-play'].name ?? '';
    expect(targetFileName(name, file, 'mp3')).toBe('9780141439600_3of12.mp3');
    expect(targetFileName(name, { ...file, isbn: null }, 'mp3')).toBe('Earnest_3of12.mp3');
  });

  it('stay one part of a path, whatever a chapter is called', () => {
    const name = targetFileName('{number}_{chapter}', { ...file, chapter: `../../${'é'.repeat(500)}` }, 'flac');
    expect(name).not.toMatch(/[/\\]/);
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200);
    expect(name).toMatch(/\.flac$/);
  });
});

describe('what a book lacks', () => {
  const cover = { format: 'png', width: 2_400, height: 2_400, sizeBytes: 1 } as const;
  const whole = (figures: CoverFigures) => ({ figures, isDamaged: false });
  const NO_COVER = { figures: null, isDamaged: false };

  it('is the details that a store needs, and a cover of its size', () => {
    expect(readinessFor(TARGETS.acx, NO_BOOK_DETAILS, NO_COVER)).toEqual({
      missing: ['authors', 'narrators'],
      cover: ['missing'],
    });
    expect(readinessFor(TARGETS.acx, DETAILS, whole(cover))).toEqual({ missing: [], cover: [] });
    expect(readinessFor(TARGETS['google-play'], DETAILS, whole(cover)).missing).toEqual([
      'isbn',
      'language',
      'description',
    ]);
    expect(readinessFor(TARGETS.acx, DETAILS, whole({ ...cover, width: 2_399 })).cover).toEqual([
      'too-small',
      'not-square',
    ]);
    expect(readinessFor(TARGETS['google-play'], DETAILS, whole({ ...cover, width: 1_600 })).cover).toEqual([]);
    expect(readinessFor(TARGETS.chapters, NO_BOOK_DETAILS, NO_COVER)).toEqual({ missing: [], cover: [] });
    expect(readinessFor(TARGETS.chapters, DETAILS, { figures: null, isDamaged: true }).cover).toEqual(['damaged']);
  });
});

describe('a disclosure', () => {
  it('goes where the store wants it, once', () => {
    const kobo = withDisclosure(TARGETS.kobo, DETAILS);
    expect(kobo.narrators).toEqual(['Ada', 'synthesized voice']);
    expect(withDisclosure(TARGETS.kobo, kobo)).toEqual(kobo);
    const spotify = withDisclosure(TARGETS.spotify, { ...DETAILS, description: 'A comedy.' });
    expect(spotify.description).toBe('This audiobook is narrated by a digital voice.\n\nA comedy.');
    expect(withDisclosure(TARGETS.spotify, spotify)).toEqual(spotify);
    expect(withDisclosure(TARGETS.spotify, DETAILS).description).toBe('This audiobook is narrated by a digital voice.');
    expect(withDisclosure(TARGETS.acx, DETAILS)).toBe(DETAILS);
  });
});

it('synthetic narration must be authorised by a store that bans it', () => {
  expect(unauthorisedTargets(['m4b', 'acx', 'kobo'], [])).toEqual(['acx']);
  expect(unauthorisedTargets(['acx', 'kobo'], ['acx'])).toEqual([]);
});

describe('what stores say of synthetic voices', () => {
  it('is told of those that are chosen, and of no target for the producer’s own use', () => {
    const notices = syntheticNotices([TARGETS.m4b, TARGETS.kobo, TARGETS.acx]);
    expect(notices.map(({ target, stance }) => [target, stance.kind])).toEqual([
      ['kobo', 'disclosed'],
      ['acx', 'refused'],
    ]);
  });
});
