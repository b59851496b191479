import { LANGUAGES, languageSchema } from '@lectern/tts-protocol';
import { Button, Checkbox, Group, Select, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { isIpa, type PronunciationRule, phonemesIn } from '../../../shared/model/cast.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import styles from './pronunciation.module.css';

const t = words('pronunciation');

interface RuleEditorProps {
  readonly rule: PronunciationRule;
  readonly isNew: boolean;
  readonly isChanged: boolean;
  readonly conflicts: readonly string[];
  readonly focusCount: number;
  onChange(rule: PronunciationRule): void;
  onSave(): void;
  onRevert(): void;
}

const ALL = '';

export function RuleEditor(props: RuleEditorProps) {
  const { rule, isNew, isChanged, conflicts, focusCount, onChange, onSave, onRevert } = props;
  const written = useRef<HTMLInputElement>(null);
  const spoken = useRef<HTMLInputElement>(null);
  // In a new rule for a known word, only the spoken form is missing.
  const isPrefilled = isNew && rule.from !== '' && rule.to === '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing must not move the focus
  useEffect(() => {
    if (focusCount > 0) (isPrefilled ? spoken : written).current?.select();
  }, [focusCount]);
  const set = (part: Partial<PronunciationRule>) => onChange({ ...rule, ...part });
  const { ipa } = rule;
  const isSaid = ipa === undefined || isIpa(ipa);
  const canSave = isChanged && rule.from !== '' && isSaid;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && canSave) onSave();
    else if (event.key === 'Escape' && isChanged) onRevert();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      className={`card ${styles.editor}`}
      aria-label={isNew ? t('editor.newRule') : t('editor.rule')}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) onSave();
      }}
    >
      <div className={styles.fields}>
        <TextInput
          ref={written}
          label={t('editor.written')}
          placeholder={t('editor.writtenHint')}
          value={rule.from}
          maxLength={500}
          onChange={(event) => set({ from: event.currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <TextInput
          ref={spoken}
          label={t('editor.spoken')}
          placeholder={t(ipa === undefined ? 'editor.spokenHint' : 'editor.spokenAsWritten')}
          value={rule.to}
          maxLength={500}
          onChange={(event) => set({ to: event.currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <TextInput
          className={styles.sounds}
          label={t('editor.sounds')}
          description={t('editor.soundsHint')}
          placeholder={t('editor.soundsPlaceholder')}
          value={ipa ?? ''}
          maxLength={200}
          error={isSaid ? null : t('editor.notSounds')}
          onChange={(event) => onChange(withSounds(rule, event.currentTarget.value))}
          onKeyDown={onKeyDown}
        />
        <RoleChoice role={rule.role} onChoose={(role) => set({ role })} />
        <LanguageChoice language={rule.language} onChoose={(language) => set({ language })} />
      </div>
      <div className={styles.choices}>
        <Checkbox
          label={t('editor.wholeWords')}
          checked={rule.wholeWord}
          onChange={(event) => set({ wholeWord: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('editor.matchCase')}
          checked={rule.matchCase}
          onChange={(event) => set({ matchCase: event.currentTarget.checked })}
        />
        <Group justify="flex-end" flex={1}>
          <Button disabled={!isChanged} onClick={onRevert}>
            {t('editor.revert')}
          </Button>
          <Button type="submit" variant="filled" disabled={!canSave}>
            {isNew ? t('editor.add') : t('editor.save')}
          </Button>
        </Group>
      </div>
      {conflicts.length > 0 && (
        <ul className={`warning-box ${styles.conflicts}`}>
          {conflicts.map((conflict) => (
            <li key={conflict}>{conflict}</li>
          ))}
        </ul>
      )}
    </form>
  );
}

function withSounds({ ipa: _, ...rule }: PronunciationRule, typed: string): PronunciationRule {
  // Keeps a trailing space, because the producer might be about to type the next word.
  const sounds = phonemesIn(typed) + (/\S\s$/.test(typed) ? ' ' : '');
  return sounds.trim() === '' ? rule : { ...rule, ipa: sounds };
}

function RoleChoice({ role, onChoose }: { readonly role: string | null; onChoose(role: string | null): void }) {
  const { data: roles = [] } = useAsk('project.roles', {});
  const names = roles.map(({ name }) => name);
  const gone = role !== null && !names.includes(role) ? [{ value: role, label: t('editor.silentRole', { role }) }] : [];
  return (
    <Select
      label={t('editor.role')}
      searchable
      data={[
        { value: ALL, label: t('editor.allRoles') },
        ...names.map((name) => ({ value: name, label: name })),
        ...gone,
      ]}
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
      label={t('editor.language')}
      searchable
      data={[
        { value: ALL, label: t('editor.allLanguages') },
        ...LANGUAGES.map((name) => ({ value: name, label: capitalised(name) })),
      ]}
      value={language ?? ALL}
      onChange={(value) => onChoose(languageSchema.safeParse(value).data ?? null)}
    />
  );
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
