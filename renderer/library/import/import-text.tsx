import { ActionIcon } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { ImportPart, ImportPreview } from '../../../shared/ipc/project-requests.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { ProblemNotice } from '../../ui/overlays/problem-notice.tsx';
import { RoleName, roleColours } from '../../ui/role-name.tsx';
import styles from './import-text.module.css';

const t = words('library');

interface TextToggleProps extends Pick<ComponentProps<'button'>, 'tabIndex' | 'onFocus'> {
  readonly title: string;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

export function TextToggle({ title, isOpen, toggle, ...others }: TextToggleProps) {
  return (
    <ActionIcon
      variant="subtle"
      size="sm"
      aria-expanded={isOpen}
      aria-label={t('import.text.show', { title })}
      title={t('import.text.hint')}
      onClick={toggle}
      {...others}
    >
      {isOpen ? (
        <ChevronDown size={14} aria-hidden />
      ) : (
        <ChevronRight size={14} aria-hidden className={styles.closed} />
      )}
    </ActionIcon>
  );
}

interface TextOfPartProps {
  readonly preview: ImportPreview;
  readonly choices: ImportChoices;
  readonly part: ImportPart;
  readonly title: string;
}

/** The beginning of a section or chapter, as it will be read. */
export function TextOfPart({ preview: { importId, roles }, choices, part, title }: TextOfPartProps) {
  const { data, error } = useAsk('project.importText', { importId, choices, part }, { gcTime: 0, staleTime: Infinity });
  const colours = roleColours(roles.map(({ name }) => name));
  if (error) return <ProblemNotice error={error.error} />;
  if (!data) return <p className="dim">{t('import.text.reading')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be focusable
    <div className={styles.text} role="group" aria-label={t('import.text.label', { title })} tabIndex={0}>
      {data.paragraphs.length === 0 && <p className="dim">{t('import.text.empty')}</p>}
      {data.paragraphs.map(({ kind, turns, isSpoken }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no ids
        <div key={at} data-kind={kind} data-spoken={isSpoken}>
          {turns.map(({ role, text }, turn) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <p key={turn} dir="auto">
              {isSpoken && (
                <>
                  <RoleName role={role} colour={colours.get(role) ?? 'var(--dim)'} />{' '}
                </>
              )}
              {text}
              {!isSpoken && <small> {t('import.text.silent')}</small>}
            </p>
          ))}
        </div>
      ))}
      {data.isCut && <p className="dim">{t('import.text.more')}</p>}
    </div>
  );
}
