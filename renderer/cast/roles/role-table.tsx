import type { Language } from '@lectern/tts-protocol';
import { Button, Tooltip } from '@mantine/core';
import { ArrowDown, ArrowUp, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { CastRole } from '../../../shared/ipc/cast-requests.ts';
import { NARRATOR } from '../../../shared/model/cast.ts';
import { nameOrder } from '../../../shared/rules/cast/name-order.ts';
import { createWordFinder } from '../../../shared/rules/search-pattern.ts';
import { ask } from '../../bridge/ask.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { runCommand } from '../../ui/commands.ts';
import { formatCount, formatDuration } from '../../ui/format.ts';
import { VirtualGrid } from '../../ui/lists/virtual-grid.tsx';
import { commandEntry, type MenuEntries, showContextMenu } from '../../ui/overlays/context-menu.tsx';
import { ProblemNotice } from '../../ui/overlays/problem-notice.tsx';
import { notify, notifyFailure } from '../../ui/overlays/toast.tsx';
import { Editable, notifyIfReadOnly, whyReadOnly } from '../../ui/read-only.tsx';
import { RoleName, RoleSwatch, useRoleColours } from '../../ui/role-name.tsx';
import { EmptyState } from '../../ui/screen-parts.tsx';
import { removeRole } from '../cast-changes.ts';
import { selectRole, showInReview, useCast, useChosenRole } from '../cast-store.ts';
import { SearchBar } from '../search-bar.tsx';
import styles from './roles.module.css';

const t = words('cast');

const ROW_HEIGHT = 40;
const SORT_KEYS = ['name', 'voice', 'lines', 'characters', 'seconds'] as const;
type SortKey = (typeof SORT_KEYS)[number];

export function RoleTable() {
  const { data: roles, error, refetch } = useAsk('cast.roles', {});
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<RoleOrder>({ by: 'lines', isDescending: true });
  const [focusCount, setFocusCount] = useState(0);
  const language = useAsk('project.current', {}).data?.settings.language ?? null;
  const shown = useMemo(() => sortRoles(roles ?? [], search, order, language), [roles, search, order, language]);
  if (error) return <ProblemNotice error={error.error} onRetry={() => void refetch()} />;
  if (!roles) return null;
  if (roles.length === 0) return <NoRoles />;
  return (
    <div className={styles.roles}>
      <SearchBar
        label={t('roles.search')}
        placeholder={t('roles.searchHint')}
        value={search}
        summary={summaryText(roles)}
        onChange={setSearch}
        onDown={() => setFocusCount((count) => count + 1)}
      >
        <Editable>
          <Button onClick={() => useCast.getState().openDialog({ kind: 'copy' })}>{t('roles.copy')}</Button>
        </Editable>
        <Tooltip label={t('roles.saveHint')}>
          <Button onClick={() => void saveCast(roles).catch(notifyFailure)}>{t('roles.save')}</Button>
        </Tooltip>
      </SearchBar>
      {shown.length === 0 ? (
        <EmptyState title={t('roles.none.title', { search: search.trim() })} detail={t('roles.none.detail')}>
          <Button onClick={() => setSearch('')}>{t('roles.none.showAll')}</Button>
        </EmptyState>
      ) : (
        <Roles roles={shown} order={order} onOrder={setOrder} focusCount={focusCount} />
      )}
      <div className={styles.foot}>
        <Editable>
          <Button leftSection={<Plus size={13} aria-hidden />} onClick={addRole}>
            {t('roles.add')}
          </Button>
        </Editable>
        <Basis roles={roles} />
      </div>
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
  const { browseVoices } = useCast.getState();
  const columns = [
    { name: 'swatch', heading: <span className="unseen">{t('roles.heading.colour')}</span> },
    ...SORT_KEYS.map((name) => ({
      name,
      heading: <SortButton name={name} order={order} onOrder={onOrder} />,
      sorted: order.by === name ? sortDirection(order) : undefined,
    })),
  ];
  return (
    <VirtualGrid
      label={t('roles.label')}
      items={roles}
      columns={columns}
      template="var(--roles)"
      rowHeight={ROW_HEIGHT}
      keyOf={({ name }) => name}
      selectedIndex={roles.findIndex(({ name }) => name === chosen?.name)}
      focusCount={focusCount}
      onSelect={({ name }) => selectRole(name)}
      onOpen={browseVoices}
      onMenu={(role, place) => showContextMenu(place, role.name, roleEntries(role))}
      onKey={(event, role) => {
        if (!role || event.target !== event.currentTarget) return false;
        const action = KEY_ACTIONS[event.key];
        action?.(role.name);
        return action !== undefined;
      }}
      cells={(role) => [
        <RoleSwatch key="swatch" role={role.name} colour={colourOf(role.name)} />,
        <span key="name" className="cut-at-two" title={role.name}>
          <RoleName role={role.name} colour={colourOf(role.name)} />
        </span>,
        <Voice key="voice" role={role} />,
        formatCount(role.lines),
        formatCount(role.characters),
        <span key="seconds" title={t(`roles.basisOfRole.${role.basis}`)}>
          {role.basis === 'takes' ? '' : '≈ '}
          {formatDuration(role.seconds)}
        </span>,
      ]}
    />
  );
}

const addRole = (): void => void runCommand('cast.addRole');

const KEY_ACTIONS: Readonly<Record<string, (role: string) => void>> = {
  Enter: () => useCast.getState().browseVoices(),
  F2: (role) => {
    if (role !== NARRATOR && !notifyIfReadOnly()) useCast.getState().openDialog({ kind: 'rename', role });
  },
};

function roleEntries({ name, lines }: CastRole): MenuEntries {
  const { openDialog, browseVoices } = useCast.getState();
  const disabled = name === NARRATOR || whyReadOnly() !== null;
  return [
    { label: t('roles.menu.voice'), keys: '↵', run: browseVoices },
    { label: t('roles.menu.review'), disabled: lines === 0, run: () => showInReview(name) },
    null,
    { label: t('roles.menu.rename'), keys: 'F2', disabled, run: () => openDialog({ kind: 'rename', role: name }) },
    { label: t('roles.menu.merge'), disabled, run: () => openDialog({ kind: 'merge', role: name, into: null }) },
    { label: t('roles.menu.remove'), disabled: disabled || lines > 0, run: () => removeRole(name) },
    null,
    commandEntry('cast.addRole'),
  ];
}

function Voice({ role: { voice, voiceName, voiceTraits } }: { readonly role: CastRole }) {
  if (voice === null) return <span className="fail small">{t('roles.noVoice')}</span>;
  return (
    <span
      className={styles.voice}
      title={
        voiceTraits ? t('roles.voiceHint', { voice: voiceName ?? voice, traits: voiceTraits }) : (voiceName ?? voice)
      }
    >
      <span className={voiceTraits ? 'cut' : 'cut-at-two'}>{voiceName ?? t('roles.unlisted')}</span>
      {voiceTraits && <small className="cut dim">{voiceTraits}</small>}
    </span>
  );
}

const sortDirection = ({ isDescending }: RoleOrder): 'descending' | 'ascending' =>
  isDescending ? 'descending' : 'ascending';

interface SortButtonProps {
  readonly name: SortKey;
  readonly order: RoleOrder;
  onOrder(order: RoleOrder): void;
}

function SortButton({ name, order, onOrder }: SortButtonProps) {
  const isOwn = order.by === name;
  const Arrow = order.isDescending ? ArrowDown : ArrowUp;
  const isFigure = name !== 'name' && name !== 'voice';
  return (
    <button
      type="button"
      className={styles.sort}
      onClick={() => onOrder({ by: name, isDescending: isOwn ? !order.isDescending : isFigure })}
    >
      {t(`roles.heading.${name}`)}
      {isOwn && <Arrow size={11} aria-hidden />}
    </button>
  );
}

async function saveCast(roles: readonly CastRole[]): Promise<void> {
  const saved = await ask('dialog.saveText', { name: 'cast.json', text: castFile(roles) });
  if (saved) notify(t('notice.saved', { path: saved.path }), { id: 'cast-file' });
}

function summaryText(roles: readonly CastRole[]): string {
  const uncast = roles.filter(({ voice }) => voice === null).length;
  return t('roles.summary', { roles: roles.length, uncast });
}

function Basis({ roles }: { readonly roles: readonly CastRole[] }) {
  const guessed = roles.filter(({ basis }) => basis === 'usual-speed').length;
  const basis = guessed === 0 ? 'takes' : guessed === roles.length ? 'usualSpeed' : 'both';
  return <p className="dim">{t(`roles.basis.${basis}`)}</p>;
}

function NoRoles() {
  return (
    <EmptyState title={t('roles.empty.title')} detail={t('roles.empty.detail')}>
      <Button variant="filled" onClick={() => runCommand('go.script')}>
        {t('roles.empty.go')}
      </Button>
      <Editable>
        <Button onClick={addRole}>{t('roles.add')}</Button>
      </Editable>
    </EmptyState>
  );
}

interface RoleOrder {
  readonly by: SortKey;
  readonly isDescending: boolean;
}

/** Roles that compare equal stay in cast order. */
export function sortRoles(
  roles: readonly CastRole[],
  search: string,
  { by, isDescending }: RoleOrder,
  language: Language | null,
): CastRole[] {
  const isFound = createWordFinder(search);
  const inOrder = nameOrder(language);
  const sign = isDescending ? -1 : 1;
  return roles
    .filter(({ name, voiceName }) => isFound(`${name} ${voiceName ?? ''}`))
    .toSorted((a, b) => {
      if (by === 'name') return sign * inOrder(a.name, b.name);
      return sign * (by === 'voice' ? inOrder(a.voiceName ?? '', b.voiceName ?? '') : a[by] - b[by]);
    });
}

/**
 * Returns the content of a file for the command line (`--cast FILE`). Omits roles that have neither a voice nor
 * parameters.
 */
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
