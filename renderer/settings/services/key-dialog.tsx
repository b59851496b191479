import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef } from 'react';
import { ask } from '../../bridge/ask.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { takeKey } from '../../ui/account-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNotice, useAttempt } from '../../ui/problem-notice.tsx';
import { useView } from '../../ui/view-store.ts';
import styles from '../settings.module.css';
import { UnconfirmedKey } from './unconfirmed-key.tsx';

/** Asks for the key of a connection that keeps none. */
export function KeyDialog() {
  const connection = useView((view) => view.keyFor);
  const { data: connections } = useAsk('connection.list', {});
  const { busy, error, run } = useAttempt();
  const key = useRef<HTMLInputElement>(null);
  const close = useView.getState().closeDialog;
  if (!connection) return null;
  const entry = connections?.find(({ id }) => id === connection.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const { failure } = await ask('connection.enterKey', { id: connection.id, key: takeKey(key.current) });
      if (!failure) close();
      return failure && { kind: 'service', failure };
    });
  };
  return (
    <Dialog onClose={close} title={`Key of ${connection.name}`} width={400}>
      {entry && <UnconfirmedKey connection={entry} onUsed={close} />}
      <form className={styles.form} onSubmit={submit}>
        <TextInput
          ref={key}
          data-autofocus
          type="password"
          label="Key"
          required
          autoComplete="new-password"
          spellCheck={false}
        />
        {error && <ProblemNotice error={error} inPlace />}
        <div className={styles.actions}>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="filled" loading={busy}>
            Connect
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
