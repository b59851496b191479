import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../bridge/ask.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { formatBytes } from '../ui/format.ts';
import { ProblemNotice, useAttempt } from '../ui/overlays/problem-notice.tsx';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { Part, Setting } from './part.tsx';
import styles from './settings.module.css';

const t = words('settings');

export function Files() {
  const { data } = useAsk('files.overview', {}, { refetchOnMount: 'always' });
  return (
    <Part title={t('part.files')} intro={t('files.intro')}>
      {data && <Projects folder={data.projectsFolder} />}
      {data && (
        <Setting id="dataFolder" label={t('files.dataFolder')} hint={t('files.dataFolderHint')}>
          <p className="mono">{data.folder}</p>
          <Button onClick={() => void ask('shell.reveal', { what: 'data' }).catch(notifyFailure)}>
            {t('files.reveal')}
          </Button>
          <dl className={styles.sizes}>
            {data.parts.map(({ kind, bytes, files }) => (
              <div key={kind}>
                <dt>
                  {t.parts(`files.kind.${kind}`, {
                    dim: (inside) => (
                      <span key="dim" className="dim">
                        {inside}
                      </span>
                    ),
                  })}
                </dt>
                <dd className="figures" title={t('files.count', { files })}>
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
      if (chosen) notify(t('files.chosen'));
    });
  return (
    <Setting id="newProjects" label={t('files.newProjects')} hint={t('files.newProjectsHint')}>
      <p className="mono">{folder}</p>
      <Group>
        <Button loading={busy} onClick={choose}>
          {t('files.chooseAnother')}
        </Button>
        <Button onClick={() => void ask('shell.reveal', { what: 'projects' }).catch(notifyFailure)}>
          {t('files.reveal')}
        </Button>
      </Group>
      {error && <ProblemNotice error={error} inPlace />}
    </Setting>
  );
}

/** Deletes files that can be recreated, after confirmation. */
function CleanUp() {
  const queryClient = useQueryClient();
  const { busy, error, run } = useAttempt();
  const [sure, setSure] = useState(false);
  const clean = () =>
    void run(async () => {
      const { bytes } = await ask('files.clean', {});
      setSure(false);
      await queryClient.invalidateQueries({ queryKey: askKey('files.overview', {}) });
      notify(bytes === 0 ? t('files.nothing') : t('files.cleaned', { size: formatBytes(bytes) }));
    });
  return (
    <Setting id="cleanUp" label={t('files.cleanUp')} hint={t('files.cleanUpHint')}>
      <Group>
        {sure ? (
          <>
            <Button variant="filled" color="fail" loading={busy} onClick={clean}>
              {t('files.delete')}
            </Button>
            <Button onClick={() => setSure(false)}>{t('files.cancel')}</Button>
          </>
        ) : (
          <Button onClick={() => setSure(true)}>{t('files.begin')}</Button>
        )}
      </Group>
      {error && <ProblemNotice error={error} inPlace />}
    </Setting>
  );
}
