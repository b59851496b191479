import { describe, expect, it } from 'vitest';
import type { FileFigures } from '../../model/export/check-report.ts';
import { checkReport, gapsInTakes, type MeasuredFile } from './check-report.ts';
import { TARGETS } from './export-targets.ts';

const GOOD: FileFigures = {
  packedAs: 'mp3',
  integratedLufs: -19,
  rmsDbfs: -20.5,
  samplePeakDbfs: -3.2,
  truePeakDbtp: -3.1,
  noiseFloorDbfs: -70,
  headSeconds: 0.75,
  tailSeconds: 2,
  sampleRate: 44_100,
  channels: 1,
  bitrate: 192,
  constantBitrate: true,
  durationSeconds: 600,
  sizeBytes: 14_400_000,
  clippedSamples: 0,
  peakAt: 61,
  quietestAt: 3,
  clicks: { count: 0, at: [] },
  digitalSilences: { count: 0, at: [] },
};
const LINES = [
  { startSeconds: 1, endSeconds: 60, lineId: 11, line: '1.1' },
  { startSeconds: 60.5, endSeconds: 90, lineId: 12, line: '1.2' },
];
const never = (): never => {
  throw new RangeError('there is no such line');
};
const file = (figures: Partial<FileFigures> = {}): MeasuredFile => ({
  file: '01.mp3',
  figures: { ...GOOD, ...figures },
  problem: null,
  lines: LINES,
});
const failing = (figures: Partial<FileFigures>, target = TARGETS.acx) =>
  checkReport(target, [file(figures)]).files[0]?.rows.filter(({ result }) => result !== 'pass') ?? [];

describe('gaps of digital silence', () => {
  const silence = (fromSeconds: number, toSeconds: number) => ({ fromSeconds, toSeconds });

  it('are all that there are where no lines are known', () => {
    expect(gapsInTakes([silence(2, 3), silence(60, 60.5)], [])).toEqual({ count: 2, at: [2, 60] });
  });

  it('are those within takes where lines are known: pauses between them were placed', () => {
    expect(gapsInTakes([silence(59.9, 60.55), silence(90, 95)], LINES)).toEqual({ count: 0, at: [] });
    expect(gapsInTakes([silence(20, 20.5), silence(60, 60.5), silence(70, 71)], LINES)).toEqual({
      count: 2,
      at: [20, 70],
    });
    // A silent take between two pauses is one silence in the file.
    const lines = [...LINES, { startSeconds: 92, endSeconds: 94, lineId: 13, line: '1.3' }];
    expect(gapsInTakes([silence(89.95, 99)], lines)).toEqual({ count: 1, at: [92] });
    // Two silent takes after each other are two gaps.
    expect(gapsInTakes([silence(0, 95)], LINES)).toEqual({ count: 2, at: [1, 60.5] });
  });

  it('names the first fifty', () => {
    const many = Array.from({ length: 60 }, (_, index) => silence(index, index + 0.5));
    const found = gapsInTakes(many, [{ startSeconds: 0, endSeconds: 100, lineId: 1, line: '1.1' }]);
    expect([found.count, found.at.length]).toEqual([60, 50]);
  });
});

describe('a report on finished files', () => {
  it('meets the figures where every one is within its bounds', () => {
    const report = checkReport(TARGETS.acx, [file(), file()]);
    expect(report.meetsFigures).toBe(true);
    expect(report.files[0]?.rows.map(({ kind }) => kind)).toEqual([
      'packing',
      'integratedLufs',
      'rmsDbfs',
      'samplePeakDbfs',
      'noiseFloorDbfs',
      'headSeconds',
      'tailSeconds',
      'sampleRate',
      'bitrate',
      'durationSeconds',
      'constant-bitrate',
      'same-channels',
      'clipping',
      'clicks',
      'digital-silence',
    ]);
  });

  it('has both measures of loudness where the target bounds one of them', () => {
    const rows = (target = TARGETS.acx) =>
      checkReport(target, [file()]).files[0]?.rows.filter(
        ({ kind }) => kind === 'integratedLufs' || kind === 'rmsDbfs',
      );
    expect(rows()).toEqual([
      { kind: 'integratedLufs', result: 'pass', value: -19, bound: null, places: [] },
      { kind: 'rmsDbfs', result: 'pass', value: -20.5, bound: { min: -23, max: -18 }, places: [] },
    ]);
    expect(rows(TARGETS.chapters)).toMatchObject([{ bound: { min: -19.5 } }, { value: -20.5, bound: null }]);
    expect(rows(TARGETS.kobo)).toEqual([]);
  });

  it('names the line that is too loud', () => {
    expect(failing({ samplePeakDbfs: -2.6 })).toEqual([
      {
        kind: 'samplePeakDbfs',
        result: 'fail',
        value: -2.6,
        bound: { max: -3 },
        places: [{ seconds: 61, lineId: 12, line: '1.2' }],
      },
    ]);
  });

  it('compares as figures are shown, so that none says “-3.0, at most -3.0, fail”', () => {
    expect(failing({ samplePeakDbfs: -2.96, headSeconds: 0.498 })).toEqual([]);
    expect(failing({ samplePeakDbfs: -2.94 }).map(({ kind }) => kind)).toEqual(['samplePeakDbfs']);
  });

  it('takes silence for quiet enough, and never for loud enough', () => {
    expect(failing({ noiseFloorDbfs: null, samplePeakDbfs: null })).toEqual([]);
    expect(failing({ rmsDbfs: null }).map(({ kind }) => kind)).toEqual(['rmsDbfs']);
  });

  it('wants twice the bitrate for two channels where a store does', () => {
    const google = TARGETS['google-play'];
    expect(failing({ bitrate: 128 }, google)).toEqual([]);
    expect(failing({ bitrate: 128, channels: 2 }, google).map(({ kind }) => kind)).toEqual(['bitrate']);
  });

  it('has clicks and gaps to be listened to, which fail nothing', () => {
    const clicks = { count: 2, at: [0.2, 70] };
    const report = checkReport(TARGETS.acx, [file({ clicks })]);
    expect(report.meetsFigures).toBe(true);
    expect(failing({ clicks })).toMatchObject([
      { kind: 'clicks', result: 'look', value: 2, places: [{ line: '1.1' }, { line: '1.2' }] },
    ]);
  });

  it('fails a row for each kind of suspicious take, with its lines, and meets the figures all the same', () => {
    const [first, second] = LINES.map((line) => ({ ...line, suspicions: ['clipping' as const] }));
    const lines = [first ?? never(), { ...(second ?? never()), suspicions: ['silent' as const, 'clipping' as const] }];
    const report = checkReport(TARGETS.acx, [{ ...file(), lines }]);
    expect(report.files[0]?.rows.filter(({ result }) => result === 'fail')).toEqual([
      {
        kind: 'take-silent',
        result: 'fail',
        value: 1,
        bound: { max: 0 },
        places: [{ seconds: 60.5, lineId: 12, line: '1.2' }],
      },
      {
        kind: 'take-clipping',
        result: 'fail',
        value: 2,
        bound: { max: 0 },
        places: [
          { seconds: 1, lineId: 11, line: '1.1' },
          { seconds: 60.5, lineId: 12, line: '1.2' },
        ],
      },
    ]);
    expect(report).toMatchObject({ meetsFigures: true, suspiciousLines: 2 });
  });

  it('says that no take is suspicious only where takes were judged', () => {
    const judged = { ...file(), lines: LINES.map((line) => ({ ...line, suspicions: [] })) };
    expect(checkReport(TARGETS.acx, [judged]).suspiciousLines).toBe(0);
    expect(checkReport(TARGETS.acx, [file()])).not.toHaveProperty('suspiciousLines');
  });

  it('counts the lines that were compared with their text, and lists the others', () => {
    const [first = never(), second = never()] = LINES;
    const lines = [
      { ...first, isCompared: true, suspicions: ['words' as const] },
      { ...second, isCompared: false, suspicions: [] },
    ];
    const rows = checkReport(TARGETS.acx, [{ ...file(), lines }]).files[0]?.rows ?? [];
    expect(rows.find(({ kind }) => kind === 'words')).toEqual({
      kind: 'words',
      result: 'look',
      value: 1,
      bound: null,
      places: [{ seconds: 60.5, lineId: 12, line: '1.2' }],
      words: { compared: 1, suspicious: 1, notCompared: 1 },
    });
    expect(rows.map(({ kind }) => kind)).toContain('take-words');
    expect(checkReport(TARGETS.acx, [file()]).files[0]?.rows.map(({ kind }) => kind)).not.toContain('words');
  });

  it('fails with files of different channels, and with one that can’t be read', () => {
    const mixed = checkReport(TARGETS.acx, [file(), file({ channels: 2 })]);
    expect(mixed.files[1]?.rows.filter(({ result }) => result === 'fail').map(({ kind }) => kind)).toEqual([
      'same-channels',
    ]);
    const unread = { file: 'x', figures: null, problem: 'It is no audio.', lines: [] };
    expect(checkReport(TARGETS.lines, [unread]).meetsFigures).toBe(false);
  });
});
