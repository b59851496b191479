// All voices of the service: searched, filtered, heard and cast for the role that is chosen.
import { ActionIcon, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Pause, Play, Star } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react';
import type { CastRole, CastVoice } from '../../../shared/ipc/cast-requests.ts';
import { ask } from '../../bridge/ask.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { hear } from '../../ui/audition.ts';
import { formatCount, formatCounted } from '../../ui/format.ts';
import { usePlayer } from '../../ui/player-store.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RoleSwatch, useRoleColours } from '../../ui/role-name.tsx';
import { EmptyState } from '../../ui/screen-parts.tsx';
import { Kbd } from '../../ui/shortcuts.tsx';
import { notify, notifyFailure } from '../../ui/toast.tsx';
import { VirtualGrid } from '../../ui/virtual-grid.tsx';
import { isHeldBack } from '../../ui/writing.tsx';
import { ComparePanel } from '../audition.tsx';
import { castRole, setFavourite } from '../cast-changes.ts';
import { useCast, useChosenRole } from '../cast-store.ts';
import { traitWords, whyNot } from '../cast-words.ts';
import { SearchBar } from '../search-bar.tsx';
import { filterVoices, searchable, type VoiceChoice, VoiceFilters } from './voice-filters.tsx';
import styles from './voices.module.css';

const ROW_HEIGHT = 40;
const COLUMNS = [
  { name: 'hear', heading: <span className="unseen">Sample</span> },
  { name: 'name', heading: 'Voice' },
  { name: 'traits', heading: 'What it is like' },
  { name: 'cast', heading: 'Cast as' },
  { name: 'star', heading: <span className="unseen">Favourite</span> },
];

export function VoiceBrowser() {
  const { data: voices, error, refetch } = useAsk('cast.voices', {});
  const all = useMemo(() => searchable(voices ?? []), [voices]);
  const [search, setSearch] = useState('');
  const [choice, setChoice] = useState<VoiceChoice>({});
  const wanted = useDeferredValue(search);
  const shown = useMemo(() => filterVoices(all, wanted, choice), [all, wanted, choice]);
  const [focusCount, setFocusCount] = useState(0);
  const role = useChosenRole();
  const ids = useCast((state) => state.compared);
  const compared = useMemo(() => ids.flatMap((id) => voices?.find((voice) => voice.id === id) ?? []), [ids, voices]);
  if (error) return <ProblemNotice error={error.error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.browser}>
      <SearchBar
        label="Search voices"
        placeholder="Name, language, accent…"
        value={search}
        summary={
          voices ? `${formatCount(shown.length)} of ${formatCounted(voices.length, 'voice')}` : 'asking the service…'
        }
        onChange={setSearch}
        onDown={() => setFocusCount((count) => count + 1)}
      />
      <VoiceFilters all={all} search={wanted} choice={choice} onChoice={setChoice} />
      {voices && shown.length === 0 ? (
        <EmptyState title="No voice is like this" detail="Search for fewer words, or clear the filters.">
          <Button
            onClick={() => {
              setSearch('');
              setChoice({});
            }}
          >
            Show all voices
          </Button>
        </EmptyState>
      ) : (
        <VoiceTable voices={shown} focusCount={focusCount} />
      )}
      {compared.length > 0 && role ? <ComparePanel voices={compared} role={role} /> : <Hints />}
    </div>
  );
}

function VoiceTable({ voices, focusCount }: { readonly voices: readonly CastVoice[]; readonly focusCount: number }) {
  const client = useQueryClient();
  const role = useChosenRole();
  const { data: roles } = useAsk('cast.roles', {});
  const chosen = useCast(({ voice }) => voice);
  const comings = useCast((state) => state.tableFocusCount);
  const { chooseVoice } = useCast.getState();
  const speakers = useMemo(() => Map.groupBy(roles ?? [], ({ voice }) => voice), [roles]);
  const at = voices.findIndex(({ id }) => id === (chosen ?? role?.voice));
  const onKey = (event: KeyboardEvent, voice: CastVoice | undefined): boolean => {
    if (!voice || event.ctrlKey || event.metaKey || event.altKey) return false;
    const deed = DEEDS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!deed) return false;
    if (!event.repeat) deed({ voice, role, client });
    return true;
  };
  return (
    <VirtualGrid
      label="Voices"
      items={voices}
      columns={COLUMNS}
      template="var(--voices)"
      rowHeight={ROW_HEIGHT}
      keyOf={({ id }) => id}
      selectedIndex={at < 0 && voices.length > 0 ? 0 : at}
      focusCount={focusCount + comings}
      onSelect={({ id }) => chooseVoice(id)}
      onOpen={(voice) => cast(voice, role)}
      onKey={onKey}
      cells={(voice) => [
        <Hear key="hear" voice={voice} />,
        <Name key="name" voice={voice} />,
        <span key="traits" className={`cut-at-two ${styles.traits}`} title={traitWords(voice)}>
          {traitWords(voice)}
        </span>,
        <Speakers key="cast" roles={speakers.get(voice.id) ?? []} />,
        <Favourite key="star" voice={voice} onSet={(isFavourite) => setFavourite(client, voice.id, isFavourite)} />,
      ]}
    />
  );
}

interface Deed {
  readonly voice: CastVoice;
  readonly role: CastRole | null;
  readonly client: ReturnType<typeof useQueryClient>;
}

const DEEDS: Readonly<Record<string, (deed: Deed) => void>> = {
  ' ': ({ voice }) => playSample(voice),
  c: ({ voice }) => useCast.getState().compare(voice.id),
  f: ({ voice, client }) => setFavourite(client, voice.id, !voice.isFavourite),
  Enter: ({ voice, role }) => cast(voice, role),
};

function cast(voice: CastVoice, role: CastRole | null): void {
  if (!role || !voice.isCastable || role.voice === voice.id || isHeldBack()) return;
  castRole(role.name, voice.id, voice.name);
}

function Hear({ voice }: { readonly voice: CastVoice }) {
  const isPlaying = useIsSampling(voice);
  const Icon = isPlaying ? Pause : Play;
  return (
    <ActionIcon
      size={26}
      tabIndex={-1}
      disabled={!voice.hasSample}
      aria-label={`${isPlaying ? 'Pause' : 'Play'} the sample of ${voice.name}`}
      onClick={() => playSample(voice)}
    >
      <Icon size={13} aria-hidden />
    </ActionIcon>
  );
}

function Name({ voice }: { readonly voice: CastVoice }) {
  const reason = whyNot(voice);
  return (
    <span className={styles.name} title={[voice.name, reason].filter(Boolean).join('. ')}>
      <b className="cut-at-two">{voice.name}</b>
      {voice.isCloned && <span className="tag">clone</span>}
      {reason && <span className="tag">{voice.engine}</span>}
    </span>
  );
}

function Speakers({ roles }: { readonly roles: readonly CastRole[] }) {
  const colourOf = useRoleColours();
  const names = roles.map(({ name }) => name).join(', ');
  return (
    <span className={styles.speakers} title={names}>
      {roles.slice(0, 3).map(({ name }) => (
        <RoleSwatch key={name} role={name} colour={colourOf(name)} />
      ))}
      <span className="cut">{names}</span>
    </span>
  );
}

function Favourite({ voice, onSet }: { readonly voice: CastVoice; onSet(isFavourite: boolean): void }) {
  return (
    <ActionIcon
      size={26}
      tabIndex={-1}
      aria-pressed={voice.isFavourite}
      aria-label={`Favourite: ${voice.name}`}
      className={styles.star}
      onClick={() => onSet(!voice.isFavourite)}
    >
      <Star size={14} aria-hidden fill={voice.isFavourite ? 'currentColor' : 'none'} />
    </ActionIcon>
  );
}

const HINTS = [
  ['Space', 'sample'],
  ['F', 'favourite'],
  ['C', 'compare'],
  ['Enter', 'cast'],
] as const;

function Hints() {
  return (
    <p className={styles.hints}>
      {HINTS.map(([keys, words]) => (
        <span key={keys}>
          <Kbd keys={keys} /> {words}
        </span>
      ))}
    </p>
  );
}

/** What the player names it by, so that the same press pauses what it started. */
const sampleTitle = ({ name }: CastVoice): string => `${name} · sample`;

/** Plays the sample that the service has of a voice; pressed again, it pauses and goes on. */
function playSample(voice: CastVoice): void {
  const { track, status, toggle } = usePlayer.getState();
  if (track?.title === sampleTitle(voice) && status !== 'failed') {
    toggle();
    return;
  }
  if (!voice.hasSample) {
    notify(`The service has no sample of ${voice.name}: audition a line with it.`, { id: 'sample' });
    return;
  }
  hear(async () => {
    const { auditionId } = await ask('cast.sample', { voice: voice.id });
    return { auditionId, title: sampleTitle(voice), detail: 'as the service has it, no characters used' };
  }).catch(notifyFailure);
}

/** Whether this voice's sample sounds at present. */
const useIsSampling = (voice: CastVoice): boolean =>
  usePlayer(({ track, status }) => status === 'playing' && track?.title === sampleTitle(voice));
