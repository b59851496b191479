import { Select, Switch } from '@mantine/core';
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
];
const SHOWN: readonly { readonly value: string; readonly label: string; readonly filter: Partial<ReviewFilter> }[] = [
  { value: 'all', label: 'All lines', filter: {} },
  { value: 'undecided', label: 'Without verdict', filter: { verdict: 'none' } },
  { value: 'approved', label: 'Approved', filter: { verdict: 'approved' } },
  { value: 'rejected', label: 'Rejected', filter: { verdict: 'rejected' } },
  { value: 'stale', label: 'Stale', filter: { statuses: ['stale'] } },
  { value: 'failed', label: 'Failed or in doubt', filter: { statuses: ['failed', 'in-doubt', 'too-long', 'blocked'] } },
];
const ALL_ROLES = '';

/** What the table shows, as the producer chose it. */
export interface ReviewChoice {
  readonly sort: ReviewFilter['sort'];
  readonly shown: string;
  readonly extent: 'script' | 'chapter';
  readonly suspiciousOnly: boolean;
  readonly text: string;
}

export const FIRST_CHOICE: ReviewChoice = {
  sort: 'suspicion',
  shown: 'all',
  extent: 'script',
  suspiciousOnly: false,
  text: '',
};

/** A choice as the studio is asked. */
export function filterOf(choice: ReviewChoice, role: string | null, chapterId: number | null): ReviewFilter {
  const { sort, shown, extent, suspiciousOnly, text } = choice;
  return {
    sort,
    ...SHOWN.find(({ value }) => value === shown)?.filter,
    ...(role === null ? {} : { role }),
    ...(extent === 'chapter' ? { chapterId } : {}),
    ...(suspiciousOnly ? { suspiciousOnly } : {}),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
  };
}

interface ReviewFiltersProps {
  readonly choice: ReviewChoice;
  onChoice(choice: ReviewChoice): void;
}

/** The row of filters above the table. */
export function ReviewFilters({ choice, onChoice }: ReviewFiltersProps) {
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
        className={styles.select}
        data={SORTS}
        value={choice.sort}
        onChange={(value) => set({ sort: (value ?? 'suspicion') as ReviewFilter['sort'] })}
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
      <Switch
        className={styles.only}
        label="Suspicious only"
        checked={choice.suspiciousOnly}
        onChange={(event) => set({ suspiciousOnly: event.currentTarget.checked })}
      />
    </div>
  );
}
