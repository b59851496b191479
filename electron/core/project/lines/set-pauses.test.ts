import { makeTimeline } from '@lectern/audio/timeline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Project } from '../project.ts';
import { ReviewStore } from '../takes/review-store.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { customPauseOf, setPause, usualPauseBefore } from './set-pauses.ts';

const SCRIPT = `# The Play

## Act One

LANE: Yes, sir. [pause 0.4s] No, sir.

[pause 1.5s]

[pause 0.5s]

ALGERNON: The tea, Lane.

ALGERNON: And the bread.

LANE: Here it is,

[scene break]

ALGERNON: Oh …

## Act Two

LANE: It is here.
`;

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, SCRIPT);
  castAll(project);
});
afterEach(() => workshop.clear());

it.each([false, true])('the default pause before each line matches playback: %s', (followPunctuation) => {
  project.updateSettings({ followPunctuation });
  giveTakes(project);
  const chapters = project.script.chapters().map(({ id }) => id);
  const entries = chapters.flatMap((chapterId) => new ReviewStore(project.db).timelineEntries({ chapterId }));
  const { items } = makeTimeline(entries, { followPunctuation });
  const heard = new Map<number, { seconds: number; reason: string } | null>();
  for (const [index, item] of items.entries()) {
    const before = items[index - 1];
    if (item.kind !== 'clip') continue;
    const seconds = before ? before.endSeconds - before.startSeconds : 0;
    heard.set(item.line.lineId, before?.kind === 'pause' ? { seconds, reason: before.reason } : null);
  }
  const ids = project.lines.states().map(({ id }) => id);
  expect(heard.size).toBe(ids.length);
  for (const [index, id] of ids.entries()) {
    const usual = usualPauseBefore(project.db, { id, previousLineId: ids[index - 1] ?? null }, project.settings());
    expect(usual?.reason).toBe(heard.get(id)?.reason);
    expect(usual?.seconds ?? 0).toBeCloseTo(heard.get(id)?.seconds ?? 0, 6);
  }
});

it('one that is set does not change what is usual there', () => {
  const [first, second] = project.lines.states().map(({ id }) => id);
  const place = { id: second ?? 0, previousLineId: first ?? 0 };
  const before = usualPauseBefore(project.db, place, project.settings());
  setPause(project.db, place.id, 3);
  expect(customPauseOf(project.db, place.id)).toBe(3);
  expect(usualPauseBefore(project.db, place, project.settings())).toEqual(before);
});
