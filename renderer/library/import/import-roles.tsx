import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { ImportPreview, ImportRole } from '../../../shared/ipc/project-requests.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import { tImport, words } from '../../locales/words.ts';
import styles from './import-dialog.module.css';
import { onSampleKey, RoleVoice } from './import-voice.tsx';

const t = words('library');

interface ImportRolesProps {
  readonly preview: ImportPreview;
  readonly choices: ImportChoices;
  readonly change: (choices: ImportChoices) => void;
}

export function ImportRoles({ preview, choices, change }: ImportRolesProps) {
  const { roles, kind } = preview;
  const offered = () => [...roles.map(({ name }) => name), ...choices.merges.map(({ from }) => from)];
  const merge = (from: string, into: string) =>
    change({
      ...choices,
      offered: offered(),
      roles: tickedRoles(preview).filter((name) => name !== from),
      // Roles merged into this one are merged along with it.
      merges: [
        ...choices.merges.map((other) => (other.into === from ? { ...other, into } : other)),
        { from, into },
      ].filter((other) => other.from !== other.into),
    });
  const toggle = ({ name }: ImportRole, isRole: boolean) => {
    const now = tickedRoles(preview);
    change({
      ...choices,
      offered: offered(),
      roles: isRole ? [...now, name] : now.filter((other) => other !== name),
    });
  };
  const apart = (from: string) => change({ ...choices, merges: choices.merges.filter((other) => other.from !== from) });
  return (
    <section className={styles.found}>
      <h3 className="label">{t('import.roles.label')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be focusable */}
      <ol tabIndex={0} aria-label={t('import.roles.label')}>
        {roles.map((role) => (
          <li key={role.name} className={styles.roleRow} onKeyDown={onSampleKey}>
            <Checkbox
              label={role.name}
              description={
                <>
                  <span className={styles.sample}>{role.sample}</span>
                  {role.evidence && <span className={styles.sample}>{tImport.evidence(role.evidence)}</span>}
                </>
              }
              checked={role.isRole}
              disabled={role.isFixed}
              onChange={(event) => toggle(role, event.currentTarget.checked)}
              classNames={{
                root: styles.role ?? '',
                labelWrapper: styles.named ?? '',
                label: 'wraps',
              }}
            />
            <small>{t('import.lines', { lines: role.lines })}</small>
            {role.isRole && <RoleVoice role={role} choices={choices} change={change} />}
            {!role.isFixed && <MergeChoice role={role} roles={roles} merge={merge} />}
          </li>
        ))}
        {choices.merges.map(({ from, into }) => (
          <li key={`merged:${from}`}>
            <span className={`dim cut`}>{t('import.roles.merged', { name: from, role: into })}</span>
            <Button
              variant="subtle"
              aria-label={t('import.roles.apartLabel', { name: from })}
              onClick={() => apart(from)}
            >
              {t('import.roles.apart')}
            </Button>
          </li>
        ))}
      </ol>
      {roles.some(({ isRole }) => !isRole) && <p className="dim">{t(`import.roles.unticked.${kind}`)}</p>}
    </section>
  );
}

const tickedRoles = ({ roles }: ImportPreview): string[] =>
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
      aria-label={t('import.roles.same', { name })}
      value=""
      onChange={(event) => merge(name, event.currentTarget.value)}
      data={[
        { value: '', label: suggested ? t('import.roles.suggested', { role: suggested }) : t('import.roles.choose') },
        ...(suggested ? [suggested] : []),
        ...others.filter((other) => other !== suggested),
      ]}
    />
  );
}
