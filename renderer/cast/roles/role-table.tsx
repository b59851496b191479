// The roles of the script with what they have to say, and who speaks them.
import { Button, Tooltip } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { CastRole } from '../../../shared/ipc/cast-requests.ts';
import { NARRATOR } from '../../../shared/model/cast.ts';
import { ask } from '../../bridge/ask.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { runCommand } from '../../ui/commands.ts';
import { type MenuEntries, showContextMenu } from '../../ui/context-menu.tsx';
import { formatCount, formatCounted, formatDuration } from '../../ui/format.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RoleName, RoleSwatch, useRoleColours } from '../../ui/role-name.tsx';
import { EmptyState } from '../../ui/screen-parts.tsx';
import { notify, notifyFailure } from '../../ui/toast.tsx';
import { VirtualGrid } from '../../ui/virtual-grid.tsx';
import { Editable, isHeldBack, whyReadOnly } from '../../ui/writing.tsx';
import { useCast, useChosenRole } from '../cast-store.ts';
import { SearchBar } from '../search-bar.tsx';
import styles from './roles.module.css';

const ROW_HEIGHT = 40;
const HEADINGS: readonly { readonly name: SortKey; readonly label: string }[] = [
  { name: 'name', label: 'Role' },
  { name: 'voice', label: 'Voice' },
  { name: 'lines', label: 'Lines' },
  { name: 'characters', label: 'Characters' },
  { name: 'seconds', label: 'Minutes' },
];

export function RoleTable() {
  const { data: roles, error, refetch } = useAsk('cast.roles', {});
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<RoleOrder>({ by: 'lines', isDescending: true });
  const [focusCount, setFocusCount] = useState(0);
  const shown = useMemo(() => sortRoles(roles ?? [], search, order), [roles, search, order]);
  if (error) return <ProblemNotice error={error.error} onRetry={() => void refetch()} />;
  if (!roles) return null;
  if (roles.length === 0) return <NoRoles />;
  return (
    <div className={styles.roles}>
      <SearchBar
        label="Search roles"
        placeholder="Role or voice"
        value={search}
        summary={summary(roles)}
        onChange={setSearch}
        onDown={() => setFocusCount((count) => count + 1)}
      >
        <Editable>
          <Button onClick={() => useCast.getState().openDialog({ kind: 'copy' })}>Copy a cast…</Button>
        </Editable>
        <Tooltip label="A file for the command line: render --cast">
          <Button onClick={() => void saveCast(roles).catch(notifyFailure)}>Save as file…</Button>
        </Tooltip>
      </SearchBar>
      {shown.length === 0 ? (
        <EmptyState title="No role is called so" detail="Search for fewer letters.">
          <Button onClick={() => setSearch('')}>Show all roles</Button>
        </EmptyState>
      ) : (
        <Roles roles={shown} order={order} onOrder={setOrder} focusCount={focusCount} />
      )}
      <Basis roles={roles} />
    </div>
  );
}

interface RolesProps {
  readonly roles: readonly CastRole[];
  readonly order: RoleOrder;
  readonly focusCount: number;
  onOrder(order: RoleOrder): void;
}

function Roles({ roles, order, focusCount, onOrder }: RolesProps) {
  const chosen = useChosenRole();
  const colourOf = useRoleColours();
  const { chooseRole, browseVoices } = useCast.getState();
  const columns = [
    { name: 'swatch', heading: <span className="unseen">Colour</span> },
    ...HEADINGS.map(({ name, label }) => ({
      name,
      heading: <SortButton label={label} name={name} order={order} onOrder={onOrder} />,
      sorted: order.by === name ? directionOf(order) : undefined,
    })),
  ];
  return (
    <VirtualGrid
      label="Roles of the script"
      items={roles}
      columns={columns}
      template="var(--roles)"
      rowHeight={ROW_HEIGHT}
      keyOf={({ name }) => name}
      selectedIndex={roles.findIndex(({ name }) => name === chosen?.name)}
      focusCount={focusCount}
      onSelect={({ name }) => chooseRole(name)}
      onOpen={browseVoices}
      onMenu={(role, place) => showContextMenu(place, role.name, roleEntries(role))}
      onKey={(event, role) => {
        if (!role || event.target !== event.currentTarget) return false;
        const deed = DEEDS[event.key];
        deed?.(role.name);
        return deed !== undefined;
      }}
      cells={(role) => [
        <RoleSwatch key="swatch" role={role.name} colour={colourOf(role.name)} />,
        <span key="name" className="cut-at-two" title={role.name}>
          <RoleName role={role.name} colour={colourOf(role.name)} />
        </span>,
        <Voice key="voice" role={role} />,
        formatCount(role.lines),
        formatCount(role.characters),
        <span key="seconds" title={basisWords(role)}>
          {role.basis === 'takes' ? '' : '≈ '}
          {formatDuration(role.seconds)}
        </span>,
      ]}
    />
  );
}

const DEEDS: Readonly<Record<string, (role: string) => void>> = {
  Enter: () => useCast.getState().browseVoices(),
  F2: (role) => {
    if (role !== NARRATOR && !isHeldBack()) useCast.getState().openDialog({ kind: 'rename', role });
  },
};

function roleEntries({ name }: CastRole): MenuEntries {
  const { openDialog, browseVoices } = useCast.getState();
  const disabled = name === NARRATOR || whyReadOnly() !== null;
  return [
    { label: 'Choose a voice', keys: '↵', run: browseVoices },
    null,
    { label: 'Rename…', keys: 'F2', disabled, run: () => openDialog({ kind: 'rename', role: name }) },
    { label: 'Merge…', disabled, run: () => openDialog({ kind: 'merge', role: name, into: null }) },
  ];
}

function Voice({ role: { voice, voiceName, voiceTraits } }: { readonly role: CastRole }) {
  if (voice === null) return <span className={styles.noVoice}>no voice</span>;
  return (
    <span className={styles.voice} title={[voiceName ?? voice, voiceTraits].filter(Boolean).join(': ')}>
      <span className={voiceTraits ? 'cut' : 'cut-at-two'}>{voiceName ?? 'a voice the service does not list'}</span>
      {voiceTraits && <small className="cut dim">{voiceTraits}</small>}
    </span>
  );
}

const directionOf = ({ isDescending }: RoleOrder): 'descending' | 'ascending' =>
  isDescending ? 'descending' : 'ascending';

interface SortButtonProps {
  readonly label: string;
  readonly name: SortKey;
  readonly order: RoleOrder;
  onOrder(order: RoleOrder): void;
}

function SortButton({ label, name, order, onOrder }: SortButtonProps) {
  const isOwn = order.by === name;
  const Arrow = order.isDescending ? ArrowDown : ArrowUp;
  const isFigure = name !== 'name' && name !== 'voice';
  return (
    <button
      type="button"
      className={styles.sort}
      onClick={() => onOrder({ by: name, isDescending: isOwn ? !order.isDescending : isFigure })}
    >
      {label}
      {isOwn && <Arrow size={11} aria-hidden />}
    </button>
  );
}

async function saveCast(roles: readonly CastRole[]): Promise<void> {
  const saved = await ask('dialog.saveText', { name: 'cast.json', text: castFile(roles) });
  if (saved) notify(`The cast is in ${saved.path}.`, { id: 'cast-file' });
}

const basisWords = ({ basis }: CastRole): string =>
  basis === 'takes' ? 'By the pace of its takes' : 'By the usual speed of speech: no take of it yet';

function summary(roles: readonly CastRole[]): string {
  const uncast = roles.filter(({ voice }) => voice === null).length;
  const said = formatCounted(roles.length, 'role');
  return uncast === 0 ? said : `${said} · ${formatCount(uncast)} without a voice`;
}

/** Where the minutes come from. */
function Basis({ roles }: { readonly roles: readonly CastRole[] }) {
  const guessed = roles.filter(({ basis }) => basis === 'usual-speed').length;
  const words =
    guessed === 0
      ? 'Minutes go by the pace of each role’s takes.'
      : guessed === roles.length
        ? 'Minutes go by the usual speed of speech, 15 characters a second, until there are takes.'
        : 'Minutes go by the pace of each role’s takes; ≈ by the usual speed of speech, 15 characters a second.';
  return <p className={styles.basis}>{words}</p>;
}

function NoRoles() {
  return (
    <EmptyState
      title="No roles yet"
      detail="Write the script, or import one: a row that begins with a name in capitals and a colon is that role’s."
    >
      <Button variant="filled" onClick={() => runCommand('go.script')}>
        Go to the script
      </Button>
    </EmptyState>
  );
}

type SortKey = 'name' | 'voice' | 'lines' | 'characters' | 'seconds';

interface RoleOrder {
  readonly by: SortKey;
  readonly isDescending: boolean;
}

/** The roles whose name or voice has all the letters searched for, in an order; equal ones in the order of the cast. */
export function sortRoles(roles: readonly CastRole[], search: string, { by, isDescending }: RoleOrder): CastRole[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const sign = isDescending ? -1 : 1;
  return roles
    .filter(({ name, voiceName }) => {
      const text = `${name} ${voiceName ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => sign * compare(a, b, by));
}

function compare(a: CastRole, b: CastRole, by: SortKey): number {
  if (by === 'name') return a.name.localeCompare(b.name, 'en');
  if (by === 'voice') return (a.voiceName ?? '').localeCompare(b.voiceName ?? '', 'en');
  return a[by] - b[by];
}

/** The cast as the file that the command line reads (`--cast FILE`). Roles that have neither a voice nor settings are left out. */
export function castFile(roles: readonly CastRole[]): string {
  const parts = roles.flatMap(({ name, voice, parameters, turnPrefix }) => {
    const part = {
      ...(voice === null ? {} : { voice }),
      ...parameters,
      ...(turnPrefix === null ? {} : { turn_prefix: turnPrefix }),
    };
    return Object.keys(part).length === 0 ? [] : [[name, part] as const];
  });
  return `${JSON.stringify(Object.fromEntries(parts), null, 2)}\n`;
}
