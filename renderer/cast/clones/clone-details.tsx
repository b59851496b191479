// One cloned voice: what it is, whose it is, and its end.
import { Button } from '@mantine/core';
import { Play } from 'lucide-react';
import { useState } from 'react';
import type { ClonedVoiceEntry } from '../../../shared/ipc/clone-requests.ts';
import type { ConsentRecord } from '../../../shared/model/consent.ts';
import { ask } from '../../bridge/ask.ts';
import { hear } from '../../ui/audition.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { formatDate, formatMoment, formatSeconds } from '../../ui/format.ts';
import { ProblemNotice, useAttempt } from '../../ui/problem-notice.tsx';
import { RoleName, useRoleColours } from '../../ui/role-name.tsx';
import { notify, notifyFailure } from '../../ui/toast.tsx';
import { useCast } from '../cast-store.ts';
import styles from './clones.module.css';
import { sizeWords } from './sample.tsx';

export function CloneDetails({ voice }: { readonly voice: ClonedVoiceEntry }) {
  const { id, name, gender, language, type, hasSample, roles, consent } = voice;
  const [isAsking, setAsking] = useState(false);
  const colourOf = useRoleColours();
  const traits = [type, gender, language].filter((trait) => trait !== null).join(' · ');
  const showAmongVoices = () => {
    const { chooseVoice, show } = useCast.getState();
    chooseVoice(id);
    show('voices');
  };
  return (
    <section className={styles.details} aria-label={name}>
      <h3 className="cut">{name}</h3>
      {traits !== '' && <p className="dim">{traits}</p>}
      <p>
        {roles.length === 0
          ? 'No role of this project is cast with it.'
          : roles.map((role, index) => (
              <span key={role}>
                {index > 0 && ', '}
                <RoleName role={role} colour={colourOf(role)} />
              </span>
            ))}
        {roles.length > 0 && (roles.length === 1 ? ' is cast with it.' : ' are cast with it.')}
      </p>
      <div className={styles.actions}>
        <Button
          leftSection={<Play size={13} aria-hidden />}
          disabled={!hasSample}
          title={hasSample ? undefined : 'The service has no sample of it'}
          onClick={() => hearSample(voice)}
        >
          Play its sample
        </Button>
        <Button onClick={showAmongVoices}>Try it on lines…</Button>
        <Button onClick={() => setAsking(true)}>Delete…</Button>
      </div>
      <h4 className="label">Consent</h4>
      {consent ? (
        <Consent consent={consent} />
      ) : (
        <p className="dim">None is recorded on this computer: the voice was made elsewhere.</p>
      )}
      {isAsking && <DeleteClone voice={voice} onClose={() => setAsking(false)} />}
    </section>
  );
}

function Consent({ consent }: { readonly consent: ConsentRecord }) {
  const { person, purpose, givenOn, statement, recordedAt, sample, connection } = consent;
  const rows = [
    ['Given by', person],
    ['For', purpose],
    ['On', formatDate(givenOn)],
    ['Recorded', formatMoment(recordedAt)],
    ['Service', connection.name],
    ['Sample', `${formatSeconds(sample.seconds)}, ${sizeWords(sample.sizeBytes)}; it was not kept`],
  ] as const;
  return (
    <>
      <dl className={styles.consent}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>SHA-256</dt>
          <dd className={styles.hash}>{sample.sha256}</dd>
        </div>
      </dl>
      <blockquote className={styles.statement}>{statement}</blockquote>
    </>
  );
}

function DeleteClone({ voice: { id, name, roles }, onClose }: { readonly voice: ClonedVoiceEntry; onClose(): void }) {
  const { busy, error, run } = useAttempt();
  const remove = () =>
    run(async () => {
      await ask('clone.delete', { voice: id });
      notify(`“${name}” was deleted. Its consent stays in the records.`);
      onClose();
      return null;
    });
  return (
    <Dialog title={`Delete “${name}” for good?`} width={440} onClose={onClose} busy={busy}>
      <div className={styles.form}>
        <p>The service can’t bring it back. What was rendered with it stays, and its consent stays in the records.</p>
        {roles.length > 0 && (
          <p>
            <strong>
              {roles.join(', ')} {roles.length === 1 ? 'is' : 'are'} cast with it
            </strong>{' '}
            and can’t be rendered again until another voice is chosen.
          </p>
        )}
        {error && <ProblemNotice inPlace error={error} />}
        <div className={styles.ends}>
          <Button data-autofocus disabled={busy} onClick={onClose}>
            Keep it
          </Button>
          <Button variant="filled" color="fail" loading={busy} onClick={() => void remove()}>
            Delete “{name}”
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function hearSample({ id, name }: ClonedVoiceEntry): void {
  hear(async () => {
    const { auditionId } = await ask('clone.sample', { voice: id });
    return { auditionId, title: `${name} · sample`, detail: 'as the service has it, no characters used' };
  }).catch(notifyFailure);
}
