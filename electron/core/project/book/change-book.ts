// Changes what the book says of itself, and what follows from it.
import type { BookChange } from '../../../../shared/model/book.ts';
import type { Project } from '../project.ts';
import { creditNames } from './book-title.ts';
import { followNames } from './credits-in-script.ts';

export interface ChangedBook {
  /** The details that were changed, as they were. */
  readonly former: BookChange;
  /** The credits in the script were worded again. */
  readonly isScriptChanged: boolean;
}

/** Changes details of the book; what is absent stays. Credits that name them are worded again. @throws ProjectError */
export function changeBook(project: Project, change: BookChange): ChangedBook {
  return project.db.durably(() => {
    const before = creditNames(project);
    const former = project.book.change(change);
    return { former, isScriptChanged: followNames(project, before) };
  });
}
