// One rule while it is typed. Nothing is saved until the producer says so.
import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { PronunciationRule } from '../../../shared/model/cast.ts';
import { LANGUAGES, languageSchema } from '../../../shared/service/vocabulary.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import styles from './pronunciation.module.css';

interface RuleEditorProps {
  readonly rule: PronunciationRule;
  readonly isNew: boolean;
  /** It differs from what is saved. */
  readonly isChanged: boolean;
  /** What gets in its way. */
  readonly conflicts: readonly string[];
  /** Counts up when its first field should take the keyboard. */
  readonly focusCount: number;
  onChange(rule: PronunciationRule): void;
  onSave(): void;
  onRevert(): void;
}

const ALL = '';

export function RuleEditor(props: RuleEditorProps) {
  const { rule, isNew, isChanged, conflicts, focusCount, onChange, onSave, onRevert } = props;
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusCount > 0) first.current?.select();
  }, [focusCount]);
  const set = (part: Partial<PronunciationRule>) => onChange({ ...rule, ...part });
  const canSave = isChanged && rule.from !== '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && canSave) onSave();
    else if (event.key === 'Escape' && isChanged) onRevert();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      className={styles.editor}
      aria-label={isNew ? 'New rule' : 'Rule'}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) onSave();
      }}
    >
      <div className={styles.fields}>
        <TextInput
          ref={first}
          label="Written"
          placeholder="as it stands in the script"
          value={rule.from}
          maxLength={500}
          onChange={(event) => set({ from: event.currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <TextInput
          label="Spoken"
          placeholder="nothing: it is left out"
          value={rule.to}
          maxLength={500}
          onChange={(event) => set({ to: event.currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <RoleChoice role={rule.role} onChoose={(role) => set({ role })} />
        <LanguageChoice language={rule.language} onChoose={(language) => set({ language })} />
      </div>
      <div className={styles.choices}>
        <Checkbox
          label="Whole words"
          checked={rule.wholeWord}
          onChange={(event) => set({ wholeWord: event.currentTarget.checked })}
        />
        <Checkbox
          label="Match case"
          checked={rule.matchCase}
          onChange={(event) => set({ matchCase: event.currentTarget.checked })}
        />
        <div className={styles.ends}>
          <Button disabled={!isChanged} onClick={onRevert}>
            Revert
          </Button>
          <Button type="submit" variant="filled" disabled={!canSave}>
            {isNew ? 'Add rule' : 'Save'}
          </Button>
        </div>
      </div>
      {conflicts.length > 0 && (
        <ul className={styles.conflicts}>
          {conflicts.map((conflict) => (
            <li key={conflict}>{conflict}</li>
          ))}
        </ul>
      )}
    </form>
  );
}

function RoleChoice({ role, onChoose }: { readonly role: string | null; onChoose(role: string | null): void }) {
  const { data: roles = [] } = useAsk('project.roles', {});
  const names = roles.map(({ name }) => name);
  const gone = role !== null && !names.includes(role) ? [{ value: role, label: `${role} (does not speak)` }] : [];
  return (
    <Select
      label="Role"
      searchable
      data={[{ value: ALL, label: 'All roles' }, ...names.map((name) => ({ value: name, label: name })), ...gone]}
      value={role ?? ALL}
      onChange={(value) => onChoose(value === null || value === ALL ? null : value)}
    />
  );
}

interface LanguageChoiceProps {
  readonly language: PronunciationRule['language'];
  onChoose(language: PronunciationRule['language']): void;
}

function LanguageChoice({ language, onChoose }: LanguageChoiceProps) {
  return (
    <Select
      label="Language"
      searchable
      data={[
        { value: ALL, label: 'All languages' },
        ...LANGUAGES.map((name) => ({ value: name, label: capitalised(name) })),
      ]}
      value={language ?? ALL}
      onChange={(value) => onChoose(languageSchema.safeParse(value).data ?? null)}
    />
  );
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
