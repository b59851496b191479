import { planSchema } from '@lectern/tts-protocol';
import { Button, Group, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { BridgeError } from '../../../shared/ipc/envelope.ts';
import { accountAddressSchema, type KeyStorage, keyStorageSchema } from '../../../shared/ipc/settings-requests.ts';
import { ask } from '../../bridge/ask.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { useInitialFocus } from '../focus.ts';
import { ProblemNotice, useAttempt } from '../overlays/problem-notice.tsx';
import { notifyFailure } from '../overlays/toast.tsx';
import { PLAN_CHOICES } from '../wording/plans.ts';
import styles from './account-form.module.css';

const t = words('ui');
const tCommon = words('common');

interface AccountFormProps {
  readonly submitLabel: string;
  readonly onAdded: (name: string, voices: number) => void;
  readonly onCancel: () => void;
}

export function AccountForm({ submitLabel, onAdded, onCancel }: AccountFormProps) {
  const { data: info } = useAsk('app.info', {});
  const { busy, error, run } = useAttempt();
  const [addressProblem, setAddressProblem] = useState<string | null>(null);
  useCancelCheck(busy);
  const first = useInitialFocus<HTMLInputElement>();
  const key = useRef<HTMLInputElement>(null);
  const submit = async (form: HTMLFormElement) => {
    const problem = addressProblemOf(formValue(form, 'baseUrl'));
    setAddressProblem(problem);
    if (problem !== null) return form.querySelector<HTMLInputElement>('[name=baseUrl]')?.focus();
    await run(async () => {
      const name = formValue(form, 'name');
      const reply = await ask('connection.add', { ...accountOf(form), name, key: takeKey(key.current) });
      if (reply.ok) onAdded(name, reply.voices);
      return reply.ok ? null : { kind: 'service', failure: reply.failure };
    });
  };
  const wrong = invalidFields(error);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <Stack>
        <div className={styles.pair}>
          <TextInput
            ref={first}
            data-autofocus
            name="name"
            label={t('account.name')}
            defaultValue={t('account.usualName')}
            required
            maxLength={80}
            autoComplete="off"
            error={wrong.has('name') && t('account.badName')}
          />
          <Select name="plan" label={t('account.plan')} data={PLAN_CHOICES} defaultValue="startup" />
        </div>
        <TextInput
          name="baseUrl"
          label={t('account.address')}
          inputMode="url"
          placeholder={t('account.addressPlaceholder')}
          required
          autoComplete="off"
          spellCheck={false}
          error={addressProblem ?? (wrong.has('baseUrl') && t('account.badAddress'))}
          onChange={() => setAddressProblem(null)}
        />
        <TextInput
          name="userId"
          label={t('account.userId')}
          required
          autoComplete="off"
          spellCheck={false}
          error={wrong.has('userId') && t('account.badUserId')}
        />
        <TextInput
          ref={key}
          type="password"
          label={t('account.key')}
          required
          autoComplete="new-password"
          spellCheck={false}
          error={wrong.has('key') && t('account.badKey')}
        />
        {info && <KeyStorageChoice keychain={info.keychain && error?.kind !== 'keychain-unavailable'} />}
        {error && wrong.size === 0 && <ProblemNotice error={error} inPlace />}
        <Group justify="flex-end" mt={4}>
          <Button onClick={busy ? cancelCheck : onCancel}>{t('account.cancel')}</Button>
          <Button type="submit" variant="filled" loading={busy}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function addressProblemOf(address: string): string | null {
  return accountAddressSchema.safeParse(address).success ? null : t('account.badAddress');
}

function invalidFields(error: BridgeError | null): ReadonlySet<string> {
  if (error?.kind !== 'malformed-request') return new Set();
  return new Set(error.fields.every((name) => FIELDS.has(name)) ? error.fields : []);
}

const FIELDS: ReadonlySet<string> = new Set(['name', 'baseUrl', 'userId', 'key']);

const cancelCheck = () => void ask('connection.cancelCheck', {}).catch(notifyFailure);

/** Cancels a running check when the form unmounts, because nothing needs its result. */
function useCancelCheck(busy: boolean): void {
  const isBusy = useRef(busy);
  isBusy.current = busy;
  useEffect(
    () => () => {
      if (isBusy.current) cancelCheck();
    },
    [],
  );
}

function KeyStorageChoice({ keychain }: { readonly keychain: boolean }) {
  if (keychain) {
    return (
      <>
        <input type="hidden" name="keyStorage" value="keychain" />
        <p className="dim small">{t('account.inKeychain')}</p>
      </>
    );
  }
  return (
    <Radio.Group name="keyStorage" defaultValue="ask" label={t('account.noKeychain')}>
      <Stack gap="var(--gap-2)" mt={6}>
        <Radio value="ask" label={tCommon('keyStorage.ask')} />
        <Radio value="file" label={tCommon('keyStorage.file')} />
      </Stack>
    </Radio.Group>
  );
}

const formValue = (form: HTMLFormElement, name: string): string => String(new FormData(form).get(name) ?? '').trim();

function accountOf(form: HTMLFormElement) {
  const storage = keyStorageSchema.safeParse(formValue(form, 'keyStorage'));
  const keyStorage: KeyStorage = storage.success ? storage.data : 'ask';
  return {
    baseUrl: formValue(form, 'baseUrl'),
    userId: formValue(form, 'userId'),
    budget: { plan: planSchema.parse(formValue(form, 'plan')), limits: {}, sharePercent: 100 },
    pricePerThousand: null,
    currency: 'EUR',
    webhookUrl: null,
    inDoubtPolicy: 'ask' as const,
    keyStorage,
  };
}

/** Reads the key and clears the input, so that the key exists only in the request. */
export function takeKey(input: HTMLInputElement | null): string {
  const key = input?.value ?? '';
  if (input) input.value = '';
  return key;
}
