// The account's cloned voices: who gave them, who speaks with them; made and deleted.
import { Button, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Play, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ClonedVoiceEntry, CloneList } from '../../../shared/ipc/clone-requests.ts';
import type { ConsentRecord } from '../../../shared/model/consent.ts';
import { ask } from '../../bridge/ask.ts';
import { askKey, useAsk } from '../../bridge/use-ask.ts';
import { hear } from '../../ui/audition.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCounted, formatDate, formatMoment, formatSeconds } from '../../ui/format.ts';
import { ProblemNotice, useAttempt } from '../../ui/problem-notice.tsx';
import { RoleName, useRoleColours } from '../../ui/role-name.tsx';
import { EmptyState } from '../../ui/screen-parts.tsx';
import { notify, notifyFailure } from '../../ui/toast.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { useCast } from '../cast-store.ts';
import styles from './clones.module.css';
import { NewClone } from './new-clone.tsx';
import { sizeWords } from './sample.tsx';

// One cloned voice: what it is, whose it is, and its end.

function CloneDetails({ voice }: { readonly voice: ClonedVoiceEntry }) {
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

export function ClonesPanel() {
  const { data, error, refetch } = useAsk('clone.list', {});
  if (error) return <ProblemNotice error={error.error} onRetry={() => void refetch()} />;
  if (!data) return <p className="dim">Asking the service for its cloned voices…</p>;
  return <Clones list={data} />;
}

function Clones({ list }: { readonly list: CloneList }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isMaking, setMaking] = useState(false);
  const { voices } = list;
  const voice = voices.find(({ id }) => id === chosen) ?? voices[0] ?? null;
  const create = (
    <Button leftSection={<Plus size={13} aria-hidden />} onClick={() => setMaking(true)}>
      Clone a voice…
    </Button>
  );
  return (
    <div className={styles.panel}>
      <div className={styles.tools}>
        {voices.length > 0 && create}
        <p role="status" className="dim figures">
          {formatCounted(voices.length, 'cloned voice')}
        </p>
        <span className={styles.room} />
        <Menu position="bottom-end" returnFocus portalProps={{ target: 'main' }}>
          <Menu.Target>
            <Button variant="subtle">Save consents…</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => exportConsents('text')}>As text</Menu.Item>
            <Menu.Item onClick={() => exportConsents('json')}>As JSON, for other programs</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      <CloneNotices list={list} />
      {voice ? (
        <div className={styles.columns}>
          <CloneRows voices={voices} chosen={voice.id} onChoose={({ id }) => setChosen(id)} />
          <CloneDetails key={voice.id} voice={voice} />
        </div>
      ) : (
        <EmptyState
          title="No cloned voices yet"
          detail="Half a minute of somebody’s speech becomes a voice that can be cast. They have to agree: what they agreed to is kept with the voice."
        >
          {create}
        </EmptyState>
      )}
      {isMaking && (
        <NewClone
          onClose={() => setMaking(false)}
          onMade={(made: ClonedVoiceEntry) => {
            setMaking(false);
            setChosen(made.id);
            notify(`“${made.name}” was made. It can be cast like any other voice.`);
          }}
        />
      )}
    </div>
  );
}

function exportConsents(form: 'text' | 'json'): void {
  const save = async () => {
    const { text, json } = await ask('clone.consents', {});
    if (text === '') {
      notify('No consent was recorded on this computer yet.');
      return;
    }
    const file = form === 'text' ? { name: 'Consents.txt', text } : { name: 'Consents.json', text: json };
    const saved = await ask('dialog.saveText', file);
    if (saved) notify(`The consents are in ${saved.path}.`);
  };
  save().catch(notifyFailure);
}

/** What someone has to know of clones: those in doubt, and those that are gone and still cast. */
function CloneNotices({ list: { inDoubt, lost } }: { readonly list: CloneList }) {
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

interface CloneRowsProps {
  readonly voices: readonly ClonedVoiceEntry[];
  readonly chosen: string;
  onChoose(voice: ClonedVoiceEntry): void;
}

const ROW_HEIGHT = 46;

/** The voices, as the service lists them. */
function CloneRows({ voices, chosen, onChoose }: CloneRowsProps) {
  return (
    <div className={styles.rows}>
      <VirtualList
        label="Cloned voices"
        items={voices}
        rowHeight={ROW_HEIGHT}
        keyOf={({ id }) => id}
        selectedIndex={voices.findIndex(({ id }) => id === chosen)}
        onSelect={onChoose}
        render={({ name, roles, consent }) => (
          <span className={styles.row}>
            <span className="cut">{name}</span>
            <small className="cut dim">
              {consent ? consent.person : 'no consent recorded here'}
              {roles.length > 0 && ` · speaks ${roles.join(', ')}`}
            </small>
          </span>
        )}
      />
    </div>
  );
}
