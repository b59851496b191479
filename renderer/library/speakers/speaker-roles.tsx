import type { BookQuotations } from '@lectern/manuscript/speakers';
import { createRenamer, toRoleName } from '@lectern/manuscript/speakers';
import { Button, Group, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { createWordFinder } from '../../../shared/rules/search-pattern.ts';
import { words } from '../../locales/words.ts';
import type { SpeakerRole } from './speaker-work.ts';
import styles from './speakers-screen.module.css';
import type { SpeakerWork } from './use-speaker-work.ts';

const t = words('speakers');

interface SpeakerRolesProps {
  readonly book: BookQuotations;
  readonly work: SpeakerWork;
  readonly current: string | null;
}

/** The first roles can be chosen with number keys. */
const NUMBERED_ROLES = 9;
/** In a field, Escape moves the focus out of the field instead of closing the dialog. */
const CAPTURES_ESCAPE = { 'data-mantine-stop-propagation': 'true' };

export function SpeakerRoles({ book, work, current }: SpeakerRolesProps) {
  const { roles, field, say, setField, focusList } = work;
  const [query, setQuery] = useState('');
  const [edited, setEdited] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field === 'find' || field === 'add') input.current?.select();
    if (field === 'edit' && current !== null) setEdited(current);
  }, [field, current]);
  if (edited !== null) {
    const end = () => {
      setEdited(null);
      focusList();
    };
    return <EditRole key={edited} role={edited} work={work} onEnd={end} />;
  }
  const wanted = query.trim();
  const name = toRoleName(query);
  const isFound = createWordFinder(query);
  const found = field === 'add' ? [] : roles.filter((role) => isFound(role.name));
  const isNew = wanted !== '' && !roles.some((role) => role.name === name);
  const choose = (role: string | null) => {
    setQuery('');
    say(role);
  };
  const onFieldKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setQuery('');
      focusList();
    }
    if (event.key !== 'Enter' || wanted === '') return;
    event.preventDefault();
    const [first] = found;
    if (first) choose(first.name);
    else if (name !== null) choose(name);
  };
  return (
    <section className={styles.roles} aria-label={t('roles')}>
      <TextInput
        ref={input}
        {...CAPTURES_ESCAPE}
        size="xs"
        label={t('field')}
        placeholder={t('fieldHint')}
        value={query}
        maxLength={80}
        error={wanted !== '' && name === null && found.length === 0 && t('badName')}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onBlur={() => setField(null)}
        onKeyDown={onFieldKey}
      />
      <ul aria-label={t('who')} onKeyDown={moveFocus}>
        {wanted === '' && (
          <li>
            <RoleButton
              label={t('narrator')}
              number={0}
              isCurrent={current === null}
              choose={() => choose(null)}
              isTabStop
            />
          </li>
        )}
        {found.map((role) => (
          <li key={role.name}>
            <RoleButton
              label={role.name}
              count={role}
              number={roles.indexOf(role) + 1}
              isCurrent={role.name === current}
              choose={() => choose(role.name)}
              isTabStop={wanted !== '' && role === found[0]}
              edit={() => setEdited(role.name)}
            />
          </li>
        ))}
        {isNew && name !== null && (
          <li>
            <Button variant="subtle" size="compact-sm" onMouseDown={keepFocus} onClick={() => choose(name)}>
              {t('add', { name })}
            </Button>
          </li>
        )}
      </ul>
      <AliasOffer book={book} work={work} />
    </section>
  );
}

/** Keeps the focus in the field until the button's click handler runs. */
const keepFocus = (event: { preventDefault(): void }) => event.preventDefault();

interface RoleButtonProps {
  readonly label: string;
  readonly number: number;
  readonly count?: SpeakerRole;
  readonly isCurrent: boolean;
  readonly isTabStop: boolean;
  readonly choose: () => void;
  readonly edit?: () => void;
}

function RoleButton({ label, number, count, isCurrent, isTabStop, choose, edit }: RoleButtonProps) {
  const said = count?.quotations ?? 0;
  return (
    <>
      <button
        type="button"
        aria-current={isCurrent}
        data-number={number <= NUMBERED_ROLES ? number : ''}
        data-count={count ? t('count', { count: said }) : ''}
        aria-label={count ? t('role', { name: label, count: said }) : label}
        tabIndex={isTabStop ? 0 : -1}
        onMouseDown={keepFocus}
        onClick={choose}
      >
        <span className="cut">{label}</span>
      </button>
      {edit && (
        <button
          type="button"
          className={styles.edit}
          tabIndex={-1}
          aria-label={t('rename', { name: label })}
          title={t('rename', { name: label })}
          onClick={edit}
        >
          …
        </button>
      )}
    </>
  );
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[aria-current]')];
  const at = buttons.findIndex((button) => button.matches(':focus'));
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (next === undefined || at < 0) return;
  event.preventDefault();
  buttons[Math.max(0, Math.min(next, buttons.length - 1))]?.focus();
}

interface EditRoleProps {
  readonly role: string;
  readonly work: SpeakerWork;
  readonly onEnd: () => void;
}

/** Renames a role. If another role already has the new name, merges the two. */
function EditRole({ role, work: { roles, rename }, onEnd }: EditRoleProps) {
  const [draft, setDraft] = useState(role);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const name = toRoleName(draft);
  const entry = roles.find((other) => other.name === role);
  const count = (entry?.quotations ?? 0) + (entry?.doubtful ?? 0);
  const isMerge = name !== role && roles.some((other) => other.name === name);
  const change = () => {
    if (name === null || name === role) return;
    rename(role, name);
    onEnd();
  };
  const listId = `names-for-${role}`;
  return (
    <section className={styles.roles} aria-label={t('renameTitle', { name: role })}>
      <h3 className="label cut">{t('renameTitle', { name: role })}</h3>
      <TextInput
        ref={input}
        {...CAPTURES_ESCAPE}
        size="xs"
        label={t('newName')}
        list={listId}
        value={draft}
        maxLength={80}
        error={name === null && t('badName')}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onEnd();
          if (event.key !== 'Enter') return;
          event.preventDefault();
          change();
        }}
      />
      <datalist id={listId}>
        {roles.map((other) => (
          <option key={other.name} value={other.name} />
        ))}
      </datalist>
      <p className="dim" role="status">
        {isMerge ? t('merges', { count, into: name ?? '' }) : t('changes', { count })}
      </p>
      <Group justify="flex-end">
        <Button onClick={onEnd}>{t('cancel')}</Button>
        <Button variant="filled" disabled={name === null || name === role} onClick={change}>
          {t(isMerge ? 'mergeAction' : 'renameAction')}
        </Button>
      </Group>
    </section>
  );
}

function AliasOffer({ book, work: { choices, roles, rename } }: Omit<SpeakerRolesProps, 'current'>) {
  const [declined, setDeclined] = useState<ReadonlySet<string>>(new Set());
  const nameOf = createRenamer(choices);
  const offer = book.aliases
    .map(({ name, like, evidence }) => ({ key: name, name: nameOf(name), like: nameOf(like), evidence }))
    .find(
      ({ key, name, like }) =>
        !declined.has(key) && name !== like && [name, like].every((one) => roles.some((role) => role.name === one)),
    );
  const role = roles.find(({ name }) => name === offer?.name);
  if (!offer || !role) return null;
  return (
    <div className={`warning-box ${styles.alias}`}>
      <p>
        {t('alias', { name: offer.name, count: role.quotations + role.doubtful, like: offer.like })}{' '}
        <span className="dim">{t(`aliasEvidence.${offer.evidence}`)}</span>
      </p>
      <Button size="compact-sm" onClick={() => rename(offer.name, offer.like)}>
        {t('same')}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={() => setDeclined(new Set([...declined, offer.key]))}>
        {t('apart')}
      </Button>
    </div>
  );
}
