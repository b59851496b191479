import { ENGINE_LIMITS, type EngineEntry } from '@lectern/tts-protocol';
import { Autocomplete, Button, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ask } from '../../bridge/ask.ts';
import { askKey } from '../../bridge/use-ask.ts';
import { locale, words } from '../../locales/words.ts';
import { takeKey } from '../../ui/fields/account-form.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ProblemNotice, useAttempt } from '../../ui/overlays/problem-notice.tsx';
import { notify } from '../../ui/overlays/toast.tsx';
import { silence } from '../../ui/sound/voice-sound.ts';
import settings from '../settings.module.css';
import {
  draftOf,
  draftOfEntry,
  type EngineDraft,
  type EngineStart,
  isLocalAddress,
  LANGUAGE_CODES,
  setupOf,
} from './engine-draft.ts';
import { EngineVoices } from './engine-voices.tsx';
import styles from './engines.module.css';

const t = words('engines');

interface EngineDialogProps {
  readonly start: EngineStart;
  readonly engines: readonly EngineEntry[];
  readonly close: () => void;
}

export function EngineDialog({ start, engines, close }: EngineDialogProps) {
  const { entry } = start;
  useEffect(() => silence, []);
  return (
    <Dialog title={entry ? t('form.change', { engine: entry.name }) : t('form.add')} width={560} onClose={close}>
      <EngineForm start={start} engines={engines} close={close} />
    </Dialog>
  );
}

function EngineForm({ start: { entry, found }, engines, close }: EngineDialogProps) {
  const taken = engines.map(({ name }) => name);
  const [url, setUrl] = useState(found?.url ?? entry?.url ?? '');
  const [draft, setDraft] = useState<EngineDraft | null>(() =>
    found ? draftOf(found, null, taken) : entry && draftOfEntry(entry),
  );
  const key = useRef<HTMLInputElement>(null);
  const asking = useAttempt();
  const saving = useAttempt();
  const queryClient = useQueryClient();
  // If the key is null, the stored key is kept, provided that the server is the same.
  const question = () => ({ name: entry?.name ?? null, url, key: key.current?.value || null });
  const list = () =>
    void asking.run(async () => {
      const asked = await ask('engines.ask', question());
      setUrl(asked.url);
      setDraft((before) => draftOf(asked, before, taken));
    });
  const change = (part: Partial<EngineDraft>) => setDraft((before) => before && { ...before, ...part });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!draft) return list();
    void saving.run(async () => {
      const name = draft.name.trim();
      const setup = setupOf(draft, url);
      const saved = await ask('engines.save', { name, setup, key: key.current?.value || null, isNew: !entry });
      takeKey(key.current);
      queryClient.setQueryData(askKey('engines.list', {}), saved);
      notify(t('kept.saved', { engine: name, voices: setup.voices.length }), { id: 'engine' });
      close();
    });
  };
  return (
    <Stack component="form" onSubmit={save}>
      <AddressFields url={url} onUrl={setUrl} keyField={key} entry={entry} busy={asking.busy} onList={list} />
      {asking.error && <ProblemNotice error={asking.error} inPlace />}
      {!isLocalAddress(url) && <p>{t('form.elsewhere', { host: url.trim() })}</p>}
      {draft && (
        <>
          <IdentityFields draft={draft} isNew={!entry} change={change} />
          <EngineVoices draft={draft} onDraft={setDraft} url={url} question={question} />
          <CapabilityFields draft={draft} change={change} />
        </>
      )}
      {saving.error && <ProblemNotice error={saving.error} inPlace />}
      <Group justify="flex-end">
        <Button onClick={close}>{t('form.cancel')}</Button>
        {draft && (
          <Button type="submit" variant="filled" loading={saving.busy} disabled={draft.chosen.size === 0}>
            {t('form.save')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface AddressFieldsProps {
  readonly url: string;
  readonly onUrl: (url: string) => void;
  readonly keyField: React.RefObject<HTMLInputElement | null>;
  readonly entry: EngineEntry | null;
  readonly busy: boolean;
  readonly onList: () => void;
}

function AddressFields({ url, onUrl, keyField, entry, busy, onList }: AddressFieldsProps) {
  return (
    <>
      <TextInput
        data-autofocus={url === '' || undefined}
        label={t('form.address')}
        placeholder={t('form.addressExample')}
        required
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={url}
        onChange={(event) => onUrl(event.currentTarget.value)}
      />
      <div className={styles.pair}>
        <TextInput
          ref={keyField}
          type="password"
          label={entry?.hasKey ? t('form.newKey') : t('form.key')}
          description={entry?.hasKey ? t('form.keyKept') : `${t('form.keyNone')} ${t('form.keyWhere')}`}
          autoComplete="new-password"
          spellCheck={false}
        />
        <Button loading={busy} disabled={url.trim() === ''} onClick={onList}>
          {t('form.list')}
        </Button>
      </div>
    </>
  );
}

interface DraftProps {
  readonly draft: EngineDraft;
  readonly change: (part: Partial<EngineDraft>) => void;
}

function IdentityFields({ draft, isNew, change }: DraftProps & { readonly isNew: boolean }) {
  const { name, kind, model, models, voices, chosen, language } = draft;
  const hasUnspecified = voices.some((voice, at) => chosen.has(at) && voice.languageCode === null);
  return (
    <>
      {isNew && (
        <TextInput
          label={t('form.name')}
          description={t('form.nameHint')}
          required
          maxLength={60}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          autoComplete="off"
          spellCheck={false}
          value={name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      )}
      {kind === 'openai' && (
        <Autocomplete
          label={t('form.model')}
          required
          maxLength={200}
          data={[...models]}
          value={model}
          onChange={(next) => change({ model: next })}
        />
      )}
      {hasUnspecified && (
        <NativeSelect
          label={t('form.language')}
          value={language}
          onChange={(event) => change({ language: event.currentTarget.value })}
          data={languageChoices()}
        />
      )}
    </>
  );
}

function languageChoices() {
  const names = new Intl.DisplayNames([locale()], { type: 'language' });
  return LANGUAGE_CODES.map((code) => ({ value: code, label: names.of(code) ?? code }));
}

const numberOr = (value: string | number, fallback: number): number => (typeof value === 'number' ? value : fallback);

function CapabilityFields({ draft: { kind, slowest, fastest, characters, atOnce }, change }: DraftProps) {
  return (
    <details className={settings.more}>
      <summary>{t('form.limits')}</summary>
      <Stack gap="var(--gap-6)">
        <p className="dim">{t('form.limitsHint')}</p>
        <div className={settings.limits}>
          {kind === 'openai' && (
            <>
              <NumberInput
                label={t('form.slowest')}
                min={0.1}
                max={1}
                step={0.05}
                decimalScale={2}
                value={slowest}
                onChange={(value) => change({ slowest: numberOr(value, slowest) })}
              />
              <NumberInput
                label={t('form.fastest')}
                min={1}
                max={5}
                step={0.25}
                decimalScale={2}
                value={fastest}
                onChange={(value) => change({ fastest: numberOr(value, fastest) })}
              />
            </>
          )}
          <NumberInput
            label={t('form.characters')}
            {...ENGINE_LIMITS.characters}
            value={characters}
            onChange={(value) => change({ characters: numberOr(value, characters) })}
          />
          <NumberInput
            label={t('form.atOnce')}
            {...ENGINE_LIMITS.atOnce}
            value={atOnce}
            onChange={(value) => change({ atOnce: numberOr(value, atOnce) })}
          />
        </div>
      </Stack>
    </details>
  );
}
