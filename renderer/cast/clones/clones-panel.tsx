import { Button, Group, Menu, Stack } from '@mantine/core';
import { Play, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ClonedVoiceEntry, CloneList } from '../../../shared/ipc/clone-requests.ts';
import { LOCAL_ORIGIN } from '../../../shared/model/connection.ts';
import type { ConsentRecord } from '../../../shared/model/consent.ts';
import { ask } from '../../bridge/ask.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { listed, words } from '../../locales/words.ts';
import { AddConsent, WithdrawConsent } from '../../ui/consents/consent-dialogs.tsx';
import { ConsentTag } from '../../ui/consents/consent-tag.tsx';
import { formatBytes, formatClock, formatDate, formatMoment, formatSeconds } from '../../ui/format.ts';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { type MenuEntries, showContextMenu } from '../../ui/overlays/context-menu.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ProblemNotice, useAttempt } from '../../ui/overlays/problem-notice.tsx';
import { notify, notifyFailure } from '../../ui/overlays/toast.tsx';
import { RoleName, useRoleColours } from '../../ui/role-name.tsx';
import { EmptyState } from '../../ui/screen-parts.tsx';
import { playAudition } from '../../ui/sound/audition.ts';
import { useCast } from '../cast-store.ts';
import { InspectorPortal } from '../inspector-slot.tsx';
import styles from './clones.module.css';
import { NewClone } from './new-clone.tsx';

const t = words('clones');
const tVoices = words('voices');
const tConsents = words('consents');

export function ClonesPanel() {
  const { data, error, refetch } = useAsk('clone.list', {});
  if (error) return <ProblemNotice error={error.error} onRetry={() => void refetch()} />;
  if (!data) return <p className="dim">{t('asking')}</p>;
  return <Clones list={data} />;
}

function Clones({ list }: { readonly list: CloneList }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isMaking, setMaking] = useState(false);
  const { voices } = list;
  const voice = voices.find(({ id }) => id === chosen) ?? voices[0] ?? null;
  const create = (
    <Button leftSection={<Plus size={13} aria-hidden />} onClick={() => setMaking(true)}>
      {t('create')}
    </Button>
  );
  return (
    <div className={styles.panel}>
      <div className={styles.tools}>
        {voices.length > 0 && create}
        <p role="status" className="dim figures">
          {t('count', { voices: voices.length })}
        </p>
        <span className="grow" />
        <Menu position="bottom-end" returnFocus portalProps={{ target: 'main' }}>
          <Menu.Target>
            <Button variant="subtle">{t('consents.save')}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => exportConsents('text')}>{t('consents.text')}</Menu.Item>
            <Menu.Item onClick={() => exportConsents('json')}>{t('consents.json')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      <CloneNotices list={list} />
      {voice ? (
        <div className={styles.columns}>
          <CloneRows voices={voices} chosen={voice.id} onChoose={({ id }) => setChosen(id)} />
          <InspectorPortal>
            <CloneDetails key={voice.id} voice={voice} />
          </InspectorPortal>
        </div>
      ) : (
        <>
          <EmptyState title={t('empty.title')} detail={t('empty.detail')}>
            {create}
          </EmptyState>
          <InspectorPortal>
            <p className="dim">{t('none')}</p>
          </InspectorPortal>
        </>
      )}
      {isMaking && (
        <NewClone
          onClose={() => setMaking(false)}
          onCreated={(made: ClonedVoiceEntry) => {
            setMaking(false);
            setChosen(made.id);
            notify(t('made', { voice: made.name }));
          }}
        />
      )}
    </div>
  );
}

function exportConsents(form: 'text' | 'json'): void {
  const save = async () => {
    const { records, json } = await ask('clone.consents', {});
    if (records.length === 0) {
      notify(t('consents.none'));
      return;
    }
    const file =
      form === 'text'
        ? { name: t('consents.textFile'), text: consentsAsText(records) }
        : { name: t('consents.jsonFile'), text: json };
    const saved = await ask('dialog.saveText', file);
    if (saved) notify(t('consents.saved', { path: saved.path }));
  };
  save().catch(notifyFailure);
}

const consentsAsText = (records: readonly ConsentRecord[]): string =>
  records.map((record) => `${consentRows(record).join('\n')}\n`).join('\n');

function consentRows(record: ConsentRecord): string[] {
  const { voiceName, voice, person, purpose, givenOn, statement, recordedAt, deletedAt, connection, sample } = record;
  const isKept = connection.origin === LOCAL_ORIGIN;
  const { validUntil, withdrawal, evidence } = record;
  const figures = sample && { seconds: sample.seconds, bytes: sample.sizeBytes, hash: sample.sha256 };
  return [
    t('consents.row.voice', { voice: voiceName }),
    voice === null ? t('consents.row.inDoubt') : t('consents.row.identifier', { voice }),
    t('consents.row.service', { service: connection.name, origin: connection.origin, user: connection.userId }),
    t('consents.row.person', { person }),
    t('consents.row.purpose', { purpose }),
    t('consents.row.givenOn', { date: givenOn }),
    ...(validUntil === null ? [] : [t('consents.row.validUntil', { date: validUntil })]),
    t('consents.row.recordedAt', { moment: new Date(recordedAt).toISOString() }),
    t('consents.row.statement', { statement }),
    ...(figures ? [isKept ? t('consents.row.sampleHere', figures) : t('consents.row.sample', figures)] : []),
    ...(evidence ? [t('consents.row.evidence', { name: evidence.name, hash: evidence.sha256 })] : []),
    ...(withdrawal ? [t('consents.row.withdrawnOn', { date: withdrawal.on, note: withdrawal.note ?? '' })] : []),
    ...(deletedAt === null ? [] : [t('consents.row.deletedAt', { moment: new Date(deletedAt).toISOString() })]),
  ];
}

/** Clones that need a decision: those whose creation is in doubt, and deleted ones that are still cast. */
function CloneNotices({ list: { inDoubt, lost } }: { readonly list: CloneList }) {
  if (inDoubt.length + lost.length === 0) return null;
  return (
    <Stack gap="var(--gap-3)" role="alert">
      {inDoubt.map((consent) => (
        <CloneInDoubt key={consent.id} consent={consent} />
      ))}
      {lost.map(({ consent, roles }) => (
        <div key={consent.id} className={`warning-box ${styles.notice}`}>
          <p>
            {t('lost', {
              count: roles.length,
              roles: listed(roles),
              voice: consent.voiceName,
              moment: formatMoment(consent.deletedAt ?? 0),
            })}
          </p>
          <Button onClick={() => chooseAnotherVoice(roles[0])}>{t('chooseAnother')}</Button>
        </div>
      ))}
    </Stack>
  );
}

function CloneInDoubt({ consent: { id, voiceName, recordedAt } }: { readonly consent: ConsentRecord }) {
  const { isFetching, isError, dataUpdatedAt, refetch } = useAsk('clone.list', {});
  const [isSure, setSure] = useState(false);
  const [hasLooked, setLooked] = useState(false);
  const refresh = () => {
    setLooked(true);
    void refetch();
  };
  return (
    <div className={`warning-box ${styles.notice}`}>
      <p>
        {t('doubt.detail', { voice: voiceName, moment: formatMoment(recordedAt) })}
        {hasLooked && !isFetching && !isError && (
          <small className="dim">{t('doubt.notListed', { time: formatClock(dataUpdatedAt) })}</small>
        )}
      </p>
      <Button onClick={refresh} loading={hasLooked && isFetching}>
        {t('doubt.refresh')}
      </Button>
      {isSure ? (
        <Button
          variant="filled"
          color="fail"
          onClick={() =>
            void ask('clone.dropDoubt', { consentId: id })
              .then(() => refetch())
              .catch(notifyFailure)
          }
        >
          {t('doubt.dropForSure')}
        </Button>
      ) : (
        <Button onClick={() => setSure(true)}>{t('doubt.drop')}</Button>
      )}
    </div>
  );
}

function chooseAnotherVoice(role: string | undefined): void {
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

function CloneRows({ voices, chosen, onChoose }: CloneRowsProps) {
  return (
    <div className={styles.rows}>
      <VirtualList
        label={t('label')}
        items={voices}
        rowHeight={ROW_HEIGHT}
        keyOf={({ id }) => id}
        selectedIndex={voices.findIndex(({ id }) => id === chosen)}
        onSelect={onChoose}
        onMenu={(voice, place) => showContextMenu(place, voice.name, cloneEntries(voice))}
        render={({ name, roles, consent, state }) => (
          <span className={styles.row}>
            <span className="cut">
              {name} {state !== 'missing' && <ConsentTag state={state} />}
            </span>
            <small className="cut dim">{rowText(consent?.person ?? t('noConsent'), roles)}</small>
          </span>
        )}
      />
    </div>
  );
}

const cloneEntries = (voice: ClonedVoiceEntry): MenuEntries => [
  { label: t('details.play'), disabled: !voice.hasSample, run: () => hearSample(voice) },
  { label: t('details.tryIt'), run: () => showInVoices(voice) },
];

function showInVoices({ id }: ClonedVoiceEntry): void {
  const { chooseVoice, show } = useCast.getState();
  chooseVoice(id);
  show('voices');
}

const rowText = (person: string, roles: readonly string[]): string =>
  roles.length === 0 ? person : t('speaks', { person, roles: listed(roles) });

function CloneDetails({ voice }: { readonly voice: ClonedVoiceEntry }) {
  const { id, origin, userId, name, gender, language, type, hasSample, roles, consent, state } = voice;
  const [dialog, setDialog] = useState<'add' | 'withdraw' | null>(null);
  const [isAsking, setAsking] = useState(false);
  const colourOf = useRoleColours();
  const traits = [type, gender, language].filter((trait) => trait !== null).join(' · ');
  return (
    <section className={styles.details} aria-label={name}>
      <h3 className="cut">{name}</h3>
      {traits !== '' && <p className="dim">{traits}</p>}
      <p>
        {t.parts('details.cast', {
          count: roles.length,
          roles: listed(roles),
          names: () =>
            roles.map((role, index) => (
              <span key={role}>
                {index > 0 && ', '}
                <RoleName role={role} colour={colourOf(role)} />
              </span>
            )),
        })}
      </p>
      <div className={styles.actions}>
        <Button
          leftSection={<Play size={13} aria-hidden />}
          disabled={!hasSample}
          title={hasSample ? undefined : t('details.noSample')}
          onClick={() => hearSample(voice)}
        >
          {t('details.play')}
        </Button>
        <Button onClick={() => showInVoices(voice)}>{t('details.tryIt')}</Button>
        <Button onClick={() => setAsking(true)}>{t('details.remove')}</Button>
      </div>
      <h4 className="label">{t('details.consent')}</h4>
      {state !== 'valid' && state !== 'missing' && (
        <p>
          <ConsentTag state={state} />
        </p>
      )}
      {consent ? <Consent consent={consent} /> : <p className="dim">{t('details.noConsent')}</p>}
      <div className={styles.actions}>
        {state !== 'valid' && <Button onClick={() => setDialog('add')}>{tConsents('add')}</Button>}
        {consent && consent.withdrawal === null && (
          <Button onClick={() => setDialog('withdraw')}>{tConsents('withdrawShort')}</Button>
        )}
      </div>
      {dialog === 'add' && (
        <AddConsent identity={{ origin, userId, voice: id }} voiceName={name} onClose={() => setDialog(null)} />
      )}
      {dialog === 'withdraw' && consent && <WithdrawConsent consent={consent} onClose={() => setDialog(null)} />}
      {isAsking && <DeleteClone voice={voice} onClose={() => setAsking(false)} />}
    </section>
  );
}

function Consent({ consent }: { readonly consent: ConsentRecord }) {
  const { person, purpose, givenOn, validUntil, statement, recordedAt, sample, connection } = consent;
  const { evidence, withdrawal } = consent;
  const rows = [
    [t('details.person'), person],
    [t('details.purpose'), purpose],
    [t('details.givenOn'), formatDate(givenOn)],
    ...(validUntil === null ? [] : [[t('details.validUntil'), formatDate(validUntil)] as const]),
    ...(withdrawal === null ? [] : [[t('details.withdrawnOn'), withdrawnText(withdrawal)] as const]),
    [t('details.recordedAt'), formatMoment(recordedAt)],
    [t('details.service'), connection.name],
    ...(sample === null ? [] : [[t('details.sample'), sampleText(sample, connection.origin)] as const]),
    ...(evidence === null ? [] : [[t('details.evidence'), evidence.name] as const]),
  ];
  return (
    <>
      <dl className={styles.consent}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {sample && (
          <div>
            <dt>{t('details.hash')}</dt>
            <dd className={styles.hash}>{sample.sha256}</dd>
          </div>
        )}
      </dl>
      <blockquote className={styles.statement}>{statement}</blockquote>
    </>
  );
}

const withdrawnText = ({ on, note }: NonNullable<ConsentRecord['withdrawal']>): string =>
  note === null ? formatDate(on) : `${formatDate(on)} · ${note}`;

function sampleText({ seconds, sizeBytes }: NonNullable<ConsentRecord['sample']>, origin: string): string {
  const figures = { duration: formatSeconds(seconds), size: formatBytes(sizeBytes) };
  return origin === LOCAL_ORIGIN ? t('details.sampleFiguresHere', figures) : t('details.sampleFigures', figures);
}

function DeleteClone({ voice: { id, name, roles }, onClose }: { readonly voice: ClonedVoiceEntry; onClose(): void }) {
  const { busy, error, run } = useAttempt();
  const remove = () =>
    run(async () => {
      await ask('clone.delete', { voice: id });
      notify(t('remove.removed', { voice: name }));
      onClose();
    });
  return (
    <Dialog title={t('remove.title', { voice: name })} width={440} onClose={onClose} busy={busy}>
      <Stack gap="var(--gap-5)">
        <p>{t('remove.about')}</p>
        {roles.length > 0 && (
          <p>
            {t.parts('remove.cast', {
              count: roles.length,
              roles: listed(roles),
              strong: (inside) => <strong key="roles">{inside}</strong>,
            })}
          </p>
        )}
        {error && <ProblemNotice inPlace error={error} />}
        <Group justify="flex-end">
          <Button data-autofocus disabled={busy} onClick={onClose}>
            {t('remove.keep')}
          </Button>
          <Button variant="filled" color="fail" loading={busy} onClick={() => void remove()}>
            {t('remove.remove', { voice: name })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function hearSample({ id, name }: ClonedVoiceEntry): void {
  playAudition(async () => {
    const { auditionId } = await ask('clone.sample', { voice: id });
    return { auditionId, title: tVoices('sample.title', { voice: name }), detail: tVoices('sample.detail') };
  }).catch(notifyFailure);
}
