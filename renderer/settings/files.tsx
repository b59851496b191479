import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataPart } from '../../shared/ipc/settings-requests.ts';
import { ask } from '../bridge/ask.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { formatBytes, formatCounted } from '../ui/format.ts';
import { ProblemNotice, useAttempt } from '../ui/problem-notice.tsx';
import { notify, notifyFailure } from '../ui/toast.tsx';
import { Part, Setting } from './part.tsx';
import styles from './settings.module.css';

const KINDS: Readonly<Record<DataPart['kind'], { readonly label: string; readonly what: string }>> = {
  service: { label: 'Local service', what: 'what it was asked for and the audio of it, kept for a while; its log' },
  window: { label: 'Window', what: 'what Chromium keeps for the window' },
  settings: { label: 'Settings', what: 'services without their keys, preferences, the list of projects' },
  limits: { label: 'Limits', what: 'what was sent in the last minute, so that limits hold across restarts' },
  logs: { label: 'Logs', what: 'what happened, without keys and words' },
  cache: { label: 'Cache', what: 'compiled code; it is made again by itself' },
  keys: { label: 'Keys', what: 'keys of accounts, as you chose' },
  other: { label: 'Other', what: 'what Lectern did not put there, or an older one did' },
};

/** Where Lectern keeps what belongs to no project, and where new projects are made. */
export function Files() {
  const { data } = useAsk('files.overview', {}, { refetchOnMount: 'always' });
  return (
    <Part title="Files" intro="Projects lie where you put them; what belongs to none of them lies in one folder.">
      {data && <Projects folder={data.projectsFolder} />}
      {data && (
        <Setting label="Data folder" hint="LECTERN_HOME in the environment names another one.">
          <p className="mono">{data.folder}</p>
          <Button onClick={() => void ask('shell.reveal', { what: 'data' }).catch(notifyFailure)}>
            Show in folder
          </Button>
          <dl className={styles.sizes}>
            {data.parts.map(({ kind, bytes, files }) => (
              <div key={kind}>
                <dt>
                  {KINDS[kind].label}: <span className="dim">{KINDS[kind].what}</span>
                </dt>
                <dd className="figures" title={formatCounted(files, 'file')}>
                  {formatBytes(bytes)}
                </dd>
              </div>
            ))}
          </dl>
        </Setting>
      )}
      <CleanUp />
    </Part>
  );
}

function Projects({ folder }: { readonly folder: string }) {
  const queryClient = useQueryClient();
  const { busy, error, run } = useAttempt();
  const choose = () =>
    void run(async () => {
      const chosen = await ask('dialog.projectsFolder', {});
      await queryClient.invalidateQueries({ queryKey: askKey('files.overview', {}) });
      if (chosen) notify('New projects are made there from now on. Those that are there stay where they are.');
      return null;
    });
  return (
    <Setting label="New projects" hint="The folder in which they are made. Projects that are there already stay.">
      <p className="mono">{folder}</p>
      <div className={styles.actions}>
        <Button loading={busy} onClick={choose}>
          Choose another folder…
        </Button>
        <Button onClick={() => void ask('shell.reveal', { what: 'projects' }).catch(notifyFailure)}>
          Show in folder
        </Button>
      </div>
      {error && <ProblemNotice error={error} inPlace />}
    </Setting>
  );
}

/** Deletes what is made again by itself, after a second click. */
function CleanUp() {
  const queryClient = useQueryClient();
  const { busy, error, run } = useAttempt();
  const [sure, setSure] = useState(false);
  const clean = () =>
    void run(async () => {
      const { bytes } = await ask('files.clean', {});
      setSure(false);
      await queryClient.invalidateQueries({ queryKey: askKey('files.overview', {}) });
      notify(bytes === 0 ? 'There was nothing to delete.' : `${formatBytes(bytes)} are free again.`);
      return null;
    });
  return (
    <Setting
      label="Clean up"
      hint="Deletes compiled code and the older log. Projects, settings, keys and what the local service made stay; the service deletes its results by itself."
    >
      <div className={styles.actions}>
        {sure ? (
          <>
            <Button variant="filled" color="fail" loading={busy} onClick={clean}>
              Delete cache and older log
            </Button>
            <Button onClick={() => setSure(false)}>Cancel</Button>
          </>
        ) : (
          <Button onClick={() => setSure(true)}>Clean up…</Button>
        )}
      </div>
      {error && <ProblemNotice error={error} inPlace />}
    </Setting>
  );
}
