// Reports voices that sound different from their earlier takes, and shows the history of each voice.
import { Button, Group, Table } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { DRIFT_DIMENSIONS, type DriftGroup, hasDrifted, type VoiceDrift } from '../../../shared/model/voice-drift.ts';
import { ask } from '../../bridge/ask.ts';
import { askKey, useAsk } from '../../bridge/use-ask.ts';
import { listed, words } from '../../locales/words.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ProblemNotice, useAttempt } from '../../ui/overlays/problem-notice.tsx';
import { notify } from '../../ui/overlays/toast.tsx';
import { undoOf } from '../../ui/undo-history.ts';
import { tDrift } from '../../ui/wording/drift.ts';
import { useCast } from '../cast-store.ts';
import styles from '../voices/voices.module.css';

const t = words('cast');

const openDrift = (): void => useCast.getState().openDialog({ kind: 'drift' });

/** Comparing all takes is slow in large projects, so it isn't repeated for each new take. */
const useDrifts = () => useAsk('drift.voices', {}, { staleTime: 30_000 });

export const DriftButton = () => <Button onClick={openDrift}>{t('drift.open')}</Button>;

/** Shown only if a voice has changed. */
export function DriftNotice() {
  const { data: drifts = [] } = useDrifts();
  const drifted = drifts.filter(hasDrifted);
  if (drifted.length === 0) return null;
  const roles = listed(drifted[0]?.roles ?? []);
  return (
    <section className={styles.suggestion} aria-label={t('drift.label')}>
      <p role="status">{t('drift.notice', { voices: drifted.length, roles })}</p>
      <Button onClick={openDrift}>{t('drift.details')}</Button>
    </section>
  );
}

export function DriftDialog() {
  const { data: drifts, error, refetch } = useDrifts();
  return (
    <Dialog title={t('drift.title')} width={760} onClose={useCast.getState().closeDialog}>
      <p className="dim">{t('drift.intro')}</p>
      {error && <ProblemNotice error={error.error} onRetry={() => void refetch()} />}
      {!drifts && !error && <p>{t('drift.loading')}</p>}
      {drifts?.length === 0 && <p>{t('drift.none')}</p>}
      {drifts?.map((drift) => (
        <VoiceSection key={drift.key} drift={drift} />
      ))}
      <Canaries />
    </Dialog>
  );
}

function VoiceSection({ drift }: { readonly drift: VoiceDrift }) {
  const titleOf = useChapterTitles();
  const client = useQueryClient();
  const { busy, error, run } = useAttempt();
  const { key, roles, takes, days, chapters, alarms, canaries, unmeasured, acceptedSince } = drift;
  const found = [
    ...alarms.map((alarm) => tDrift.alarm(alarm, titleOf(alarm.group))),
    ...(canaries?.alarms ?? []).map((dimension) => tDrift.canary(dimension, canaries?.shifts[dimension] ?? 0)),
  ];
  const isCompared = [...days, ...chapters].some(({ isReference }) => !isReference) || canaries !== null;
  const accept = () =>
    run(async () => {
      const { step } = await ask('drift.accept', { key });
      await client.invalidateQueries({ queryKey: askKey('drift.voices', {}) });
      notify(t('drift.acceptedNotice'), { undo: undoOf(step) });
    });
  const name = listed(roles);
  return (
    <section aria-label={t('drift.history', { roles: name })}>
      <h3>
        {name} <small className="dim">{t('drift.takes', { takes })}</small>
      </h3>
      {found.length === 0 && <p className="dim">{t(isCompared ? 'drift.steady' : 'drift.few')}</p>}
      {found.map((sentence) => (
        <p key={sentence} className="fail wraps">
          {sentence}
        </p>
      ))}
      {unmeasured > 0 && <p className="dim">{t('drift.unmeasured', { takes: unmeasured })}</p>}
      {acceptedSince !== null && (
        <p className="dim">{t('drift.accepted', { day: new Date(acceptedSince).toLocaleDateString() })}</p>
      )}
      {found.length > 0 && (
        <Button loading={busy} title={t('drift.acceptHint')} onClick={() => void accept()}>
          {t('drift.accept')}
        </Button>
      )}
      {error && <ProblemNotice error={error} />}
      <Groups
        groups={[...days, ...(chapters.length > 1 ? chapters : [])]}
        label={t('drift.history', { roles: name })}
      />
    </section>
  );
}

function useChapterTitles(): (group: DriftGroup['group']) => string | null {
  const { data: chapters = [] } = useAsk('project.chapters', {});
  return (group) => (typeof group === 'number' ? (chapters.find(({ id }) => id === group)?.title ?? null) : null);
}

function Groups({ groups, label }: { readonly groups: readonly DriftGroup[]; readonly label: string }) {
  const titleOf = useChapterTitles();
  return (
    <Table aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('drift.column.group')}</Table.Th>
          <Table.Th>{t('drift.column.takes')}</Table.Th>
          {DRIFT_DIMENSIONS.map((dimension) => (
            <Table.Th key={dimension}>{tDrift.dimension(dimension)}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map(({ group, takes, isReference, shifts }) => (
          <Table.Tr key={String(group)}>
            <Table.Td>{typeof group === 'string' ? group : (titleOf(group) ?? t('drift.before'))}</Table.Td>
            <Table.Td>{takes}</Table.Td>
            {isReference ? (
              <Table.Td colSpan={DRIFT_DIMENSIONS.length}>{t('drift.reference')}</Table.Td>
            ) : (
              DRIFT_DIMENSIONS.map((dimension) => (
                <Table.Td key={dimension}>
                  {shifts[dimension] === null ? '–' : tDrift.shift(dimension, shifts[dimension])}
                </Table.Td>
              ))
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Shows the cost of rendering the canary lines before the producer orders it. */
function Canaries() {
  const { data: canaries } = useAsk('drift.canaries', {}, { staleTime: 0 });
  const { busy, error, run } = useAttempt();
  if (!canaries) return null;
  const { lineIds, characters, price } = canaries;
  const cost = price ? { priced: 'yes', ...price } : { priced: 'no', amount: 0, currency: '' };
  const render = () =>
    run(async () => {
      await ask('take.retake', { lineIds, reject: false, takes: 1 });
      notify(t('drift.canaries.ordered', { lines: lineIds.length }));
    });
  return (
    <section aria-label={t('drift.canaries.heading')}>
      <h3>{t('drift.canaries.heading')}</h3>
      <p className="dim">{t('drift.canaries.hint')}</p>
      {lineIds.length === 0 ? (
        <p>{t('drift.canaries.none')}</p>
      ) : (
        <Group>
          <Button loading={busy} onClick={() => void render()}>
            {t('drift.canaries.render')}
          </Button>
          <span>{t('drift.canaries.cost', { lines: lineIds.length, characters, ...cost })}</span>
        </Group>
      )}
      {error && <ProblemNotice error={error} />}
    </section>
  );
}
