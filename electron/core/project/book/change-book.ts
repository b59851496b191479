import type { BookChange } from '../../../../shared/model/book.ts';
import type { Project } from '../project.ts';
import { creditNames } from './book-title.ts';
import { updateCreditNames } from './credits-in-script.ts';

export interface BookChangeResult {
  readonly former: BookChange;
  readonly isScriptChanged: boolean;
}

/** Changes book details and rewords the credits that use them. Absent fields keep their values. @throws ProjectError */
export function changeBook(project: Project, change: BookChange): BookChangeResult {
  return project.db.durably(() => {
    const before = creditNames(project);
    const former = project.book.change(change);
    return { former, isScriptChanged: updateCreditNames(project, before) };
  });
}
