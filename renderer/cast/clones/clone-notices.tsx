// What someone has to know of clones: those in doubt, and those that are gone and still cast.
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CloneList } from '../../../shared/ipc/clone-requests.ts';
import type { ConsentRecord } from '../../../shared/model/consent.ts';
import { ask } from '../../bridge/ask.ts';
import { askKey } from '../../bridge/use-ask.ts';
import { formatMoment } from '../../ui/format.ts';
import { notifyFailure } from '../../ui/toast.tsx';
import { useCast } from '../cast-store.ts';
import styles from './clones.module.css';

export function CloneNotices({ list: { inDoubt, lost } }: { readonly list: CloneList }) {
  if (inDoubt.length + lost.length === 0) return null;
  return (
    <div role="alert" className={styles.notices}>
      {inDoubt.map((consent) => (
        <Doubt key={consent.id} consent={consent} />
      ))}
      {lost.map(({ consent, roles }) => (
        <div key={consent.id} className={styles.notice}>
          <p>
            {roles.join(', ')} {roles.length === 1 ? 'is' : 'are'} cast with “{consent.voiceName}”, which was deleted on{' '}
            {formatMoment(consent.deletedAt ?? 0)}.
          </p>
          <Button onClick={() => chooseAnother(roles[0])}>Choose another voice</Button>
        </div>
      ))}
    </div>
  );
}

function Doubt({ consent: { id, voiceName, recordedAt } }: { readonly consent: ConsentRecord }) {
  const client = useQueryClient();
  const [isSure, setSure] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: askKey('clone.list', {}) });
  return (
    <div className={styles.notice}>
      <p>
        It is not known whether “{voiceName}” was made: the answer of {formatMoment(recordedAt)} was lost. It appears
        here as soon as the service lists it.
      </p>
      <Button onClick={() => void refresh()}>Look again</Button>
      {isSure ? (
        <Button
          variant="filled"
          color="fail"
          onClick={() => void ask('clone.dropDoubt', { consentId: id }).then(refresh).catch(notifyFailure)}
        >
          It may have been made: forget its consent
        </Button>
      ) : (
        <Button onClick={() => setSure(true)}>It was not made…</Button>
      )}
    </div>
  );
}

function chooseAnother(role: string | undefined): void {
  const { chooseRole, show } = useCast.getState();
  if (role !== undefined) chooseRole(role);
  show('voices');
}
