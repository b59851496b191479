import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RECORDING_ORIGIN } from '../../../../shared/model/connection.ts';
import type { AudioAnalysis } from '../../../../shared/model/take.ts';
import { writeCover } from '../../app/library/cover.ts';
import { pngPicture } from '../../app/library/testing/pictures.ts';
import type { Project } from '../../project/project.ts';
import { castAll, giveTake, save, Workshop } from '../../project/testing/test-project.ts';
import { measuredAs } from '../../project/testing/test-takes.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { AUDIO_LIST_FILE } from '../files/audio-list.ts';
import { planWithoutAnalysis } from '../plan/plan-export.ts';
import { exportUnmeasured, WHOLE } from '../testing/write-plans.ts';
import type { AudioTargetId } from './target-settings.ts';

const SCRIPT = `# One

ADA: Hello.

ADA: Good morning.

# Two

ADA: Good night.
`;

const PNG = pngPicture(2_400, 2_400);

let workshop: Workshop;
let project: Project;
beforeEach(async () => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, SCRIPT);
  castAll(project);
  for (const line of project.lines.states()) await giveTake(project, line);
});
afterEach(() => workshop.clear());

/** @param analyseAudio of takes that were not measured */
async function delivered(target: AudioTargetId, analyseAudio?: () => Promise<AudioAnalysis>) {
  const order = { ...WHOLE, target, untitled: 'Opening' };
  const ports = { clock: new FakeClock(), ...(analyseAudio && { workers: { analyseAudio } }) };
  return (await exportUnmeasured(project, order, workshop.path('out'), ports)).audio;
}

const startsOf = (rows: Awaited<ReturnType<typeof delivered>>['files']): number[] =>
  rows.flatMap(({ chapters }) => chapters.flatMap(({ lines }) => lines.map(([, start]) => Number(start.toFixed(3)))));

describe('a finished project', () => {
  it('has the pauses of the project, within chapters and between them', async () => {
    const { pauses } = project.settings();
    project.updateSettings({ pauses: { ...pauses, heading: 2, paragraph: 0.25, chapter: 4 } });
    const { files } = await delivered('chapters');
    expect(startsOf(files)).toEqual([0.5, 3.5, 4.75, 0.5, 3.5]);
    const { files: whole } = await delivered('podcast');
    expect(startsOf(whole)).toEqual([0.5, 3.5, 4.75, 9.75, 12.75]);
  });

  it('has takes without the silence at their ends, as they were measured before or are measured now', async () => {
    const [, first, second] = project.lines.states();
    const hashOf = (line: typeof first) => line?.pick?.audioHash ?? '';
    project.takes.putAnalysis(hashOf(first), measuredAs({ headSilenceSeconds: 0.25, tailSilenceSeconds: 0.35 }));
    project.takes.putAnalysis(hashOf(second), measuredAs({ headSilenceSeconds: 0, tailSilenceSeconds: 0.3 }));
    const silent = measuredAs({ headSilenceSeconds: 0.15 });
    const clips = async (measured = silent) =>
      (await delivered('podcast', async () => measured)).files.flatMap(({ chapters }) =>
        chapters.flatMap(({ lines }) =>
          lines.map(([, start, end, from]) => [(end - start).toFixed(2), from.toFixed(2)].join(' from ')),
        ),
      );
    expect(await clips()).toEqual([
      '0.90 from 0.10',
      '0.55 from 0.20',
      '0.80 from 0.00',
      '0.90 from 0.10',
      '0.90 from 0.10',
    ]);
    project.updateSettings({ cutSilentEnds: false });
    expect(await clips()).toEqual(Array(5).fill('1.00 from 0.00'));
  });

  it('has what a podcast takes besides: chapters and the words at their times, and a cover', async () => {
    await writeCover(project.dir, PNG);
    const { files, extras } = await delivered('podcast');
    expect(files.map(({ file }) => file)).toEqual(['Play.mp3']);
    expect(extras.map(({ file }) => file)).toEqual(['cover.png', 'Play.chapters.json', 'Play.vtt']);
    const out = workshop.path('out');
    expect(readFileSync(join(out, 'cover.png')).equals(PNG)).toBe(true);
    expect(JSON.parse(readFileSync(join(out, 'Play.chapters.json'), 'utf8'))).toMatchObject({
      version: '1.2.0',
      chapters: [
        { title: 'One', startTime: 0, endTime: 7.8 },
        { title: 'Two', startTime: 7.8 },
      ],
    });
    const transcript = readFileSync(join(out, 'Play.vtt'), 'utf8');
    expect(transcript).toContain('00:00:02.700 --> 00:00:03.700\n<v ADA>Hello.');
    expect(transcript).toContain('00:00:10.000 --> 00:00:11.000\n<v ADA>Good night.');
    expect(await delivered('podcast')).toMatchObject({ written: 0, unchanged: 4 });
  });

  it('records the source type of each file in its tags and in the list', async () => {
    project.book.change({ language: 'de' });
    const [, , , last] = project.lines.states();
    project.db
      .prepare(`UPDATE takes SET source = json_set(source, '$.origin', ?) WHERE line_id = ?`)
      .run(RECORDING_ORIGIN, last?.id ?? 0);
    const { files } = await delivered('kobo');
    expect(files.map(({ digitalSourceType }) => digitalSourceType?.split('/').at(-1))).toEqual([
      'trainedAlgorithmicMedia',
      'compositeWithTrainedAlgorithmicMedia',
    ]);
    const order = { ...WHOLE, target: 'kobo', untitled: 'Opening' } as const;
    const plan = await planWithoutAnalysis(project, order, workshop.path('out'));
    expect(plan.content.files.map(({ content }) => content.kind === 'audio' && content.tags.disclosure)).toEqual([
      'Dieses Hörbuch wird von einer digitalen Stimme gelesen.',
      'Teile dieses Hörbuchs werden von einer digitalen Stimme gelesen.',
    ]);
    expect(JSON.parse(readFileSync(join(workshop.path('out'), AUDIO_LIST_FILE), 'utf8')).disclosure).toMatchObject({
      language: 'de',
      description: { text: 'Teile dieses Hörbuchs werden von einer digitalen Stimme gelesen.', isPrescribed: false },
      narrator: 'synthesized voice',
      cover: 'Digitale Stimme',
      spoken: null,
    });
    expect(await delivered('kobo')).toMatchObject({ written: 0 });
  });

  it('doesn’t disclose anything if all takes are recordings', async () => {
    project.db.prepare(`UPDATE takes SET source = json_set(source, '$.origin', ?)`).run(RECORDING_ORIGIN);
    const { files } = await delivered('spotify');
    expect(new Set(files.map(({ digitalSourceType }) => digitalSourceType))).toEqual(
      new Set(['http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture']),
    );
    const out = workshop.path('out');
    expect(JSON.parse(readFileSync(join(out, AUDIO_LIST_FILE), 'utf8')).disclosure).toBeUndefined();
    const order = { ...WHOLE, target: 'spotify', untitled: 'Opening' } as const;
    const plan = await planWithoutAnalysis(project, order, out);
    const [first] = plan.content.files;
    expect(first?.content).toMatchObject({ tags: { disclosure: null, description: null } });
  });

  it('is listed with the files of its target alone', async () => {
    await delivered('chapters');
    const { files, binned } = await delivered('podcast');
    expect(files.map(({ file }) => file)).toEqual(['Play.mp3']);
    expect(binned).toBe(2);
    const listed = JSON.parse(readFileSync(join(workshop.path('out'), AUDIO_LIST_FILE), 'utf8'));
    const names = listed.files.map(({ file }: { readonly file: string }) => file);
    expect(names).toEqual(['Play.mp3', 'Play.chapters.json', 'Play.vtt']);
  });
});
