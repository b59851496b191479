// Where a key is kept, a service's or the language model's.
import { Radio } from '@mantine/core';
import type { KeyStorage } from '../../shared/ipc/settings-requests.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import styles from './settings.module.css';

const t = words('services');
const tCommon = words('common');

interface KeyStorageChoiceProps {
  /** Of the group of radio buttons. */
  readonly name: string;
  readonly value: KeyStorage;
  readonly onChange: (value: KeyStorage) => void;
}

/** A keychain is offered where there is one. */
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
      <div className={styles.choices}>
        {ways.map((way) => (
          <Radio key={way} value={way} label={tCommon(`keyStorage.${way}`)} />
        ))}
      </div>
    </Radio.Group>
  );
}
