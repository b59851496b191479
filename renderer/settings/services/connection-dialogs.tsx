import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { accountAddressSchema, type ConnectionEntry, type KeyStorage } from '../../../shared/ipc/settings-requests.ts';
import { ask } from '../../bridge/ask.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { AccountForm, takeKey } from '../../ui/fields/account-form.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ProblemNotice, useAttempt } from '../../ui/overlays/problem-notice.tsx';
import { notify } from '../../ui/overlays/toast.tsx';
import { useView } from '../../ui/view-store.ts';
import { KeyStorageChoice } from '../key-storage.tsx';

const t = words('services');

export function ConnectionDialog() {
  const close = useView.getState().closeDialog;
  return (
    <Dialog onClose={close} title={t('dialog.add')} width={440}>
      <AccountForm
        submitLabel={t('dialog.checkAndAdd')}
        onCancel={close}
        onAdded={(name, voices) => {
          notify(t('dialog.connected', { account: name, voices }));
          close();
        }}
      />
    </Dialog>
  );
}

export function EditDialog() {
  const id = useView((view) => view.editing);
  const { data: connections } = useAsk('connection.list', {});
  const connection = connections?.find((other) => other.id === id);
  const close = useView.getState().closeDialog;
  if (!connection) return null;
  return (
    <Dialog onClose={close} title={t('dialog.edit', { account: connection.name })} width={440}>
      <EditForm connection={connection} close={close} />
    </Dialog>
  );
}

interface EditFormProps {
  readonly connection: ConnectionEntry;
  readonly close: () => void;
}

function EditForm({ connection, close }: EditFormProps) {
  const { id } = connection;
  const { busy, error, run } = useAttempt();
  const [name, setName] = useState(connection.name);
  const [baseUrl, setBaseUrl] = useState(connection.baseUrl ?? '');
  const [userId, setUserId] = useState(connection.userId);
  const [keyStorage, setKeyStorage] = useState<KeyStorage>(connection.keyStorage);
  const key = useRef<HTMLInputElement>(null);
  const isAddress = accountAddressSchema.safeParse(baseUrl.trim()).success;
  const isElsewhere = isAddress && originOf(baseUrl) !== originOf(connection.baseUrl ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isAddress) return;
    const typed = takeKey(key.current);
    void run(async () => {
      await ask('connection.update', { id, name, baseUrl: baseUrl.trim(), userId, keyStorage });
      if (typed !== '') await ask('connection.enterKey', { id, key: typed, use: false });
      notify(t('dialog.changed', { account: name.trim() }), { id: 'connection' });
      close();
    });
  };
  return (
    <Stack component="form" onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('dialog.name')}
        required
        maxLength={80}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('dialog.address')}
        required
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={baseUrl}
        error={!isAddress && t('dialog.badAddress')}
        onChange={(event) => setBaseUrl(event.currentTarget.value)}
      />
      <TextInput
        label={t('dialog.user')}
        required
        autoComplete="off"
        spellCheck={false}
        value={userId}
        onChange={(event) => setUserId(event.currentTarget.value)}
      />
      <TextInput
        ref={key}
        type="password"
        label={t('dialog.newKey')}
        required={isElsewhere}
        autoComplete="new-password"
        spellCheck={false}
        description={isElsewhere ? t('dialog.otherService') : t('dialog.sameKey')}
      />
      <KeyStorageChoice name="key-storage" value={keyStorage} onChange={setKeyStorage} />
      {error && <ProblemNotice error={error} inPlace />}
      <Group justify="flex-end">
        <Button onClick={close}>{t('cancel')}</Button>
        <Button type="submit" variant="filled" loading={busy}>
          {t('dialog.save')}
        </Button>
      </Group>
    </Stack>
  );
}

const originOf = (address: string): string => URL.parse(address.trim())?.origin ?? '';

export function KeyDialog() {
  const connection = useView((view) => view.keyFor);
  const { busy, error, run } = useAttempt();
  const key = useRef<HTMLInputElement>(null);
  const close = useView.getState().closeDialog;
  if (!connection) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const { failure } = await ask('connection.enterKey', { id: connection.id, key: takeKey(key.current) });
      if (!failure) close();
      return failure;
    });
  };
  return (
    <Dialog onClose={close} title={t('dialog.keyOf', { account: connection.name })} width={400}>
      <Stack component="form" onSubmit={submit}>
        <TextInput
          ref={key}
          data-autofocus
          type="password"
          label={t('dialog.key')}
          required
          autoComplete="new-password"
          spellCheck={false}
        />
        {error && <ProblemNotice error={error} inPlace />}
        <Group justify="flex-end">
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="submit" variant="filled" loading={busy}>
            {t('dialog.connect')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
