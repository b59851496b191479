// What tells chapters of one title apart, wherever chapters of several parts stand in one list.
import type { Chapter } from '../../shared/ipc/project-requests.ts';
import { words } from '../locales/words.ts';
import { chapterTitle } from './format.ts';

const t = words('ui');

type ToldChapter = Pick<Chapter, 'id' | 'number' | 'title' | 'part'>;

/**
 * What is said of each chapter beside its title, by its identifier: the part that it stands in, and its number where another
 * chapter of the part has the same title. Nothing where the title alone tells it.
 */
export function chapterPlaces(chapters: readonly ToldChapter[]): ReadonlyMap<number | null, string> {
  const alike = Map.groupBy(chapters, (chapter) => `${chapter.part ?? ''}\n${chapterTitle(chapter)}`);
  return new Map(
    chapters.flatMap((chapter) => {
      const { id, number, part } = chapter;
      const isAlone = alike.get(`${part ?? ''}\n${chapterTitle(chapter)}`)?.length === 1;
      const place = [part, isAlone ? null : t('chapter.numbered', { number })].filter((words) => words !== null);
      return place.length === 0 ? [] : [[id, place.join(' · ')]];
    }),
  );
}
