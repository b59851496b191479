// The account's cloned voices: who gave them, who speaks with them; made and deleted.
import { Button, Menu } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ClonedVoiceEntry, CloneList } from '../../../shared/ipc/clone-requests.ts';
import { ask } from '../../bridge/ask.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { formatCounted } from '../../ui/format.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { EmptyState } from '../../ui/screen-parts.tsx';
import { notify, notifyFailure } from '../../ui/toast.tsx';
import { CloneDetails } from './clone-details.tsx';
import { CloneNotices } from './clone-notices.tsx';
import { CloneRows } from './clone-rows.tsx';
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
