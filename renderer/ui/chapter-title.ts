import type { Chapter } from '../../shared/ipc/project-requests.ts';

/** What a chapter is called: what stands before the first heading has no title of its own. */
export const chapterTitle = ({ title, id }: Pick<Chapter, 'title' | 'id'>): string =>
  title || (id === null ? 'Opening' : 'Untitled');
