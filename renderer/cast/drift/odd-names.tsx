// Names that sound different in some takes: hear them, and go to their lines.
import { Button, Group, Stack, Table } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { NameComparison, OddName } from '../../../shared/model/name-sounds.ts';
import { ask, useEvent } from '../../bridge/ask.ts';
import { askKey, useAsk } from '../../bridge/use-ask.ts';
import { listed, words } from '../../locales/words.ts';
import { IconButton } from '../../ui/fields/icon-button.tsx';
import { ProblemNotice, useAttempt } from '../../ui/overlays/problem-notice.tsx';
import { notifyFailure } from '../../ui/overlays/toast.tsx';
import { partOptions, playTake } from '../../ui/sound/play-line.ts';
import { useCast } from '../cast-store.ts';
import { goToLine } from '../pronunciation/rules-effect.tsx';

const t = words('cast');

export function OddNames() {
  const { data: odd = [] } = useAsk('drift.names', {});
  const client = useQueryClient();
  const { busy, error, run } = useAttempt();
  const [compared, setCompared] = useState<NameComparison | null>(null);
  const compare = () =>
    run(async () => {
      const found = await ask('drift.compareNames', {});
      client.setQueryData(askKey('drift.names', {}), found.odd);
      setCompared(found);
    });
  return (
    <section aria-label={t('drift.names.heading')}>
      <h3>{t('drift.names.heading')}</h3>
      <p className="dim">{t('drift.names.hint')}</p>
      {busy ? (
        <ComparingNames />
      ) : (
        <Group>
          <Button onClick={() => void compare()}>{t('drift.names.compare')}</Button>
          {compared && <span role="status">{summaryOf(compared)}</span>}
        </Group>
      )}
      {error && <ProblemNotice error={error} />}
      {odd.length > 0 && <NameTable odd={odd} />}
      {odd.length > 0 && (
        <Button variant="subtle" onClick={showPronunciation}>
          {t('drift.names.fix')}
        </Button>
      )}
    </section>
  );
}

const cancel = (): void => void ask('drift.cancelNames', {}).catch(notifyFailure);

function ComparingNames() {
  const [{ done, total }, setProgress] = useState({ done: 0, total: 0 });
  useEvent('names-progress', setProgress);
  // Closing the dialog cancels the comparison.
  useEffect(() => cancel, []);
  return (
    <Stack gap="var(--gap-1)">
      <progress aria-label={t('drift.names.progress')} value={done} max={Math.max(1, total)} />
      <Group justify="space-between">
        <span className="dim" role="status">
          {total === 0 ? t('drift.names.starting') : t('drift.names.comparing', { done, total })}
        </span>
        <Button variant="subtle" onClick={cancel}>
          {t('drift.names.cancel')}
        </Button>
      </Group>
    </Stack>
  );
}

function summaryOf({
  names,
  occurrences,
  odd,
  linesWithoutTimes,
  voicesNotCompared,
  unreadable,
}: NameComparison): string {
  return [
    t('drift.names.counts', { names, occurrences, odd: odd.length }),
    ...(linesWithoutTimes > 0 ? [t('drift.names.withoutTimes', { lines: linesWithoutTimes })] : []),
    ...(unreadable > 0 ? [t('drift.names.unreadable', { takes: unreadable })] : []),
    ...(voicesNotCompared.length > 0
      ? [t('drift.names.voicesNotCompared', { voices: listed(voicesNotCompared) })]
      : []),
  ].join(' ');
}

function showPronunciation(): void {
  useCast.getState().closeDialog();
  useCast.getState().show('pronunciation');
}

function NameTable({ odd }: { readonly odd: readonly OddName[] }) {
  return (
    <Table aria-label={t('drift.names.heading')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('drift.names.column.name')}</Table.Th>
          <Table.Th>{t('drift.names.column.line')}</Table.Th>
          <Table.Th>{t('drift.names.column.role')}</Table.Th>
          <Table.Th>{t('drift.names.column.confidence')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {odd.map((one) => (
          <Table.Tr key={`${one.takeId} ${one.startSeconds}`}>
            <Table.Td>
              <IconButton
                icon={Play}
                label={t('drift.names.play', { name: one.name, line: one.line })}
                onClick={() => void play(one).catch(notifyFailure)}
              />
              {one.name}
            </Table.Td>
            <Table.Td>
              <button
                type="button"
                className="text-button"
                onClick={() => {
                  useCast.getState().closeDialog();
                  goToLine(one.lineId);
                }}
              >
                {t('drift.names.line', { line: one.line, chapter: one.chapterTitle })}
              </button>
            </Table.Td>
            <Table.Td>{listed(one.roles)}</Table.Td>
            <Table.Td>
              {t('drift.names.confidence', {
                percent: Math.round(100 * one.confidence),
                occurrences: one.occurrences,
              })}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Plays the name with a little of what is around it. */
async function play({ lineId, takeId, startSeconds, endSeconds }: OddName): Promise<void> {
  const [[line], takes] = await Promise.all([
    ask('review.rows', { lineIds: [lineId] }),
    ask('review.takes', { lineId }),
  ]);
  const take = takes.find(({ id }) => id === takeId);
  if (line && take) playTake(take, line, partOptions(take, { startSeconds, endSeconds }));
}
