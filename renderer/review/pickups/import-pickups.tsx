import { Button, Group, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { MAX_RETAKES } from '../../../shared/ipc/review-requests.ts';
import type { MatchedPickups, PickupLine, PickupPlace } from '../../../shared/model/pickups.ts';
import { ask, BridgeFailure } from '../../bridge/ask.ts';
import { listed, words } from '../../locales/words.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { notify, notifyFailure } from '../../ui/overlays/toast.tsx';
import { noteRetakes } from '../../ui/retakes.ts';
import { awaitBeforeUndo, undoOf } from '../../ui/undo-history.ts';
import { describeError } from '../../ui/wording/errors.ts';
import { type PickupAction, type PickupChoice, type PickupRow, pickupRows, planPickups } from './pickup-choices.ts';
import { PickupDetail } from './pickup-detail.tsx';
import { PickupSource } from './pickup-source.tsx';
import { PickupTable } from './pickup-table.tsx';

const t = words('pickups');

export function ImportPickupsDialog({ onClose }: { readonly onClose: () => void }) {
  const [matched, setMatched] = useState<MatchedPickups | null>(null);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (reading: Promise<MatchedPickups>) => {
    setReading(true);
    setProblem(null);
    try {
      const found = await reading;
      if (found.matches.length === 0) setProblem(t('source.empty'));
      else setMatched(found);
    } catch (failure) {
      if (!(failure instanceof BridgeFailure)) throw failure;
      const { title, detail } = describeError(failure.error);
      setProblem([title, detail].filter((part) => part !== '').join(' '));
    } finally {
      setReading(false);
    }
  };
  return (
    <Dialog title={t('title')} width={matched ? 1040 : 560} onClose={onClose}>
      {matched ? (
        <MatchedList matched={matched} onBack={() => setMatched(null)} onClose={onClose} />
      ) : (
        <PickupSource
          isReading={isReading}
          problem={problem}
          onFile={(name, bytes) => void read(ask('pickups.readFile', { name, bytes }))}
          onText={(text) => void read(ask('pickups.readText', { text }))}
          onProblem={setProblem}
        />
      )}
    </Dialog>
  );
}

interface MatchedListProps {
  readonly matched: MatchedPickups;
  onBack(): void;
  onClose(): void;
}

function MatchedList({ matched, onBack, onClose }: MatchedListProps) {
  const [choices, setChoices] = useState<ReadonlyMap<number, PickupChoice>>(new Map());
  const [otherLines, setOtherLines] = useState<readonly PickupLine[]>([]);
  const [selected, setSelected] = useState(0);
  const [isApplying, setApplying] = useState(false);
  const rows = useMemo(() => pickupRows(matched, choices), [matched, choices]);
  const lines = useMemo(
    () => new Map([...matched.lines, ...otherLines].map((line) => [line.lineId, line])),
    [matched, otherLines],
  );
  const change = ({ index }: PickupRow, choice: PickupChoice) =>
    setChoices((former) => new Map([...former, [index, { ...former.get(index), ...choice }]]));
  const choose = (row: PickupRow, place: PickupPlace, line: PickupLine) => {
    setOtherLines((former) => [...former, line]);
    change(row, { place });
  };
  const row = rows[selected];
  const { notes, retakeLineIds, undecided } = planPickups(rows);
  const tooMany = retakeLineIds.length > MAX_RETAKES;
  const apply = async () => {
    setApplying(true);
    try {
      if (await awaitBeforeUndo(applyPlan({ notes: [...notes], retakeLineIds: [...retakeLineIds] }))) onClose();
    } finally {
      setApplying(false);
    }
  };
  return (
    <Stack gap="var(--gap-4)">
      <p role="status">{summaryOf(matched)}</p>
      {matched.leftOut.length > 0 && (
        <p className="dim cut" title={leftOutText(matched)}>
          {leftOutText(matched)}
        </p>
      )}
      <PickupTable
        rows={rows}
        lines={lines}
        selected={selected}
        onSelect={setSelected}
        onAction={(one, action) => change(one, { action })}
      />
      {row && (
        <PickupDetail
          key={row.index}
          row={row}
          lines={lines}
          onPlace={(place, line) => choose(row, place, line)}
          onAction={(action: PickupAction) => change(row, { action })}
        />
      )}
      <Group justify="space-between" wrap="nowrap">
        <p className={tooMany ? 'fail' : 'dim'} role="status">
          {tooMany
            ? t('tooManyRetakes', { most: MAX_RETAKES })
            : undecided > 0
              ? t('undecided', { rows: undecided })
              : t('keys')}
        </p>
        <Group wrap="nowrap">
          <Button variant="subtle" onClick={onBack}>
            {t('back')}
          </Button>
          <Button variant="subtle" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant="filled"
            loading={isApplying}
            disabled={notes.length === 0 || tooMany}
            onClick={() => void apply()}
          >
            {t('apply', { notes: notes.length, retakes: retakeLineIds.length })}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

/** Returns false if nothing has changed. */
async function applyPlan(plan: Parameters<typeof ask<'pickups.apply'>>[1]): Promise<boolean> {
  try {
    noteRetakes(plan.retakeLineIds);
    const { step, added, known } = await ask('pickups.apply', plan);
    const message = t('applied', { notes: added, known, retakes: plan.retakeLineIds.length });
    notify(message, { id: 'pickups', undo: undoOf(step) });
    return true;
  } catch (failure) {
    notifyFailure(failure);
    return false;
  }
}

function summaryOf({ matches }: MatchedPickups): string {
  const count = (confidence: MatchedPickups['matches'][number]['confidence']) =>
    matches.filter((match) => match.confidence === confidence).length;
  const known = matches.filter(({ isKnown, confidence }) => isKnown && confidence !== 'ask').length;
  const figures = { sure: count('sure'), likely: count('likely'), ask: count('ask'), unmatched: count(null) };
  return t('summary', { rows: matches.length, known, ...figures });
}

const leftOutText = ({ leftOut }: MatchedPickups): string =>
  t('leftOut', { count: leftOut.length, rows: listed(leftOut.map(({ text }) => text)) });
