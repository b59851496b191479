import type { MatchedPickups, Pickup, PickupList, PickupPlace } from '../../../shared/model/pickups.ts';
import type { Project } from '../project/project.ts';
import { notesOf } from '../project/takes/note-store.ts';
import { type MatchedPlace, matchPickups } from './match-pickups.ts';
import { readPickupScript } from './pickup-script.ts';

/** Matches a list with the project's lines without changing anything. @throws ProjectError */
export async function matchProjectPickups(project: Project, list: PickupList): Promise<MatchedPickups> {
  const script = await readPickupScript(project);
  const matched = matchPickups(script, list.pickups);
  const lineIds = new Set(matched.flatMap(({ places }) => places.map(({ lineId }) => lineId)));
  const notes = notesOf(project.db, [...lineIds]);
  return {
    matches: matched.map(({ pickup, confidence, places }) => ({
      pickup: { ...pickup, times: [...pickup.times], phrases: [...pickup.phrases] },
      confidence,
      places: places.map((place) => withStatedTake(project, pickup, place)),
      isKnown: notes.get(places[0]?.lineId ?? 0)?.some(({ text }) => text === pickup.note) ?? false,
    })),
    lines: script.lines.flatMap(({ lineId, line, chapterId, roles, text }) => {
      const chapterTitle = script.chapters.find(({ id }) => id === chapterId)?.title ?? '';
      return lineIds.has(lineId) ? [{ lineId, line, chapterTitle, roles: [...roles], text }] : [];
    }),
    leftOut: [...list.leftOut],
  };
}

const TAKE_BY_NUMBER = 'SELECT id FROM takes WHERE line_id = ? ORDER BY id LIMIT 1 OFFSET ?';

/** A row of Lectern's own export may refer to a take other than the current one. */
function withStatedTake({ db }: Project, { take, takeSeconds }: Pickup, place: MatchedPlace): PickupPlace {
  if (take === null || take < 1) return place;
  const stated = db.prepare<{ readonly id: number }>(TAKE_BY_NUMBER).get(place.lineId, take - 1);
  return stated ? { ...place, takeId: stated.id, seconds: takeSeconds } : place;
}
