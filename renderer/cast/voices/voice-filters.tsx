import { Checkbox, Popover } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../ui/format.ts';
import {
  FILTERS,
  type FilterName,
  type searchable,
  tellsApart,
  UNSAID,
  type VoiceChoice,
  valuesOf,
} from './filter-voices.ts';
import styles from './voices.module.css';

const LABELS: Readonly<Record<FilterName, string>> = {
  language: 'Language',
  gender: 'Gender',
  accent: 'Accent',
  age: 'Age',
  style: 'Style',
  tempo: 'Tempo',
  texture: 'Texture',
  loudness: 'Loudness',
  engine: 'Engine',
  cloned: 'Cloned',
  favourite: 'Favourite',
};

interface VoiceFiltersProps {
  readonly all: ReturnType<typeof searchable>;
  readonly search: string;
  readonly choice: VoiceChoice;
  onChoice(choice: VoiceChoice): void;
}

/** A button for each thing that voices differ in; what is chosen stands on it. */
export function VoiceFilters(props: VoiceFiltersProps) {
  const { all, choice, onChoice } = props;
  const shown = useMemo(() => FILTERS.filter((filter) => tellsApart(all, filter)), [all]);
  const isSet = FILTERS.some((filter) => choice[filter]?.length);
  return (
    <div className={styles.filters} role="group" aria-label="Filters">
      {shown.map((filter) => (
        <Filter key={filter} filter={filter} {...props} />
      ))}
      {isSet && (
        <button type="button" className="text-button" onClick={() => onChoice({})}>
          Clear filters
        </button>
      )}
    </div>
  );
}

function Filter({ filter, all, search, choice, onChoice }: VoiceFiltersProps & { readonly filter: FilterName }) {
  const [isOpen, setOpen] = useState(false);
  const wanted = choice[filter] ?? [];
  const values = useMemo(
    () => (isOpen ? valuesOf(all, search, choice, filter) : []),
    [isOpen, all, search, choice, filter],
  );
  const toggle = (value: string) =>
    onChoice({
      ...choice,
      [filter]: wanted.includes(value) ? wanted.filter((other) => other !== value) : [...wanted, value],
    });
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={styles.filter} data-set={wanted.length > 0} onClick={() => setOpen(!isOpen)}>
          {LABELS[filter]}
          {wanted.length > 0 && <b className="cut">{wanted.map(valueWords).join(', ')}</b>}
          <ChevronDown size={12} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.values} aria-label={LABELS[filter]}>
        {values.map(({ value, count }) => (
          <Checkbox
            key={value}
            checked={wanted.includes(value)}
            onChange={() => toggle(value)}
            label={
              <span className={styles.value}>
                <span>{valueWords(value)}</span>
                <small className="dim">{formatCount(count)}</small>
              </span>
            }
          />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}

const valueWords = (value: string): string => (value === UNSAID ? 'not said' : value);
