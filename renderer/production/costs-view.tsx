import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import {
  SPENDING_COLUMNS,
  SPENDING_GROUPINGS,
  type SpendingFigures,
  type SpendingGrouping,
  type SpendingRow,
} from '../../shared/model/spending.ts';
import { safeNamePart } from '../../shared/rules/export/safe-name.ts';
import { ask } from '../bridge/ask.ts';
import { askQuery } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { runCommand } from '../ui/commands.ts';
import { formatCount, formatMoment } from '../ui/format.ts';
import { VirtualGrid } from '../ui/lists/virtual-grid.tsx';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { EmptyState, Figures, ScreenFrame } from '../ui/screen-parts.tsx';
import { useView } from '../ui/view-store.ts';
import styles from './costs-view.module.css';
import { useProductionView, ViewSwitch } from './production-view.tsx';
import { amountsText } from './wording.ts';

const t = words('production');

const PAGE_ROWS = 100;

type Page = ReplyOf<'production.spending'>;

interface SpendingPages {
  /** The data that all pages have in common. Undefined until a page has been loaded. */
  readonly all: Pick<Page, 'count' | 'total' | 'currencies'> | undefined;
  rowAt(index: number): SpendingRow | undefined;
}

function useSpending(first: number, last: number): SpendingPages {
  const by = useProductionView((state) => state.by);
  const sort = useProductionView((state) => state.sort);
  const descending = useProductionView((state) => state.descending);
  const from = Math.floor(first / PAGE_ROWS);
  const pages = Array.from({ length: Math.floor(last / PAGE_ROWS) - from + 1 }, (_, at) => from + at);
  const replies = useQueries({
    queries: pages.map((page) => askQuery('production.spending', { by, sort, descending, page })),
  });
  // Keeps the data that pages have in common until new data has been loaded, so that nothing jumps when the sort order
  // changes.
  const latestPage = useRef<Page>(undefined);
  const known = replies.find(({ data }) => data !== undefined)?.data ?? latestPage.current;
  useEffect(() => {
    latestPage.current = known;
  });
  return {
    all: known,
    rowAt: (index) => replies[Math.floor(index / PAGE_ROWS) - from]?.data?.rows[index % PAGE_ROWS],
  };
}

const ROW_HEIGHT = 30;

const COLUMNS = SPENDING_COLUMNS.filter((column) => column !== 'name');

export function CostsView() {
  const [shown, setShown] = useState({ first: 0, last: 0 });
  const { all, rowAt } = useSpending(shown.first, shown.last);
  return (
    <ScreenFrame
      title={t('costs.title')}
      about={t('costs.about')}
      besideTitle={<ViewSwitch />}
      actions={all && all.count > 0 && <Actions />}
    >
      {all && all.count > 0 && <Totals total={all.total} />}
      {all && all.count > 0 && <Report count={all.count} rowAt={rowAt} onShown={setShown} />}
      {all?.count === 0 && (
        <EmptyState title={t('costs.none.title')} detail={t('costs.none.detail')}>
          <Button onClick={() => useProductionView.getState().show('batches')}>{t('costs.none.plan')}</Button>
        </EmptyState>
      )}
    </ScreenFrame>
  );
}

function Actions() {
  const by = useProductionView((state) => state.by);
  const groupBy = useProductionView((state) => state.groupBy);
  const [byteOrderMark, setByteOrderMark] = useState(false);
  return (
    <>
      <SegmentedControl
        aria-label={t('costs.groupBy')}
        value={by}
        onChange={(value) => groupBy(value as SpendingGrouping)}
        data={SPENDING_GROUPINGS.map((value) => ({ value, label: t(`costs.by.${value}`) }))}
      />
      <Checkbox
        label={t('costs.excel')}
        title={t('costs.excelHint')}
        checked={byteOrderMark}
        onChange={(event) => setByteOrderMark(event.currentTarget.checked)}
      />
      <Button onClick={() => void saveTable(by, byteOrderMark).catch(notifyFailure)}>{t('costs.save')}</Button>
    </>
  );
}

async function saveTable(by: SpendingGrouping, byteOrderMark: boolean): Promise<void> {
  const { project, text } = await ask('production.spendingTable', { by, byteOrderMark });
  const name = safeNamePart(t(`costs.file.${by}`, { project }), 100);
  const saved = await ask('dialog.saveText', { name: `${name}.csv`, text });
  if (saved) notify(t(`costs.saved.${by}`, { path: saved.path }));
}

function Totals({ total }: { readonly total: SpendingFigures }) {
  const parts = [
    { value: formatCount(total.characters), label: t('costs.total.characters') },
    { value: amountsText(total.amounts), label: t('costs.total.cost') },
    { value: formatCount(total.retakes), label: t('costs.total.retakes') },
    { value: formatCount(total.failed), label: t('costs.total.failed') },
    { value: formatCount(total.inDoubt), label: t('costs.total.inDoubt') },
    ...(total.lost > 0 ? [{ value: formatCount(total.lost), label: t('costs.total.lost') }] : []),
    { value: formatCount(total.auditions), label: t('costs.total.auditions') },
  ];
  return (
    <>
      <Figures figures={parts} />
      {total.unpriced > 0 && Object.keys(total.amounts).length > 0 && (
        <p className="dim">{t('costs.unpriced', { characters: total.unpriced })}</p>
      )}
    </>
  );
}

interface ReportProps {
  readonly count: number;
  readonly rowAt: (index: number) => SpendingRow | undefined;
  readonly onShown: (shown: { readonly first: number; readonly last: number }) => void;
}

function Report({ count, rowAt, onShown }: ReportProps) {
  const { by, sort, descending, sortBy } = useProductionView();
  const [selected, setSelected] = useState(-1);
  const places = useMemo(() => Array.from({ length: count }, (_, at) => at), [count]);
  const open = (row: SpendingRow | undefined) => {
    if (by !== 'line' || !row || Number.isNaN(Number(row.key))) return false;
    useView.getState().selectLine(Number(row.key), true);
    runCommand('go.script');
    return true;
  };
  const sorted = descending ? ('descending' as const) : ('ascending' as const);
  const columns = [
    ['name', t(`costs.name.${by}`)] as const,
    ['detail', by === 'run' ? t('costs.began') : by === 'line' ? t('costs.words') : ''] as const,
    ...COLUMNS.map((column) => [column, t(`costs.columns.${column}`)] as const),
  ].map(([name, heading]) => ({
    name,
    heading:
      name === 'detail' ? (
        heading
      ) : (
        <button type="button" onClick={() => sortBy(name)}>
          {heading}
          <span aria-hidden>{sort === name ? (descending ? ' ↓' : ' ↑') : ''}</span>
        </button>
      ),
    ...(sort === name ? { sorted } : {}),
  }));
  return (
    <div className={styles.room}>
      <div className={styles.report} data-by={by}>
        <VirtualGrid
          label={t(`costs.report.${by}`)}
          items={places}
          columns={columns}
          template="var(--costs)"
          rowHeight={ROW_HEIGHT}
          keyOf={(at) => at}
          cells={(at) => cellsOf(rowAt(at), by)}
          selectedIndex={Math.min(selected, count - 1)}
          onSelect={(_, at) => setSelected(at)}
          onKey={(event, at) => event.key === 'Enter' && at !== undefined && open(rowAt(at))}
          onOpen={(at) => open(rowAt(at))}
          onShown={(first, last) => onShown({ first, last })}
        />
      </div>
    </div>
  );
}

function nameOf({ subject, name }: SpendingRow, by: SpendingGrouping): string {
  switch (subject) {
    case 'named':
      return name;
    case 'run':
      return t('costs.run', { run: name });
    case 'opening':
    case 'untitled':
      return t(`costs.${subject}`);
    case 'none':
      return t(`costs.nameless.${by}`);
  }
}

function cellsOf(row: SpendingRow | undefined, by: SpendingGrouping): React.ReactNode[] {
  if (!row) return ['…'];
  const { detail, amounts } = row;
  const hint = by === 'line' ? detail : undefined;
  const name = nameOf(row, by);
  return [
    <span key="name" className="cut" title={name}>
      {row.subject === 'named' || row.subject === 'run' ? name : <i>{name}</i>}
    </span>,
    <span key="detail" className="cut dim" title={hint}>
      {by === 'run' && detail !== '' ? formatMoment(Number(detail)) : detail}
    </span>,
    ...COLUMNS.map((column) => (column === 'amounts' ? amountsText(amounts) : countText(row[column]))),
  ];
}

const countText = (count: number): string => (count === 0 ? '–' : formatCount(count));
