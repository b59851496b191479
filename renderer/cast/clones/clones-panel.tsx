// The account's cloned voices: who gave them, who speaks with them; made and deleted.
import { Button, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ClonedVoiceEntry, CloneList } from '../../../shared/ipc/clone-requests.ts';
import type { ConsentRecord } from '../../../shared/model/consent.ts';
import { ask } from '../../bridge/ask.ts';
import { askKey, useAsk } from '../../bridge/use-ask.ts';
import { formatCounted, formatMoment } from '../../ui/format.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { EmptyState } from '../../ui/screen-parts.tsx';
import { notify, notifyFailure } from '../../ui/toast.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { useCast } from '../cast-store.ts';
import { CloneDetails } from './clone-details.tsx';
import styles from './clones.module.css';
import { NewClone } from './new-clone.tsx';

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
