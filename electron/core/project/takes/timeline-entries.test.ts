import { makeTimeline } from '@lectern/audio/timeline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlaybackEntry } from '../../../../shared/model/listening.ts';
import { lineNumber } from '../../../../shared/rules/line-number.ts';
import type { Project } from '../project.ts';
import { CONNECTION, castAll, giveTake, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { ReviewStore } from './review-store.ts';

const SCRIPT = `# The Play

## Act One

LANE: Yes, sir. [pause 0.4s] No, sir.

[pause 1.5s]

(He goes.)

LANE: [pause 0s]

ALGERNON: The tea, Lane.

## Act Two

LANE: It is here.
`;

let workshop: Workshop;
let project: Project;
let review: ReviewStore;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  review = new ReviewStore(project.db);
  save(project, SCRIPT);
  castAll(project);
});
afterEach(() => workshop.clear());

const chapterNamed = (title: string): number | null =>
  project.script.chapters().find((chapter) => chapter.title === title)?.id ?? null;
const lines = (entries: readonly PlaybackEntry[]) => entries.filter((entry) => entry.kind === 'line');
const ofChapter = (title: string) => review.timelineEntries({ chapterId: chapterNamed(title) });
const lineOf = (text: string) => {
  const line = project.lines.states().find((one) => one.text === text);
  if (!line) throw new Error(`there is no line “${text}”`);
  return line;
};

/** A take beside those that a line has. */
async function anotherTake(text: string): Promise<number> {
  const line = lineOf(text);
  const built = project.lines.requestOf(line.id);
  if (!built.ok) throw new Error(`“${text}” can't be rendered`);
  const { hash, sizeBytes } = await project.takes.putAudio(Buffer.from(`another of ${text}`), 'wav');
  return project.takes.addTake({
    lineId: line.id,
    renderKey: String(line.renderKey),
    request: built.request,
    audioHash: hash,
    format: 'wav',
    sampleRate: 24_000,
    sizeBytes,
    durationSeconds: 3,
    source: CONNECTION,
    jobId: null,
    createdAt: 1,
  });
}

describe('what a chapter is to be heard as', () => {
  it('has its heading, its lines and its pauses in order; directions are silent', () => {
    giveTakes(project);
    const shape = ofChapter('Act One').map((entry) =>
      entry.kind === 'pause'
        ? entry.seconds
        : [entry.roles.join(), entry.isHeading, entry.pauseBeforeSeconds, entry.pauseAfterSeconds],
    );
    expect(shape).toEqual([
      ['NARRATOR', true, null, null],
      ['NARRATOR', true, null, null],
      ['LANE', false, null, 0.4],
      ['LANE', false, null, null],
      1.5,
      0,
      ['ALGERNON', false, null, null],
    ]);
    const [, , first, second] = lines(ofChapter('Act One'));
    expect(first?.paragraphId).toBe(second?.paragraphId);
  });

  it('is laid out with the marks that stand between its lines', () => {
    giveTakes(project);
    const pauses = makeTimeline(ofChapter('Act One')).items.filter((item) => item.kind === 'pause');
    expect(pauses.map(({ reason }) => reason)).toEqual(['heading', 'heading', 'mark', 'mark']);
    expect(pauses.map((pause) => pause.endSeconds - pause.startSeconds)).toEqual([
      expect.closeTo(1.2),
      expect.closeTo(1.2),
      expect.closeTo(0.4),
      expect.closeTo(1.5),
    ]);
  });

  it('numbers lines by their chapters', () => {
    const numbers = lines([...ofChapter('Act One'), ...ofChapter('Act Two')]).map(lineNumber);
    expect(numbers).toEqual(['1.1', '1.2', '1.3', '1.4', '1.5', '2.1', '2.2']);
  });

  it('has for each line the take that it exports, else its latest, with its trim and gain', async () => {
    const older = await giveTake(project, lineOf('The tea, Lane.'));
    const newer = await anotherTake('The tea, Lane.');
    const heard = () => lines(ofChapter('Act One')).at(-1);
    project.decisions.pick(older, { keep: false });
    project.decisions.setTrim(older, { startSeconds: 0.25, endSeconds: 0.5 });
    project.decisions.setGain(older, -4);
    expect(heard()?.take).toMatchObject({
      takeId: older,
      number: 1,
      trimStartSeconds: 0.25,
      trimEndSeconds: 0.5,
      gainDb: -4,
    });
    project.decisions.setVerdict(older, 'rejected');
    expect(heard()).toMatchObject({ takes: 2, take: { takeId: newer, number: 2 } });
    expect(lines(ofChapter('Act One'))[0]?.take).toBeNull();
  });

  it('says of a line whose take has lost its file what is wrong, and has no take for it', async () => {
    const takeId = await giveTake(project, lineOf('The tea, Lane.'));
    project.db.prepare("UPDATE takes SET audio_problem = 'missing' WHERE id = ?").run(takeId);
    expect(lines(ofChapter('Act One')).at(-1)).toMatchObject({ take: null, audioProblem: 'missing' });
  });

  it('is nothing where there is no such chapter', () => {
    expect(review.timelineEntries({ chapterId: 4_711 })).toEqual([]);
  });
});

describe('what some lines are to be heard as', () => {
  it('has them in the order that was asked for, without the script’s pauses, and leaves out what has gone', () => {
    giveTakes(project);
    const wanted = ['It is here.', 'Yes, sir.', 'The tea, Lane.'].map((text) => lineOf(text).id);
    const entries = review.timelineEntries({ lineIds: [...wanted, 4_711] });
    expect(lines(entries).map(({ lineId }) => lineId)).toEqual(wanted);
    expect(entries).toHaveLength(3);
  });
});
