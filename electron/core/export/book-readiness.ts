import type { BookReply } from '../../../shared/ipc/book-requests.ts';
import { targetsInOrder } from '../../../shared/rules/export/export-targets.ts';
import { readinessFor } from '../../../shared/rules/export/target-readiness.ts';
import { coverState } from '../app/library/cover.ts';
import { defaultTitle } from '../project/book/book-title.ts';
import type { Project } from '../project/project.ts';

export async function readBookDetails(project: Project): Promise<BookReply> {
  const details = project.book.read();
  const cover = await coverState(project.dir);
  return {
    details,
    name: defaultTitle(project),
    cover: cover.figures,
    readiness: targetsInOrder().map((target) => ({ target: target.id, ...readinessFor(target, details, cover) })),
  };
}
