import { Select } from '@mantine/core';
import { memo, useCallback } from 'react';
import { create } from 'zustand';
import type { ReviewFilter } from '../../shared/ipc/review-requests.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { SearchField } from '../ui/search-field.tsx';
import { useView } from '../ui/view-store.ts';
import styles from './review-screen.module.css';

const SORTS: readonly { readonly value: ReviewFilter['sort']; readonly label: string }[] = [
  { value: 'suspicion', label: 'Suspicious first' },
  { value: 'script', label: 'As in the script' },
  { value: 'role', label: 'By role' },
  { value: 'duration', label: 'Longest first' },
  { value: 'text', label: 'By words' },
  { value: 'verdict', label: 'By verdict' },
];
const SHOWN: readonly { readonly value: string; readonly label: string; readonly filter: Partial<ReviewFilter> }[] = [
  { value: 'all', label: 'All lines', filter: {} },
  { value: 'suspicious', label: 'Suspicious', filter: { suspiciousOnly: true } },
  {
    value: 'suspicious-undecided',
    label: 'Suspicious, without verdict',
    filter: { suspiciousOnly: true, verdict: 'none' },
  },
  { value: 'undecided', label: 'Without verdict', filter: { verdict: 'none' } },
  { value: 'approved', label: 'Approved', filter: { verdict: 'approved' } },
  { value: 'rejected', label: 'Rejected', filter: { verdict: 'rejected' } },
  { value: 'noted', label: 'With notes', filter: { withNote: true } },
  { value: 'stale', label: 'Stale', filter: { statuses: ['stale'] } },
  {
    value: 'failed',
    label: 'Failed, in doubt or lost',
    filter: { statuses: ['failed', 'in-doubt', 'lost', 'too-long', 'blocked'] },
  },
];
const ALL_ROLES = '';

/** What the table shows, as the producer chose it. */
export interface ReviewChoice {
  readonly sort: ReviewFilter['sort'];
  readonly reversed: boolean;
  readonly shown: string;
  readonly extent: 'script' | 'chapter';
  readonly text: string;
}

export const FIRST_CHOICE: ReviewChoice = {
  sort: 'suspicion',
  reversed: false,
  shown: 'all',
  extent: 'script',
  text: '',
};

/** A choice as the studio is asked. */
export function filterOf(choice: ReviewChoice, role: string | null, chapterId: number | null): ReviewFilter {
  const { sort, reversed, shown, extent, text } = choice;
  return {
    sort,
    ...(reversed ? { reversed } : {}),
    ...SHOWN.find(({ value }) => value === shown)?.filter,
    ...(role === null ? {} : { role }),
    ...(extent === 'chapter' ? { chapterId } : {}),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
  };
}

interface ReviewFiltersProps {
  readonly choice: ReviewChoice;
  onChoice(choice: ReviewChoice): void;
}

/** The row of filters above the table. */
export const ReviewFilters = memo(({ choice, onChoice }: ReviewFiltersProps) => {
  const { data: roles } = useAsk('project.roles', {});
  const role = useView((state) => state.role);
  const chooseRole = useView((state) => state.chooseRole);
  const set = (part: Partial<ReviewChoice>) => onChoice({ ...choice, ...part });
  return (
    <div className={styles.filters}>
      <SearchField
        label="Words in the line"
        placeholder="Words"
        className={styles.words}
        value={choice.text}
        onChange={(text) => set({ text })}
      />
      <Select
        aria-label="Order"
        className={`${styles.select} ${styles.order}`}
        data={SORTS}
        value={choice.sort}
        onChange={(value) => set({ sort: (value ?? 'suspicion') as ReviewFilter['sort'], reversed: false })}
      />
      <Select
        aria-label="Chapter"
        className={styles.select}
        data={[
          { value: 'script', label: 'Whole script' },
          { value: 'chapter', label: 'This chapter' },
        ]}
        value={choice.extent}
        onChange={(value) => set({ extent: value === 'chapter' ? 'chapter' : 'script' })}
      />
      <Select
        aria-label="Role"
        className={styles.select}
        searchable
        data={[
          { value: ALL_ROLES, label: 'All roles' },
          ...(roles ?? []).map(({ name }) => ({ value: name, label: name })),
        ]}
        value={role ?? ALL_ROLES}
        onChange={(value) => chooseRole(value === ALL_ROLES ? null : value)}
      />
      <Select
        aria-label="Which lines"
        className={styles.select}
        data={SHOWN.map(({ value, label }) => ({ value, label }))}
        value={choice.shown}
        onChange={(value) => set({ shown: value ?? 'all' })}
      />
    </div>
  );
});

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
