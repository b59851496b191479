// Store requirements include the date on which they were checked. If a store accepts a range, Lectern aims for the
// middle.
import type { BookField } from '../../model/book.ts';
import type { MasteringGoal } from '../../model/export/delivery.ts';
import {
  type CoverRules,
  EXPORT_TARGETS,
  type ExportTarget,
  type ExportTargetId,
  type TargetFigures,
} from '../../model/export/export-target.ts';

const OFFICIAL = { standing: 'official', checkedOn: '2026-11-24' } as const;
const SECONDARY = { standing: 'secondary', checkedOn: '2026-11-22' } as const;

/**
 * RMS level of room tone in dBFS. Loud enough to avoid dead pauses, but too quiet to be audible as noise. Stores
 * accept up to -60.
 */
const ROOM_TONE_DBFS = -78;

const BOOK: MasteringGoal = {
  loudness: { measure: 'integrated', lufs: -19 },
  truePeakDbtp: -1.5,
  sampleRate: 44_100,
  channels: 1,
  headSeconds: 0.5,
  tailSeconds: 1,
  evenVoices: true,
  roomToneDbfs: ROOM_TONE_DBFS,
};

/** ACX's range, which other stores have adopted. */
const STORE_RMS = { min: -23, max: -18 } as const;
/** Aims for the middle of the range, so that a short dedication is as loud as a chapter. */
const STORE_LOUDNESS: MasteringGoal['loudness'] = { measure: 'integrated', lufs: -20.5, rms: STORE_RMS };

const NO_BOUNDS: TargetFigures = { bounds: {}, packedAs: null, constantBitrate: false, sameChannels: true };
/** EBU R128 allows ±0.5 LU. */
const boundAround = (lufs: number) => ({ min: lufs - 0.5, max: lufs + 0.5 });

const SQUARE_COVER: CoverRules = {
  isNeeded: false,
  fewestPixels: 500,
  mostPixels: null,
  isSquare: true,
  formats: ['png', 'jpeg'],
};

const ALL_DETAILS: readonly BookField[] = [
  'title',
  'subtitle',
  'authors',
  'narrators',
  'publisher',
  'year',
  'series',
  'seriesNumber',
  'language',
  'isbn',
  'description',
  'copyright',
];
const COMMON_NEEDS: readonly BookField[] = ['title', 'authors', 'narrators'];

const OWN = {
  chapterMarks: false,
  cover: SQUARE_COVER,
  extras: [],
  needs: [],
  shows: ALL_DETAILS,
  source: null,
  synthetic: null,
} as const;

export const TARGETS: Readonly<Record<ExportTargetId, ExportTarget>> = {
  lines: {
    id: 'lines',
    ...OWN,
    shape: { kind: 'lines' },
    goal: null,
    encoding: null,
    name: null,
    figures: { ...NO_BOUNDS, sameChannels: false },
    cover: null,
  },
  chapters: {
    id: 'chapters',
    ...OWN,
    shape: { kind: 'chapters', credits: false },
    goal: BOOK,
    encoding: { codec: 'mp3', mode: 'cbr', bitrate: 128 },
    name: '{number} - {chapter}',
    figures: { ...NO_BOUNDS, bounds: { integratedLufs: boundAround(-19), truePeakDbtp: { max: -1 } } },
  },
  m4b: {
    id: 'm4b',
    ...OWN,
    shape: { kind: 'whole' },
    goal: BOOK,
    encoding: { codec: 'aac', bitrate: 96 },
    chapterMarks: true,
    name: '{book}',
    figures: {
      ...NO_BOUNDS,
      packedAs: ['aac'],
      bounds: { integratedLufs: boundAround(-19), truePeakDbtp: { max: -1 } },
    },
  },
  acx: {
    id: 'acx',
    shape: { kind: 'chapters', credits: true },
    goal: {
      ...BOOK,
      loudness: STORE_LOUDNESS,
      truePeakDbtp: -3.5,
      headSeconds: 0.75,
      tailSeconds: 2,
    },
    encoding: { codec: 'mp3', mode: 'cbr', bitrate: 192 },
    chapterMarks: false,
    name: '{number}_{chapter}',
    extras: ['cover'],
    figures: {
      bounds: {
        rmsDbfs: STORE_RMS,
        samplePeakDbfs: { max: -3 },
        noiseFloorDbfs: { max: -60 },
        headSeconds: { min: 0.5, max: 1 },
        tailSeconds: { min: 1, max: 5 },
        sampleRate: { min: 44_100, max: 44_100 },
        bitrate: { min: 192 },
        durationSeconds: { max: 120 * 60 },
      },
      packedAs: ['mp3'],
      constantBitrate: true,
      sameChannels: true,
    },
    cover: { ...SQUARE_COVER, isNeeded: true, fewestPixels: 2_400 },
    needs: COMMON_NEEDS,
    shows: ALL_DETAILS,
    source: SECONDARY,
    synthetic: { kind: 'refused', ...SECONDARY },
  },
  'google-play': {
    id: 'google-play',
    shape: { kind: 'chapters', credits: false },
    goal: { ...BOOK, loudness: { measure: 'integrated', lufs: -18 } },
    encoding: { codec: 'mp3', mode: 'cbr', bitrate: 128 },
    chapterMarks: false,
    name: '{isbn}_{number}of{files}',
    extras: ['cover'],
    figures: {
      bounds: { sampleRate: { min: 44_100 }, bitrate: { min: 128 } },
      stereoBitrate: { min: 256 },
      packedAs: ['mp3', 'aac', 'flac', 'wav'],
      constantBitrate: false,
      sameChannels: true,
    },
    cover: { ...SQUARE_COVER, isNeeded: true, fewestPixels: 1_024, mostPixels: 7_200, isSquare: false },
    needs: [...COMMON_NEEDS, 'isbn', 'language', 'description'],
    shows: ALL_DETAILS,
    source: OFFICIAL,
    synthetic: { kind: 'disclosed', how: null, ...SECONDARY },
  },
  'apple-books': {
    id: 'apple-books',
    shape: { kind: 'chapters', credits: true },
    goal: { ...BOOK, loudness: STORE_LOUDNESS, truePeakDbtp: -3.5, headSeconds: 0.75, tailSeconds: 2 },
    encoding: { codec: 'mp3', mode: 'cbr', bitrate: 192 },
    chapterMarks: false,
    name: '{number}_{chapter}',
    extras: ['cover'],
    figures: {
      bounds: {
        rmsDbfs: STORE_RMS,
        samplePeakDbfs: { max: -3 },
        noiseFloorDbfs: { max: -60 },
        sampleRate: { min: 44_100, max: 44_100 },
        bitrate: { min: 192 },
        durationSeconds: { max: 120 * 60 },
      },
      packedAs: ['mp3'],
      constantBitrate: true,
      sameChannels: true,
    },
    cover: { ...SQUARE_COVER, isNeeded: true, fewestPixels: 2_400 },
    needs: [...COMMON_NEEDS, 'language', 'description'],
    shows: ALL_DETAILS,
    source: SECONDARY,
    synthetic: { kind: 'unknown', ...SECONDARY },
  },
  spotify: {
    id: 'spotify',
    shape: { kind: 'chapters', credits: true },
    goal: { ...BOOK, loudness: { measure: 'integrated', lufs: -18 }, headSeconds: 0.75, tailSeconds: 2 },
    encoding: { codec: 'mp3', mode: 'cbr', bitrate: 192 },
    chapterMarks: false,
    name: '{number} - {chapter}',
    extras: ['cover'],
    figures: {
      bounds: { integratedLufs: { min: -20, max: -14 }, truePeakDbtp: { max: -1 }, sampleRate: { min: 44_100 } },
      packedAs: ['mp3', 'flac', 'wav'],
      constantBitrate: false,
      sameChannels: true,
    },
    cover: { ...SQUARE_COVER, isNeeded: true, fewestPixels: 2_400 },
    needs: [...COMMON_NEEDS, 'language', 'description'],
    shows: ALL_DETAILS,
    source: SECONDARY,
    synthetic: {
      kind: 'disclosed',
      how: { into: 'description', words: 'This audiobook is narrated by a digital voice.' },
      ...SECONDARY,
    },
  },
  kobo: {
    id: 'kobo',
    shape: { kind: 'chapters', credits: false },
    goal: BOOK,
    encoding: { codec: 'mp3', mode: 'cbr', bitrate: 192 },
    chapterMarks: false,
    name: '{number} - {chapter}',
    extras: ['cover'],
    // Kobo doesn't publish loudness requirements. These values are typical of its files.
    figures: {
      bounds: { sampleRate: { min: 44_100 } },
      packedAs: ['mp3', 'aac'],
      constantBitrate: false,
      sameChannels: true,
    },
    cover: { ...SQUARE_COVER, isNeeded: true, fewestPixels: 2_400 },
    needs: [...COMMON_NEEDS, 'language', 'description'],
    shows: ALL_DETAILS,
    source: SECONDARY,
    synthetic: { kind: 'disclosed', how: { into: 'narrators', words: 'synthesized voice' }, ...SECONDARY },
  },
  podcast: {
    id: 'podcast',
    shape: { kind: 'whole' },
    goal: { ...BOOK, loudness: { measure: 'integrated', lufs: -16 }, channels: 2 },
    encoding: { codec: 'mp3', mode: 'cbr', bitrate: 128 },
    chapterMarks: true,
    name: '{book}',
    extras: ['cover', 'chapters', 'transcript'],
    figures: {
      bounds: { integratedLufs: { min: -17, max: -15 }, truePeakDbtp: { max: -1 } },
      packedAs: ['mp3', 'aac'],
      constantBitrate: false,
      sameChannels: true,
    },
    cover: { ...SQUARE_COVER, isNeeded: true, fewestPixels: 1_400, mostPixels: 3_000 },
    needs: ['title', 'authors', 'description', 'language'],
    shows: ALL_DETAILS,
    source: SECONDARY,
    synthetic: { kind: 'disclosed', how: null, ...SECONDARY },
  },
  'retail-sample': {
    id: 'retail-sample',
    ...OWN,
    shape: { kind: 'sample', longestSeconds: 5 * 60 },
    goal: { ...BOOK, loudness: STORE_LOUDNESS, truePeakDbtp: -3.5, headSeconds: 0.75, tailSeconds: 2 },
    encoding: { codec: 'mp3', mode: 'cbr', bitrate: 192 },
    name: '{book} - Sample',
    figures: {
      bounds: {
        rmsDbfs: STORE_RMS,
        samplePeakDbfs: { max: -3 },
        noiseFloorDbfs: { max: -60 },
        sampleRate: { min: 44_100, max: 44_100 },
        bitrate: { min: 192 },
        durationSeconds: { max: 5 * 60 },
      },
      packedAs: ['mp3'],
      constantBitrate: true,
      sameChannels: true,
    },
    cover: null,
    source: SECONDARY,
  },
};

export const targetsInOrder = (): readonly ExportTarget[] => EXPORT_TARGETS.map((id) => TARGETS[id]);
