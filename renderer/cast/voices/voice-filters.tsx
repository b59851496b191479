import type { Language } from '@lectern/tts-protocol';
import { Checkbox, Popover } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type CastVoice, VOICE_TRAITS } from '../../../shared/ipc/cast-requests.ts';
import { speaksLanguage } from '../../../shared/rules/cast/default-cast.ts';
import { foldForSearch } from '../../../shared/rules/search-pattern.ts';
import { listed, words } from '../../locales/words.ts';
import { compareNames, formatCount } from '../../ui/format.ts';
import styles from './voices.module.css';

const t = words('voices');

const FILTERS = [...VOICE_TRAITS, 'engine', 'licence', 'commercialUse', 'cloned', 'favourite'] as const;
type FilterName = (typeof FILTERS)[number];

/** A filter for which no values are selected matches all voices. */
export type VoiceChoice = Readonly<Partial<Record<FilterName, readonly string[]>>>;

export const NO_VALUE = '';
const YES = 'yes';
const NO = 'no';

interface FilterValue {
  readonly value: string;
  /** The number of voices that match, taking the search and the other filters into account. */
  readonly count: number;
}

function traitOf(voice: CastVoice, filter: FilterName): string {
  if (filter === 'cloned') return voice.isCloned ? YES : NO;
  if (filter === 'favourite') return voice.isFavourite ? YES : NO;
  if (filter === 'commercialUse') return voice.commercialUse === null ? NO_VALUE : voice.commercialUse ? YES : NO;
  return voice[filter] ?? NO_VALUE;
}

interface SearchableVoice {
  readonly voice: CastVoice;
  readonly words: string;
}

/** Computes each voice's searchable text once and reuses it for all searches. */
export const searchableVoices = (voices: readonly CastVoice[]): readonly SearchableVoice[] =>
  voices.map((voice) => ({
    voice,
    words: searchWords(
      [
        voice.name,
        ...VOICE_TRAITS.map((trait) => voice[trait]),
        voice.engine,
        voice.licence,
        voice.isCloned ? 'cloned' : '',
        voice.id,
      ].join(' '),
    ).join(' '),
  }));

const searchWords = (text: string): string[] => foldForSearch(text).match(/[\p{L}\p{M}\p{N}.]+/gu) ?? [];

const passesFilters = (voice: CastVoice, choice: VoiceChoice, except?: FilterName): boolean =>
  FILTERS.every((filter) => {
    const wanted = choice[filter];
    return filter === except || !wanted?.length || wanted.includes(traitOf(voice, filter));
  });

/**
 * Returns the matching voices: favourites first, then new voices. Within each group, castable voices come first.
 * Otherwise, voices are in the service's order.
 */
export function filterVoices(
  all: readonly SearchableVoice[],
  search: string,
  choice: VoiceChoice,
  added: ReadonlySet<string> = new Set(),
): CastVoice[] {
  const found = searchVoices(all, search).filter((voice) => passesFilters(voice, choice));
  return found
    .map((voice, at) => ({ voice, at }))
    .sort((a, b) => rank(a.voice, added) - rank(b.voice, added) || a.at - b.at)
    .map(({ voice }) => voice);
}

const rank = ({ id, isFavourite, isCastable }: CastVoice, added: ReadonlySet<string>): number =>
  (isFavourite ? 0 : added.has(id) ? 2 : 4) + (isCastable ? 0 : 1);

function searchVoices(all: readonly SearchableVoice[], search: string): CastVoice[] {
  // Matches only at the start of a word, so that `male` doesn't match `female`.
  const words = searchWords(search).map((word) => ` ${word}`);
  return all.filter(({ words: own }) => words.every((word) => ` ${own}`.includes(word))).map(({ voice }) => voice);
}

/** Selected values are listed even if no voice matches. */
export function filterValues(
  all: readonly SearchableVoice[],
  search: string,
  choice: VoiceChoice,
  filter: FilterName,
): FilterValue[] {
  const counts = new Map<string, number>();
  for (const { voice } of all) counts.set(traitOf(voice, filter), 0);
  for (const value of choice[filter] ?? []) counts.set(value, 0);
  for (const voice of searchVoices(all, search)) {
    if (!passesFilters(voice, choice, filter)) continue;
    const value = traitOf(voice, filter);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Array.from(counts, ([value, count]) => ({ value, count })).sort(
    (a, b) => Number(a.value === NO_VALUE) - Number(b.value === NO_VALUE) || compareNames(a.value, b.value),
  );
}

/**
 * Returns a filter for the spoken language that also includes voices without a language. Returns an empty filter if
 * this filter would match all voices.
 */
export function defaultVoiceFilter(
  voices: readonly CastVoice[],
  language: Language | null,
  cast: ReadonlySet<string | null>,
): VoiceChoice {
  const isSpoken = (voice: CastVoice) =>
    language === null
      ? cast.has(voice.id)
      : speaksLanguage(
          voice.language === null ? { id: voice.id } : { id: voice.id, language: voice.language },
          language,
        );
  const spoken = new Set(voices.filter(isSpoken).flatMap(({ language: own }) => own ?? []));
  const others = voices.some(({ language: own }) => own !== null && !spoken.has(own));
  if (spoken.size === 0 || !others) return {};
  const hasUnspecified = voices.some(({ language: own }) => own === null);
  return { language: [...spoken, ...(hasUnspecified ? [NO_VALUE] : [])] };
}

export const distinguishesVoices = (all: readonly SearchableVoice[], filter: FilterName): boolean =>
  new Set(all.map(({ voice }) => traitOf(voice, filter))).size > 1;

interface VoiceFiltersProps {
  readonly all: ReturnType<typeof searchableVoices>;
  readonly search: string;
  readonly choice: VoiceChoice;
  onChoice(choice: VoiceChoice): void;
}

export function VoiceFilters(props: VoiceFiltersProps) {
  const { all, choice, onChoice } = props;
  const shown = useMemo(() => FILTERS.filter((filter) => distinguishesVoices(all, filter)), [all]);
  const isSet = FILTERS.some((filter) => choice[filter]?.length);
  return (
    <div className={styles.filters} role="group" aria-label={t('filters')}>
      {shown.map((filter) => (
        <Filter key={filter} filter={filter} {...props} />
      ))}
      {isSet && (
        <button type="button" className="text-button" onClick={() => onChoice({})}>
          {t('clearFilters')}
        </button>
      )}
    </div>
  );
}

function Filter({ filter, all, search, choice, onChoice }: VoiceFiltersProps & { readonly filter: FilterName }) {
  const [isOpen, setOpen] = useState(false);
  const wanted = choice[filter] ?? [];
  const values = useMemo(
    () => (isOpen ? filterValues(all, search, choice, filter) : []),
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
          {t(`filter.${filter}`)}
          {wanted.length > 0 && <b className="cut">{listed(wanted.map((value) => valueLabel(filter, value)))}</b>}
          <ChevronDown size={12} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.values} aria-label={t(`filter.${filter}`)}>
        {values.map(({ value, count }) => (
          <Checkbox
            key={value}
            checked={wanted.includes(value)}
            onChange={() => toggle(value)}
            label={
              <span className={styles.value}>
                <span>{valueLabel(filter, value)}</span>
                <small className="dim">{formatCount(count)}</small>
              </span>
            }
          />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}

function valueLabel(filter: FilterName, value: string): string {
  if (value === NO_VALUE) return t('value.unsaid');
  if (filter !== 'cloned' && filter !== 'favourite' && filter !== 'commercialUse') return value;
  return value === YES ? t('value.yes') : t('value.no');
}
