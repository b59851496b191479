// Speech engines that the local service uses in addition to its built-in ones.

import type { EngineEntry, FoundEngine } from '@lectern/tts-protocol';
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../bridge/ask.ts';
import { askKey, useAsk } from '../../bridge/use-ask.ts';
import { listed, words } from '../../locales/words.ts';
import { ProblemNotice, useAttempt } from '../../ui/overlays/problem-notice.tsx';
import { notify } from '../../ui/overlays/toast.tsx';
import { undoOf } from '../../ui/undo-history.ts';
import { Part } from '../part.tsx';
import styles from '../settings.module.css';
import { EngineDialog } from './engine-dialog.tsx';
import type { EngineStart } from './engine-draft.ts';

const t = words('engines');
const tSettings = words('settings');

const SHOWN_VOICES = 6;

export function VoiceEngines() {
  const { data, error: unread, refetch } = useAsk('engines.list', {});
  const { data: status } = useAsk('connection.status', {});
  const [found, setFound] = useState<readonly FoundEngine[] | null>(null);
  const [start, setStart] = useState<EngineStart | null>(null);
  const { busy, error, run } = useAttempt();
  const engines = data?.engines ?? [];
  const search = () =>
    void run(async () => {
      setFound(await ask('engines.look', {}));
    });
  return (
    <Part
      title={tSettings('part.engines')}
      intro={t('intro')}
      actions={
        <>
          <Button variant="filled" loading={busy} onClick={search}>
            {t('look')}
          </Button>
          <Button onClick={() => setStart({ entry: null, found: null })}>{t('addByAddress')}</Button>
        </>
      }
    >
      {status && status.kind !== 'local' && <p>{t('notInUse')}</p>}
      {error && <ProblemNotice error={error} inPlace />}
      {unread && <ProblemNotice error={unread.error} onRetry={() => void refetch()} />}
      <div role="status">
        {busy && <p className="dim">{t('looking')}</p>}
        {!busy && found?.length === 0 && <p>{t('found.none')}</p>}
      </div>
      {!busy && found && found.length > 0 && (
        <FoundEngines found={found} engines={engines} onAdd={(one) => setStart({ entry: null, found: one })} />
      )}
      {data && <SavedEngines engines={engines} onChange={(entry) => setStart({ entry, found: null })} />}
      {start && <EngineDialog start={start} engines={engines} close={() => setStart(null)} />}
    </Part>
  );
}

const displayUrl = (url: string): string => url.replace(/^http:\/\//, '');

interface FoundEnginesProps {
  readonly found: readonly FoundEngine[];
  readonly engines: readonly EngineEntry[];
  readonly onAdd: (found: FoundEngine) => void;
}

function FoundEngines({ found, engines, onAdd }: FoundEnginesProps) {
  return (
    <>
      <h3 className="label">{t('found.heading')}</h3>
      <ul className={styles.list} aria-label={t('found.label')}>
        {found.map((one) => {
          const { program, url, voices, models } = one;
          const name =
            program === null
              ? t('found.server', { address: displayUrl(url) })
              : t('found.program', { program, address: displayUrl(url) });
          const isAdded = engines.some((engine) => engine.url === url);
          return (
            <li key={url} className={`card ${styles.card}`}>
              <div className={styles.head}>
                <div className={styles.who}>
                  <h3>{name}</h3>
                  <p className="dim">{t('found.voices', { voices: voices.length, models: models.length })}</p>
                </div>
                {isAdded ? (
                  <span className="tag">{t('found.added')}</span>
                ) : (
                  <Button aria-label={t('found.addHint', { engine: name })} onClick={() => onAdd(one)}>
                    {t('found.add')}
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface SavedEnginesProps {
  readonly engines: readonly EngineEntry[];
  readonly onChange: (entry: EngineEntry) => void;
}

function SavedEngines({ engines, onChange }: SavedEnginesProps) {
  if (engines.length === 0) return <p className="dim">{t('kept.empty')}</p>;
  return (
    <ul className={styles.list} aria-label={t('kept.label')}>
      {engines.map((entry) => (
        <SavedEngine key={entry.name} entry={entry} onChange={() => onChange(entry)} />
      ))}
    </ul>
  );
}

function voicesText({ voices }: EngineEntry): string {
  const names = listed(voices.slice(0, SHOWN_VOICES));
  const more = voices.length - SHOWN_VOICES;
  return t('kept.voices', { voices: voices.length, names: more > 0 ? t('kept.more', { names, more }) : names });
}

function SavedEngine({ entry, onChange }: { readonly entry: EngineEntry; readonly onChange: () => void }) {
  const { name, kind, url, hasKey, setup } = entry;
  const queryClient = useQueryClient();
  const { busy, error, run } = useAttempt();
  const show = (engines: EngineEntry[]) => queryClient.setQueryData(askKey('engines.list', {}), { engines });
  const remove = () =>
    void run(async () => {
      const { step, engines } = await ask('engines.remove', { name });
      show(engines);
      notify(t('kept.removed', { engine: name }), {
        undo: undoOf(step, async () => show((await ask('engines.list', {})).engines)),
      });
      return null;
    });
  const about = [t(`kept.kind.${kind}`), url && displayUrl(url), hasKey && t('kept.key')].filter(Boolean).join(' · ');
  return (
    <li className={`card ${styles.card}`}>
      <div className={styles.head}>
        <div className={styles.who}>
          <h3>{name}</h3>
          <p className="dim">{about}</p>
        </div>
        <Group>
          {setup && (
            <Button aria-label={t('kept.changeHint', { engine: name })} onClick={onChange}>
              {t('kept.change')}
            </Button>
          )}
          <Button aria-label={t('kept.removeHint', { engine: name })} loading={busy} onClick={remove}>
            {t('kept.remove')}
          </Button>
        </Group>
      </div>
      <p>{voicesText(entry)}</p>
      {error && <ProblemNotice error={error} inPlace />}
    </li>
  );
}
