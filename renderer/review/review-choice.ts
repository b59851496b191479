// What the table shows, as the producer chose it for each project: it is still so when the screen is come back to.
import { useCallback } from 'react';
import { create } from 'zustand';
import { FIRST_CHOICE, type ReviewChoice } from './review-filters.tsx';

const useChoices = create<{ readonly byProject: ReadonlyMap<string | null, ReviewChoice> }>()(() => ({
  byProject: new Map(),
}));

/** The choice for a project, and what changes it. */
export function useReviewChoice(projectId: string | null) {
  const choice = useChoices(({ byProject }) => byProject.get(projectId) ?? FIRST_CHOICE);
  const setChoice = useCallback(
    (next: ReviewChoice) =>
      useChoices.setState(({ byProject }) => ({ byProject: new Map([...byProject, [projectId, next]]) })),
    [projectId],
  );
  return [choice, setChoice] as const;
}
