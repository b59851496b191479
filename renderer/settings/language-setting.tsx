import { Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { languageName } from '../../shared/words/languages.ts';
import { ask } from '../bridge/ask.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { changeLanguage } from '../ui/language.ts';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { Setting } from './part.tsx';

const t = words('settings');

/** The field is remounted in the new language and must get the focus back. */
let wasChosen = false;

export function LanguageSetting() {
  const { data: info } = useAsk('app.info', {});
  const queryClient = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const isKnown = info !== undefined;
  useEffect(() => {
    if (!isKnown || !wasChosen) return;
    wasChosen = false;
    field.current?.focus();
  }, [isKnown]);
  const choose = async (value: string) => {
    const { language } = await ask('app.setLanguage', { language: value });
    await queryClient.invalidateQueries({ queryKey: askKey('app.info', {}) });
    wasChosen = true;
    await changeLanguage(language);
  };
  if (!info) return null;
  return (
    <Setting id="language" label={t('appearance.language')} hint={t('appearance.languageHint')}>
      <Select
        ref={field}
        aria-label={t('appearance.language')}
        data={[
          { value: 'system', label: t('appearance.systemLanguage') },
          ...info.languages.map((language) => ({ value: language, label: languageName(language) })),
        ]}
        value={info.language}
        allowDeselect={false}
        onChange={(value) => value !== null && choose(value).catch(notifyFailure)}
      />
    </Setting>
  );
}
