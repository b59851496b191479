// Lets the user choose where to store the API key for a service or the language model.
import { Radio, Stack } from '@mantine/core';
import type { KeyStorage } from '../../shared/ipc/settings-requests.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';

const t = words('services');
const tCommon = words('common');

interface KeyStorageChoiceProps {
  readonly name: string;
  readonly value: KeyStorage;
  readonly onChange: (value: KeyStorage) => void;
}

/** Offers the keychain if the system has one. */
export function KeyStorageChoice({ name, value, onChange }: KeyStorageChoiceProps) {
  const { data: info } = useAsk('app.info', {});
  const ways = [...(info?.keychain ? (['keychain'] as const) : []), 'file', 'ask'] as const;
  return (
    <Radio.Group
      name={name}
      label={t('dialog.storage')}
      value={value}
      onChange={(next) => onChange(next as KeyStorage)}
    >
      <Stack gap="var(--gap-3)" mt={6}>
        {ways.map((way) => (
          <Radio key={way} value={way} label={tCommon(`keyStorage.${way}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
