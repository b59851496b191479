import { ActionIcon, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Ban, Pause, Play, Star } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CastRole, CastVoice } from '../../../shared/ipc/cast-requests.ts';
import { informativeTrait } from '../../../shared/rules/cast/voice-traits.ts';
import { ask } from '../../bridge/ask.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { listed, words } from '../../locales/words.ts';
import { castVoice as castRole } from '../../ui/cast/cast-change.ts';
import { VirtualGrid } from '../../ui/lists/virtual-grid.tsx';
import { type MenuEntries, showContextMenu } from '../../ui/overlays/context-menu.tsx';
import { ProblemNotice } from '../../ui/overlays/problem-notice.tsx';
import { notify, notifyFailure } from '../../ui/overlays/toast.tsx';
import { notifyIfReadOnly, whyReadOnly } from '../../ui/read-only.tsx';
import { RoleSwatch, useRoleColours } from '../../ui/role-name.tsx';
import { EmptyState } from '../../ui/screen-parts.tsx';
import { Kbd } from '../../ui/shortcuts.tsx';
import { playAudition } from '../../ui/sound/audition.ts';
import { usePlayer } from '../../ui/sound/player-store.ts';
import { notCastableReason, traitText } from '../audition.tsx';
import { setFavourite } from '../cast-changes.ts';
import { useCast, useChosenRole } from '../cast-store.ts';
import { ComparePanel } from '../compare-panel.tsx';
import { useComparison } from '../comparison-store.ts';
import { SearchBar } from '../search-bar.tsx';
import { useNewVoices } from './new-voices.ts';
import { GetVoicesButton, PackSuggestion } from './pack-suggestion.tsx';
import { columnTemplate, type ShownTrait, shownTraits } from './voice-columns.ts';
import {
  defaultVoiceFilter,
  filterVoices,
  searchableVoices,
  type VoiceChoice,
  VoiceFilters,
} from './voice-filters.tsx';
import styles from './voices.module.css';

const t = words('voices');
const tUses = words('uses');

const ROW_HEIGHT = 40;
const columns = (traits: readonly ShownTrait[]) => [
  { name: 'hear', heading: <span className="unseen">{t('heading.hear')}</span> },
  { name: 'name', heading: t('heading.name') },
  ...traits.map((name) => ({ name, heading: t(`filter.${name}`) })),
  { name: 'cast', heading: t('heading.cast') },
  { name: 'star', heading: <span className="unseen">{t('heading.star')}</span> },
];

export function VoiceBrowser() {
  const { data: voices, error, refetch } = useAsk('cast.voices', {});
  const all = useMemo(() => searchableVoices(voices ?? []), [voices]);
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const role = useChosenRole();
  const { choice, setChoice } = useVoiceFilter(all, wanted, role);
  const added = useNewVoices();
  const shown = useMemo(() => filterVoices(all, wanted, choice, added), [all, wanted, choice, added]);
  // The columns don't depend on the search, so that they don't change while typing.
  const filtered = useMemo(() => filterVoices(all, '', choice), [all, choice]);
  const [focusCount, setFocusCount] = useState(0);
  const ids = useComparison((state) => state.compared);
  const compared = useMemo(() => ids.flatMap((id) => voices?.find((voice) => voice.id === id) ?? []), [ids, voices]);
  if (error) return <ProblemNotice error={error.error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.browser}>
      <SearchBar
        label={t('search')}
        placeholder={t('searchHint')}
        value={search}
        summary={voices ? t('summary', { shown: shown.length, voices: voices.length }) : t('asking')}
        onChange={setSearch}
        onDown={() => setFocusCount((count) => count + 1)}
      >
        <GetVoicesButton />
      </SearchBar>
      <PackSuggestion />
      <VoiceFilters all={all} search={wanted} choice={choice} onChoice={setChoice} />
      {voices && shown.length === 0 ? (
        <EmptyState title={t('none.title')} detail={t('none.detail')}>
          <Button
            onClick={() => {
              setSearch('');
              setChoice({});
            }}
          >
            {t('none.showAll')}
          </Button>
        </EmptyState>
      ) : (
        <VoiceTable voices={shown} comparable={filtered} added={added} focusCount={focusCount} />
      )}
      {compared.length > 0 && role ? <ComparePanel voices={compared} role={role} /> : <KeyHints />}
    </div>
  );
}

/**
 * Returns the producer's filters. If there are none, returns a filter for the spoken language, provided that the search
 * finds voices in that language.
 */
function useVoiceFilter(all: ReturnType<typeof searchableVoices>, search: string, role: CastRole | null) {
  const { data: project } = useAsk('project.current', {});
  const { data: roles } = useAsk('cast.roles', {});
  const [own, setChoice] = useState<VoiceChoice | null>(null);
  const language = role?.parameters.language ?? project?.settings.language ?? null;
  const usual = useMemo(() => {
    const cast = new Set(roles?.map(({ voice }) => voice));
    return defaultVoiceFilter(
      all.map(({ voice }) => voice),
      language,
      cast,
    );
  }, [all, roles, language]);
  const choice = useMemo(
    () => own ?? (filterVoices(all, search, usual).length > 0 ? usual : {}),
    [own, all, search, usual],
  );
  return { choice, setChoice };
}

interface VoiceTableProps {
  readonly voices: readonly CastVoice[];
  /** The voices whose traits decide which columns are shown. */
  readonly comparable: readonly CastVoice[];
  /** The ids of new voices. */
  readonly added: ReadonlySet<string>;
  readonly focusCount: number;
}

function VoiceTable({ voices, comparable, added, focusCount }: VoiceTableProps) {
  const client = useQueryClient();
  const role = useChosenRole();
  const { data: roles } = useAsk('cast.roles', {});
  const chosen = useCast(({ voice }) => voice);
  const tableFocusCount = useCast((state) => state.tableFocusCount);
  const { chooseVoice } = useCast.getState();
  const speakers = useMemo(() => Map.groupBy(roles ?? [], ({ voice }) => voice), [roles]);
  const at = voices.findIndex(({ id }) => id === (chosen ?? role?.voice));
  const { box, width } = useWidth();
  const traits = useMemo(() => shownTraits(comparable, width), [comparable, width]);
  const onKey = (event: KeyboardEvent, voice: CastVoice | undefined): boolean => {
    if (!voice || event.ctrlKey || event.metaKey || event.altKey) return false;
    const action = KEY_ACTIONS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return false;
    if (!event.repeat) action({ voice, role, client });
    return true;
  };
  return (
    <div ref={box} className={styles.table}>
      <VirtualGrid
        label={t('label')}
        items={voices}
        columns={columns(traits)}
        template={columnTemplate(traits, width)}
        rowHeight={ROW_HEIGHT}
        keyOf={({ id }) => id}
        selectedIndex={at < 0 && voices.length > 0 ? 0 : at}
        focusCount={focusCount + tableFocusCount}
        onSelect={({ id }) => chooseVoice(id)}
        onOpen={(voice) => castVoice(voice, role)}
        onKey={onKey}
        onMenu={(voice, place) => showContextMenu(place, voice.name, voiceEntries({ voice, role, client }))}
        cells={(voice) => [
          <SampleButton key="hear" voice={voice} />,
          <VoiceName key="name" voice={voice} isNew={added.has(voice.id)} />,
          ...traits.map((trait) => (
            <span key={trait} className={`cut-at-two dim small`} title={traitText(voice)}>
              {informativeTrait(trait, voice[trait])}
            </span>
          )),
          <span key="cast" className={styles.cast}>
            <CastRoles roles={speakers.get(voice.id) ?? []} />
            {role && voice.isCastable && role.voice !== voice.id && <CastButton voice={voice} role={role} />}
          </span>,
          <Favourite key="star" voice={voice} onSet={(isFavourite) => setFavourite(client, voice.id, isFavourite)} />,
        ]}
      />
    </div>
  );
}

/** Returns the current width of an element in pixels. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

interface KeyTarget {
  readonly voice: CastVoice;
  readonly role: CastRole | null;
  readonly client: ReturnType<typeof useQueryClient>;
}

const KEY_ACTIONS: Readonly<Record<string, (target: KeyTarget) => void>> = {
  ' ': ({ voice }) => playSample(voice),
  c: ({ voice }) => useComparison.getState().compare(voice.id),
  f: ({ voice, client }) => setFavourite(client, voice.id, !voice.isFavourite),
  Enter: ({ voice, role }) => castVoice(voice, role),
};

function voiceEntries(target: KeyTarget): MenuEntries {
  const { voice, role, client } = target;
  return [
    { label: t('menu.play'), keys: 'Space', disabled: !voice.hasSample, run: () => playSample(voice) },
    ...(role
      ? [
          {
            label: t('castAs', { voice: voice.name, role: role.name }),
            keys: '↵',
            disabled: !voice.isCastable || role.voice === voice.id || whyReadOnly() !== null,
            run: () => castVoice(voice, role),
          },
          { label: t('menu.compare'), keys: 'C', run: () => useComparison.getState().compare(voice.id) },
        ]
      : []),
    null,
    {
      label: t(voice.isFavourite ? 'menu.notFavourite' : 'menu.favourite'),
      keys: 'F',
      run: () => setFavourite(client, voice.id, !voice.isFavourite),
    },
  ];
}

function castVoice(voice: CastVoice, role: CastRole | null): void {
  if (!role || !voice.isCastable || role.voice === voice.id || notifyIfReadOnly()) return;
  void castRole(role.name, voice.id, voice.name).catch(notifyFailure);
}

function SampleButton({ voice }: { readonly voice: CastVoice }) {
  const isPlaying = useIsSamplePlaying(voice);
  const Icon = isPlaying ? Pause : Play;
  return (
    <ActionIcon
      size={26}
      tabIndex={-1}
      disabled={!voice.hasSample}
      aria-label={t(isPlaying ? 'pause' : 'play', { voice: voice.name })}
      onClick={() => playSample(voice)}
    >
      <Icon size={13} aria-hidden />
    </ActionIcon>
  );
}

function VoiceName({ voice, isNew }: { readonly voice: CastVoice; readonly isNew: boolean }) {
  const reason = notCastableReason(voice);
  return (
    <span className={styles.name} title={reason === null ? voice.name : t('nameHint', { voice: voice.name, reason })}>
      <b className="cut-at-two">{voice.name}</b>
      {isNew && <span className={`tag ${styles.new}`}>{t('new')}</span>}
      {voice.commercialUse === false && <NotCommercial voice={voice} />}
      {voice.isCloned && <span className="tag">{t('clone')}</span>}
      {reason && <span className="tag">{voice.engine}</span>}
    </span>
  );
}

function NotCommercial({ voice: { name, licence } }: { readonly voice: CastVoice }) {
  return (
    <span className={styles.bound} title={tUses('notCommercialHint', { voice: name, licence: licence ?? '' })}>
      <Ban size={13} aria-hidden />
      <span className="unseen">{tUses('notCommercial')}</span>
    </span>
  );
}

function CastRoles({ roles }: { readonly roles: readonly CastRole[] }) {
  const colourOf = useRoleColours();
  const names = listed(roles.map(({ name }) => name));
  return (
    <span className={styles.speakers} title={names}>
      {roles.slice(0, 3).map(({ name }) => (
        <RoleSwatch key={name} role={name} colour={colourOf(name)} />
      ))}
      <span className="cut">{names}</span>
    </span>
  );
}

function CastButton({ voice, role }: { readonly voice: CastVoice; readonly role: CastRole }) {
  return (
    <Button
      size="compact-xs"
      tabIndex={-1}
      className={styles.castIt}
      aria-label={t('castAs', { voice: voice.name, role: role.name })}
      onClick={() => castVoice(voice, role)}
    >
      {t('castIt')}
    </Button>
  );
}

function Favourite({ voice, onSet }: { readonly voice: CastVoice; onSet(isFavourite: boolean): void }) {
  return (
    <ActionIcon
      size={26}
      tabIndex={-1}
      aria-pressed={voice.isFavourite}
      aria-label={t('favourite', { voice: voice.name })}
      className={styles.star}
      onClick={() => onSet(!voice.isFavourite)}
    >
      <Star size={14} aria-hidden fill={voice.isFavourite ? 'currentColor' : 'none'} />
    </ActionIcon>
  );
}

const HINTED_KEYS = ['Space', 'F', 'C', 'Enter'] as const;

function KeyHints() {
  return (
    <p className={styles.hints}>
      {HINTED_KEYS.map((keys) => (
        <span key={keys}>
          <Kbd keys={keys} /> {t(`keys.${keys}`)}
        </span>
      ))}
    </p>
  );
}

/** This id also identifies the sample when it is paused. */
const sampleTitle = ({ name }: CastVoice): string => t('sample.title', { voice: name });

function playSample(voice: CastVoice): void {
  const { track, status, toggle } = usePlayer.getState();
  if (track?.title === sampleTitle(voice) && status !== 'failed') {
    toggle();
    return;
  }
  if (!voice.hasSample) {
    notify(t('sample.none', { voice: voice.name }), { id: 'sample' });
    return;
  }
  playAudition(async () => {
    const { auditionId } = await ask('cast.sample', { voice: voice.id });
    return { auditionId, title: sampleTitle(voice), detail: t('sample.detail') };
  }).catch(notifyFailure);
}

const useIsSamplePlaying = (voice: CastVoice): boolean =>
  usePlayer(({ track, status }) => status === 'playing' && track?.title === sampleTitle(voice));
