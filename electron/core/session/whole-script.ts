// Lists over the whole script, as the window shows them.

import type { SearchQuery } from '../../../shared/rules/search-pattern.ts';
import { isLeftOut, messageOf } from '../production/board-batch.ts';
import { excerptOf } from '../project/lines/excerpt.ts';
import { chapterTitles } from '../project/script/chapters.ts';
import type { QuestionContext } from './question-context.ts';
import type { PricedScope } from './run-planner.ts';

/** Places in the whole script. */
export function findPlaces(
  { project }: QuestionContext,
  { query, limit }: { readonly query: SearchQuery; readonly limit: number },
) {
  const { matches, total, problem } = project.script.find(query, limit);
  const titles = chapterTitles(project.db);
  return {
    total,
    matches: matches.map(({ chapterId, from, to, before, match, after }) => {
      const chapterTitle = chapterId === null ? '' : (titles.get(chapterId)?.title ?? '');
      return { chapterId, chapterTitle, from, to, before, match, after };
    }),
    problem: problem && (problem.kind === 'too-slow' ? problem.kind : problem.detail),
  };
}

/** What an order of a whole script or of chapters would send: line by line, as columns that are quickly handed over. */
export function toSend({ planner }: QuestionContext, { scope, price }: PricedScope) {
  const { send, overCap } = planner.plan(scope, price);
  return {
    lineIds: send.map(({ lineId }) => lineId),
    characters: send.map(({ characters }) => characters),
    overCap: overCap.length,
  };
}

/** Why lines have no take although they were ordered: as the journal has it, and as only the run knows. */
export function failuresOf({ reports }: QuestionContext, ofRun: ReadonlyMap<number, string>): Map<number, string> {
  const reasons = new Map(ofRun);
  for (const [lineId, reason] of reports.failed()) {
    if (!isLeftOut(reason)) reasons.set(lineId, messageOf(reason) ?? 'The service gave no reason.');
  }
  return reasons;
}

/** The same in script order with their first words; lines that are not in the script any more are left out. */
export function failedLines(context: QuestionContext, ofRun: ReadonlyMap<number, string>) {
  const reasons = failuresOf(context, ofRun);
  if (reasons.size === 0) return [];
  return context.project.lines
    .states({ ids: [...reasons.keys()] })
    .filter(({ state }) => state !== 'fresh' && state !== 'kept')
    .map(({ id, text }) => ({
      lineId: id,
      label: context.places.label(id),
      excerpt: excerptOf(text),
      reason: reasons.get(id) ?? '',
    }));
}
