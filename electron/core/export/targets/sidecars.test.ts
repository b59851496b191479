// Subtitles, chapters and labels for finished files: the times are those that the export of the files notes for each line.

import { KEPT_SILENCE_SECONDS } from '@lectern/audio/timeline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TargetChanges } from '../../../../shared/model/export/delivery.ts';
import { SIDECAR_TARGETS } from '../../../../shared/model/export/export-target.ts';
import { giveTake } from '../../project/testing/test-project.ts';
import { measuredAs } from '../../project/testing/test-takes.ts';
import { Scribe } from '../testing/scribe.ts';
import { CHAPTERS, cuesIn, portsWith, TimedWorkshop } from '../testing/timed-texts.ts';
import type { AudioTargetId } from './target-settings.ts';

let workshop: TimedWorkshop;
beforeEach(() => {
  workshop = new TimedWorkshop();
});
afterEach(() => workshop.clear());

const TARGETS = [
  ['m4b', undefined],
  ['podcast', undefined],
  ['podcast', { format: 'm4a' }],
  ['podcast', { format: 'opus' }],
  ['chapters', { format: 'ogg' }],
  ['chapters', { format: 'flac' }],
  ['chapters', { format: 'wav', goal: { sampleRate: 22_050 } }],
  ['acx', undefined],
  ['retail-sample', undefined],
] as const satisfies readonly (readonly [AudioTargetId, TargetChanges | undefined])[];

describe('texts for finished files', () => {
  it.each(TARGETS)('of %s (%j) have the times of its files, as the export notes them', async (target, changes) => {
    for (const line of workshop.project.lines.states()) await giveTake(workshop.project, line);
    workshop.project.updateSettings({ cutSilentEnds: true, authorisedTargets: ['acx'] });
    const measured = measuredAs({ headSilenceSeconds: 0.2, tailSilenceSeconds: 0.3 });
    const out = workshop.path('out');
    const mastering = new Scribe(target === 'm4b' || changes?.format === 'm4a' ? 'aac' : 'text');
    const ports = portsWith(measured);
    const { files } = await workshop.audioOf(target, out, changes, { ...ports, mastering });
    const { report, read } = await workshop.textsOf('srt', target, changes, ports);
    expect(report.files).toEqual(files.map(({ file }) => file.replace(/[.][a-z0-9]+$/, '.srt')));
    for (const [index, { chapters }] of files.entries()) {
      const noted = chapters.flatMap(({ lines }) => lines.map(([, from, to]) => [from, to]));
      expect(noted.length).toBeGreaterThan(0);
      const cues = cuesIn(read(report.files[index] ?? ''));
      expect(cues.length).toBe(noted.length);
      for (const [at, cue] of cues.entries()) {
        const [from = 0, to = 0] = noted[at] ?? [];
        // What is left of the silence at the ends of takes is no part of what is heard.
        expect(cue[0]).toBeCloseTo(from + KEPT_SILENCE_SECONDS.head, 2);
        expect(cue[1]).toBeCloseTo(to - KEPT_SILENCE_SECONDS.tail, 2);
      }
    }
  });

  it('are under the names of the files, one of each', async () => {
    for (const line of workshop.project.lines.states()) await giveTake(workshop.project, line);
    for (const form of SIDECAR_TARGETS) {
      const { report } = await workshop.textsOf(form, 'chapters');
      expect(report).toMatchObject({ written: CHAPTERS, failed: [], leftOut: [] });
      expect(report.files[0]).toMatch(/^01 - Chapter 1\.(srt|vtt|transcript\.json|chapters\.json|labels\.txt)$/);
      expect(await workshop.textsOf(form, 'chapters')).toMatchObject({ report: { written: 0, unchanged: CHAPTERS } });
    }
  });

  it('say which lines are not heard, and are none where no line is', async () => {
    const { report } = await workshop.textsOf('vtt', 'm4b');
    expect(report).toMatchObject({ files: [], verdict: { kind: 'incomplete' } });
    expect(report.leftOut).toHaveLength(CHAPTERS * 4);
    expect(report.leftOut[0]).toMatchObject({ label: '1.1', reason: { kind: 'no-take' } });
  });
});
