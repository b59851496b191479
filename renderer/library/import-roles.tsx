import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { ImportPreview, ImportRole } from '../../shared/ipc/project-requests.ts';
import type { ImportChoices } from '../../shared/rules/import-choices.ts';
import { formatCounted } from '../ui/format.ts';
import styles from './import-dialog.module.css';

interface ImportRolesProps {
  readonly preview: ImportPreview;
  readonly change: (choices: ImportChoices) => void;
}

/** Who speaks: each name is ticked or not, and two spellings of one are made one. */
export function ImportRoles({ preview, change }: ImportRolesProps) {
  const { roles, choices, kind } = preview;
  const merge = (from: string, into: string) =>
    change({
      ...choices,
      roles: ticked(preview).filter((name) => name !== from),
      // Who was merged into this one goes along.
      merges: [
        ...choices.merges.map((other) => (other.into === from ? { ...other, into } : other)),
        { from, into },
      ].filter((other) => other.from !== other.into),
    });
  const toggle = ({ name }: ImportRole, isRole: boolean) => {
    const now = ticked(preview);
    change({ ...choices, roles: isRole ? [...now, name] : now.filter((other) => other !== name) });
  };
  const apart = (from: string) => change({ ...choices, merges: choices.merges.filter((other) => other.from !== from) });
  return (
    <section className={styles.found}>
      <h3 className="label">Roles</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ol tabIndex={0} aria-label="Roles">
        {roles.map((role) => (
          <li key={role.name}>
            <Checkbox
              label={role.name}
              checked={role.isRole}
              disabled={role.isFixed}
              onChange={(event) => toggle(role, event.currentTarget.checked)}
              classNames={{ label: styles.roleName ?? '' }}
            />
            <small>
              {formatCounted(role.lines, 'line')}
              {role.voice && ` · ${role.voice}`}
            </small>
            {!role.isFixed && <MergeChoice role={role} roles={roles} merge={merge} />}
          </li>
        ))}
        {choices.merges.map(({ from, into }) => (
          <li key={`merged ${from}`}>
            <span className={`${styles.merged} cut`}>
              {from} is {into}
            </span>
            <Button variant="subtle" aria-label={`Apart again: ${from}`} onClick={() => apart(from)}>
              Apart again
            </Button>
          </li>
        ))}
      </ol>
      {roles.some(({ isRole }) => !isRole) && <p className="dim">{UNTICKED[kind]}</p>}
    </section>
  );
}

const UNTICKED: Readonly<Record<ImportPreview['kind'], string>> = {
  script: 'Names in ordinary case are ticked where they repeat. Tick any others that are roles.',
  prose: 'Names that may be roles are not ticked: in a book, few of them are.',
};

/** The names that are roles now. */
const ticked = ({ roles }: ImportPreview): string[] =>
  roles.filter(({ isRole, isFixed }) => isRole && !isFixed).map(({ name }) => name);

interface MergeChoiceProps {
  readonly role: ImportRole;
  readonly roles: readonly ImportRole[];
  readonly merge: (from: string, into: string) => void;
}

function MergeChoice({ role: { name, like }, roles, merge }: MergeChoiceProps) {
  const others = roles.filter((other) => other.isRole && other.name !== name).map((other) => other.name);
  if (others.length === 0) return null;
  const suggested = like !== null && others.includes(like) ? like : null;
  return (
    <NativeSelect
      className={styles.merge ?? ''}
      data-suggested={suggested !== null}
      aria-label={`${name} is the same as`}
      value=""
      onChange={(event) => merge(name, event.currentTarget.value)}
      data={[
        { value: '', label: suggested ? `is ${suggested}?` : 'same as…' },
        ...(suggested ? [suggested] : []),
        ...others.filter((other) => other !== suggested),
      ]}
    />
  );
}
