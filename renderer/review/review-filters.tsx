import { Group, Select } from '@mantine/core';
import { X } from 'lucide-react';
import { memo, useCallback } from 'react';
import { create } from 'zustand';
import type { ReviewFilter } from '../../shared/ipc/review-requests.ts';
import type { CorrectionLines } from '../../shared/model/corrections.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { useConsentMarks } from '../ui/consents/voice-consents.tsx';
import { SearchField } from '../ui/fields/search-field.tsx';
import { RoleName, useRoleColours } from '../ui/role-name.tsx';
import { useView } from '../ui/view-store.ts';
import styles from './review-screen.module.css';

const t = words('review');

const SORTS = ['suspicion', 'script', 'role', 'duration', 'text', 'verdict'] as const satisfies ReviewFilter['sort'][];
const SHOWN_FILTERS = {
  all: {},
  suspicious: { suspiciousOnly: true },
  'suspicious-undecided': { suspiciousOnly: true, verdict: 'none' },
  undecided: { verdict: 'none' },
  approved: { verdict: 'approved' },
  rejected: { verdict: 'rejected' },
  noted: { withNote: 'any' },
  'open-notes': { withNote: 'open' },
  'without-consent': { consentOnly: true },
  stale: { statuses: ['stale'] },
  'without-take': { statuses: ['unrendered', 'in-flight', 'failed', 'in-doubt', 'lost', 'too-long', 'blocked'] },
  failed: { statuses: ['failed', 'in-doubt', 'lost', 'too-long', 'blocked'] },
} as const satisfies Readonly<Record<string, Partial<ReviewFilter>>>;
type ShownLines = keyof typeof SHOWN_FILTERS;
/** The lines that the export of notes offers first for a filter, if not those with notes. */
export const EXPORTED_LINES: Readonly<Partial<Record<ShownLines, CorrectionLines>>> = {
  suspicious: 'suspicious',
  'suspicious-undecided': 'suspicious',
  rejected: 'rejected',
  'open-notes': 'open',
};
const ALL_SHOWN = Object.keys(SHOWN_FILTERS) as readonly ShownLines[];
const ALL_ROLES = '';

export interface ReviewChoice {
  readonly sort: ReviewFilter['sort'];
  readonly reversed: boolean;
  readonly shown: ShownLines;
  readonly extent: 'script' | 'chapter';
  readonly text: string;
}

export const DEFAULT_CHOICE: ReviewChoice = {
  sort: 'suspicion',
  reversed: false,
  shown: 'all',
  extent: 'script',
  text: '',
};

export function filterOf(choice: ReviewChoice, role: string | null, chapterId: number | null): ReviewFilter {
  const { sort, reversed, shown, extent, text } = choice;
  return {
    sort,
    ...(reversed ? { reversed } : {}),
    ...SHOWN_FILTERS[shown],
    ...(role === null ? {} : { role }),
    ...(extent === 'chapter' ? { chapterId } : {}),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
  };
}

interface ReviewFiltersProps {
  readonly choice: ReviewChoice;
  onChoice(choice: ReviewChoice): void;
}

export const ReviewFilters = memo(({ choice, onChoice }: ReviewFiltersProps) => {
  const { data: roles } = useAsk('project.roles', {});
  const role = useView((state) => state.role);
  const chooseRole = useView((state) => state.chooseRole);
  const marked = useConsentMarks().size;
  const set = (part: Partial<ReviewChoice>) => onChoice({ ...choice, ...part });
  return (
    <Group mb={6}>
      <SearchField
        label={t('filters.words')}
        placeholder={t('filters.wordsPlaceholder')}
        className={styles.words}
        value={choice.text}
        onChange={(text) => set({ text })}
      />
      <Select
        aria-label={t('filters.order')}
        className={`${styles.select} ${styles.order}`}
        data={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        value={choice.sort}
        onChange={(value) => set({ sort: (value ?? 'suspicion') as ReviewFilter['sort'], reversed: false })}
      />
      <Select
        aria-label={t('filters.chapter')}
        className={styles.select}
        data={[
          { value: 'script', label: t('extent.script') },
          { value: 'chapter', label: t('extent.chapter') },
        ]}
        value={choice.extent}
        onChange={(value) => set({ extent: value === 'chapter' ? 'chapter' : 'script' })}
      />
      <Select
        aria-label={t('filters.role')}
        className={styles.select}
        searchable
        data={[
          { value: ALL_ROLES, label: t('filters.allRoles') },
          ...(roles ?? []).map(({ name }) => ({ value: name, label: name })),
        ]}
        value={role ?? ALL_ROLES}
        onChange={(value) => chooseRole(value === ALL_ROLES ? null : value)}
      />
      <Select
        aria-label={t('filters.shown')}
        className={styles.select}
        data={ALL_SHOWN.map((value) => ({ value, label: shownLabel(value, marked) }))}
        value={choice.shown}
        onChange={(value) => set({ shown: (value ?? 'all') as ShownLines })}
      />
      {role !== null && <RoleChip role={role} onClear={() => chooseRole(null)} />}
    </Group>
  );
});

const shownLabel = (shown: ShownLines, marked: number): string =>
  shown === 'without-consent' ? t('shown.without-consent', { lines: marked }) : t(`shown.${shown}`);

/** Shows that only one role's lines are listed, because the role may have been selected on another screen. */
function RoleChip({ role, onClear }: { readonly role: string; readonly onClear: () => void }) {
  const colour = useRoleColours()(role);
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={t('filters.clearRole', { role })}
      title={t('filters.clearRole', { role })}
      onClick={onClear}
    >
      <span className="cut">
        {t.parts('filters.onlyRole', { name: role, role: () => <RoleName key="role" role={role} colour={colour} /> })}
      </span>
      <X size={13} aria-hidden />
    </button>
  );
}

const useChoices = create<{ readonly byProject: ReadonlyMap<string | null, ReviewChoice> }>()(() => ({
  byProject: new Map(),
}));

/** Returns the settings for a project and a function that changes them. */
export function useReviewChoice(projectId: string | null) {
  const choice = useChoices(({ byProject }) => byProject.get(projectId) ?? DEFAULT_CHOICE);
  const setChoice = useCallback(
    (next: ReviewChoice) =>
      useChoices.setState(({ byProject }) => ({ byProject: new Map([...byProject, [projectId, next]]) })),
    [projectId],
  );
  return [choice, setChoice] as const;
}
