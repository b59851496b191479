import { describe, expect, it } from 'vitest';
import type { ExportNotice, ExportReport, LineReason } from '../../shared/model/export/export.ts';
import { outcomeText, reportText } from './export-report.tsx';

const report: ExportReport = {
  outcome: 'done',
  problem: null,
  startedAt: 0,
  finishedAt: 1,
  outDir: '/out',
  format: 'wav',
  files: 3,
  written: 3,
  moved: 0,
  unchanged: 0,
  binned: 0,
  binFolder: null,
  sizeBytes: 0,
  durationSeconds: 0,
  failed: [],
  failedLines: 0,
  leftOut: [],
  leftOutLines: 0,
  verdict: null,
  notices: [],
};

describe('what became of an export', () => {
  it('says how many files there are, and what could not be exported', () => {
    expect(outcomeText(report)).toBe('3 files in /out.');
    expect(outcomeText({ ...report, failedLines: 1 })).toBe('3 files in /out; 1 line could not be exported.');
  });

  it('says how many lines were left out, also in the copied report, which names them', () => {
    const leftOut = [{ lineId: 7, number: 2, reason: { kind: 'no-take' } as const }];
    const some = { ...report, leftOut, leftOutLines: 3 };
    expect(outcomeText(some)).toBe('3 files in /out, with 3 lines missing.');
    expect(outcomeText({ ...some, failedLines: 1, leftOutLines: 1 })).toBe(
      '3 files in /out; 1 line could not be exported, 1 line is missing.',
    );
    expect(reportText(some, 'Play')).toContain('Lines left out:\n  Line 2: It has no take.\n  and 2 lines more');
  });

  it('names each line with its reason, and what an earlier version said', () => {
    const reasons: LineReason[] = [
      { kind: 'audio-changed', path: '/p/1.wav' },
      { kind: 'not-convertible', detail: 'no frames' },
      { kind: 'file-in-use', file: '02.wav' },
      { kind: 'said', sentence: 'It’s gone {for good}.' },
    ];
    const failed = reasons.map((reason, at) => ({ lineId: at, number: at + 1, reason }));
    const rows = reportText({ ...report, failed, failedLines: 4 }, 'Play').split('\n');
    expect(rows.slice(-4)).toEqual([
      '  Line 1: Its audio file is damaged (/p/1.wav); put it back, or render the line again.',
      "  Line 2: Its audio can't be exported: no frames",
      "  Line 3: “02.wav” can't be moved or replaced: it is open in another program or protected. Close it there.",
      '  Line 4: It’s gone {for good}.',
    ]);
  });

  it('says what else there is to say, of one and of many', () => {
    const notices: ExportNotice[] = [
      { kind: 'avoided', files: 1 },
      { kind: 'avoided', files: 2 },
      { kind: 'binned', files: 1, folder: 'bin/1' },
      { kind: 'not-binned', file: '02.wav', files: 1 },
      { kind: 'held-back', lines: [{ label: '1.2', decibels: 1 }] },
      {
        kind: 'held-back',
        lines: [
          { label: '1.2', decibels: 1 },
          { label: '1.3', decibels: 2.04 },
        ],
      },
      { kind: 'renamed', file: '01.wav', files: 3 },
      { kind: 'said', sentence: 'A notice.' },
    ];
    expect(
      reportText({ ...report, notices }, 'Play')
        .split('\n')
        .slice(-8),
    ).toEqual([
      '1 file was given another name, because the original name was taken.',
      '2 files were given another name, because the original name was taken.',
      '1 replaced or outdated file moved to bin/1.',
      '“02.wav” couldn’t be moved to the bin, because another program is using it. The next export will try again.',
      'The gain for line 1.2 (by 1.0 dB) was reduced to avoid clipping.',
      'The gain for lines 1.2 (by 1.0 dB), 1.3 (by 2.0 dB) was reduced to avoid clipping.',
      '“01.wav” and 2 more were renamed, because another file with the same name appeared during the export.',
      'A notice.',
    ]);
  });

  it('says that what is complete stays, where it did not end', () => {
    expect(outcomeText({ ...report, outcome: 'cancelled', files: 1 })).toBe(
      'Cancelled. 1 file in /out is complete and kept. Export again to continue.',
    );
    expect(
      outcomeText({ ...report, outcome: 'stopped', problem: { kind: 'said', sentence: 'The drive is full.' } }),
    ).toBe('Export stopped. The drive is full. 3 files in /out are complete and kept. Export again to continue.');
  });

  it('says that nothing was written where nothing was', () => {
    const none = { ...report, files: 0 };
    expect(outcomeText({ ...none, outcome: 'cancelled' })).toBe('Cancelled. Nothing was written to /out.');
    expect(outcomeText({ ...none, outcome: 'closed' })).toBe(
      'The project was closed during the export. Nothing was written to /out.',
    );
    expect(
      outcomeText({ ...none, outcome: 'stopped', problem: { kind: 'said', sentence: 'The folder is gone.' } }),
    ).toBe('Export stopped. The folder is gone. Nothing was written to /out.');
    expect(outcomeText({ ...none, failedLines: 2 })).toBe(
      'Nothing was written to /out; 2 lines could not be exported.',
    );
  });
});
