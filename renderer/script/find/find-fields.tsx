import { ActionIcon, Group, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import { CaseSensitive, Regex, WholeWord } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { FindQuery } from '../../../shared/ipc/script-requests.ts';
import { words } from '../../locales/words.ts';
import { Editable, whyReadOnly } from '../../ui/read-only.tsx';
import styles from '../script-screen.module.css';

const t = words('script');

interface FindState extends FindQuery {
  readonly isOpen: boolean;
  readonly scope: 'chapter' | 'script';
  readonly replacement: string;
  readonly focusCount: number;
  open(scope: FindState['scope'], words?: string): void;
  close(): void;
  set(change: Partial<FindQuery & Pick<FindState, 'scope' | 'replacement'>>): void;
}

export const useFind = create<FindState>()((set) => ({
  isOpen: false,
  scope: 'chapter',
  query: '',
  replacement: '',
  matchCase: false,
  wholeWord: false,
  regexp: false,
  focusCount: 0,
  open: (scope, words) =>
    set((state) => ({ isOpen: true, scope, query: words || state.query, focusCount: state.focusCount + 1 })),
  close: () => set({ isOpen: false }),
  set: (change) => set(change),
}));

/** Uses `aria-disabled`, because a focused button loses the focus if it becomes `disabled`. */
export const pressProps = (isEnabled: boolean, press: () => unknown) =>
  isEnabled ? { onClick: () => void press() } : { 'data-disabled': true, 'aria-disabled': true };

interface FindFieldsProps {
  readonly problem: string | null;
  readonly onEnter: (back: boolean) => void;
  readonly onReplace: () => void;
  readonly children: ReactNode;
  readonly replaceButtons: ReactNode;
}

export function FindFields({ problem, onEnter, onReplace, children, replaceButtons }: FindFieldsProps) {
  const { query, replacement, scope, focusCount, set } = useFind();
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: takes the focus each time the panel is opened
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [focusCount]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onEnter(event.shiftKey);
  };
  return (
    <>
      <div className={`${styles.row} ${styles.lookup}`}>
        <TextInput
          ref={field}
          aria-label={t('find.query')}
          placeholder={t('find.queryPlaceholder')}
          className={styles.field}
          value={query}
          error={problem !== null}
          onChange={(event) => set({ query: event.currentTarget.value })}
          onKeyDown={onKeyDown}
          rightSectionWidth={84}
          rightSection={<Toggles />}
          spellCheck={false}
        />
        <SegmentedControl
          aria-label={t('find.scope')}
          className={styles.scope}
          value={scope}
          onChange={(value) => set({ scope: value === 'script' ? 'script' : 'chapter' })}
          data={[
            { value: 'chapter', label: t('find.inChapter') },
            { value: 'script', label: t('find.inScript') },
          ]}
        />
        {children}
      </div>
      <div className={styles.row}>
        <TextInput
          aria-label={t('find.replacement')}
          placeholder={t('find.replacementPlaceholder')}
          className={styles.field}
          value={replacement}
          onChange={(event) => set({ replacement: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (whyReadOnly() === null) onReplace();
          }}
          spellCheck={false}
        />
        <Editable>{replaceButtons}</Editable>
      </div>
    </>
  );
}

const TOGGLES = [
  { name: 'matchCase', Icon: CaseSensitive },
  { name: 'wholeWord', Icon: WholeWord },
  { name: 'regexp', Icon: Regex },
] as const;

function Toggles() {
  const state = useFind();
  return (
    <Group align="stretch" wrap="nowrap" gap={0}>
      {TOGGLES.map(({ name, Icon }) => (
        <Tooltip key={name} label={t(`find.${name}`)}>
          <ActionIcon
            size={24}
            aria-label={t(`find.${name}`)}
            aria-pressed={state[name]}
            className={state[name] ? styles.pressed : ''}
            onClick={() => state.set({ [name]: !state[name] })}
          >
            <Icon size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  );
}
