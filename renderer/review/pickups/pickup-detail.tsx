import { Radio, SegmentedControl, Stack } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import type { ReviewRow } from '../../../shared/ipc/review-requests.ts';
import type { PickupLine, PickupPlace } from '../../../shared/model/pickups.ts';
import { lineNumber } from '../../../shared/rules/line-number.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { PICKUP_ACTIONS, type PickupAction, type PickupRow } from './pickup-choices.ts';
import { MarkedWords } from './pickup-table.tsx';
import styles from './pickups.module.css';

const t = words('pickups');

interface PickupDetailProps {
  readonly row: PickupRow;
  readonly lines: ReadonlyMap<number, PickupLine>;
  onPlace(place: PickupPlace, line: PickupLine): void;
  onAction(action: PickupAction): void;
}

/** The selected row: matching lines, a search for other lines, and the action. */
export function PickupDetail({ row, lines, onPlace, onAction }: PickupDetailProps) {
  const [search, setSearch] = useState('');
  const found = useFoundLines(useDeferredValue(search.trim()));
  const offered = offeredPlaces(row, lines);
  const results = found.lines.filter(({ lineId }) => !offered.some(({ place }) => place.lineId === lineId));
  const options = [...offered, ...results.map((result) => ({ line: lineOf(result), place: placeOf(result) }))];
  return (
    <section className={styles.detail} aria-label={t('detail.row', { row: row.pickup.number })}>
      <p className="wraps" dir="auto">
        <span className="label">{t('detail.row', { row: row.pickup.number })}</span> {row.pickup.text}
      </p>
      <Radio.Group
        label={t('detail.lines')}
        description={options.length === 0 ? t('detail.none') : undefined}
        value={row.place ? `${row.place.lineId}` : ''}
        onChange={(value) => {
          const option = options.find(({ place }) => `${place.lineId}` === value);
          if (option) onPlace(option.place, option.line);
        }}
      >
        <Stack gap="var(--gap-2)" pt={4}>
          {options.map(({ line, place }) => (
            <Radio
              key={line.lineId}
              value={`${line.lineId}`}
              label={
                <>
                  <span className="dim">{placeName(line)}</span>{' '}
                  <span dir="auto">
                    <MarkedWords text={line.text} marked={place.words} />
                  </span>
                </>
              }
            />
          ))}
        </Stack>
      </Radio.Group>
      <div>
        <SearchField
          label={t('detail.search')}
          placeholder={t('detail.searchPlaceholder')}
          value={search}
          onChange={setSearch}
        />
        <p className="dim small" role="status">
          {found.isEmpty && t('detail.noResults')}
          {found.total > found.lines.length && t('detail.more', { shown: found.lines.length, lines: found.total })}
        </p>
      </div>
      <SegmentedControl
        aria-label={t('table.action')}
        data={PICKUP_ACTIONS.map((value) => ({ value, label: t(`action.${value}`) }))}
        value={row.action}
        onChange={(value) => onAction(PICKUP_ACTIONS.find((action) => action === value) ?? row.action)}
      />
    </section>
  );
}

function offeredPlaces({ places, place, isChosen }: PickupRow, lines: ReadonlyMap<number, PickupLine>) {
  const isOther = place !== null && isChosen && !places.some(({ lineId }) => lineId === place.lineId);
  return [...places, ...(isOther ? [place] : [])].flatMap((one) => {
    const line = lines.get(one.lineId);
    return line ? [{ line, place: one }] : [];
  });
}

const MAX_RESULTS = 20;
const MIN_SEARCH_LENGTH = 2;

function useFoundLines(text: string) {
  const isSearching = text.length >= MIN_SEARCH_LENGTH;
  const { data: list } = useAsk('review.list', { sort: 'script', text }, { enabled: isSearching });
  const lineIds = isSearching ? (list?.lineIds.slice(0, MAX_RESULTS) ?? []) : [];
  const { data: rows = [] } = useAsk('review.rows', { lineIds }, { enabled: lineIds.length > 0 });
  const total = isSearching ? (list?.lineIds.length ?? 0) : 0;
  return { lines: lineIds.length > 0 ? rows : [], total, isEmpty: isSearching && list?.lineIds.length === 0 };
}

const lineOf = (row: ReviewRow): PickupLine => ({
  lineId: row.lineId,
  line: lineNumber(row),
  chapterTitle: row.chapterTitle,
  roles: row.roles,
  text: row.turns.map(({ text }) => text).join(' '),
});

const placeOf = ({ lineId, take }: ReviewRow): PickupPlace => ({
  lineId,
  words: null,
  takeId: take?.id ?? null,
  seconds: null,
});

const placeName = ({ line, chapterTitle }: PickupLine): string =>
  chapterTitle === '' ? t('detail.lineOnly', { line }) : t('detail.lineOf', { line, chapter: chapterTitle });
