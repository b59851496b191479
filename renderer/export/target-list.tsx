import { type ReactNode, useEffect, useRef } from 'react';
import { EXPORT_TARGETS, type ExportTargetId } from '../../shared/model/export/export-target.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { tDelivery, words } from '../locales/words.ts';
import { type ExportKind, isProgramTarget, useTarget } from './export-drafts.ts';
import styles from './targets.module.css';
import { useRoving } from './use-roving.ts';

const t = words('targets');

const OTHER_PROGRAMS = 'other';
const FIRST_PROGRAM_TARGET: ExportKind = 'package';

interface TargetFrameProps {
  readonly children: ReactNode;
}

export function TargetFrame({ children }: TargetFrameProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.split}>
        <TargetList />
        <div className={styles.work}>{children}</div>
      </div>
    </div>
  );
}

/** The view of the new target mounts its own list, and that list must take over the focus. */
let goesOn = false;

interface TargetEntry {
  readonly key: string;
  readonly name: string;
  readonly kind: ExportKind;
  readonly own: string | null;
  readonly lacking: number;
}

function useTargetEntries(): readonly TargetEntry[] {
  const { data: book } = useAsk('book.read', {});
  const { data: project } = useAsk('project.current', {});
  const lackingOf = (id: ExportTargetId): number => {
    const readiness = book?.readiness.find(({ target }) => target === id);
    return readiness ? readiness.missing.length + readiness.cover.length : 0;
  };
  const usual = EXPORT_TARGETS.map((id): TargetEntry => {
    return { key: id, name: tDelivery(`target.${id}`), kind: id, own: null, lacking: lackingOf(id) };
  });
  const own = (project?.settings.ownTargets ?? []).map(({ id, name, base }): TargetEntry => {
    return { key: id, name, kind: base, own: id, lacking: lackingOf(base) };
  });
  // The last entry stands for all formats for other programs.
  return [
    ...usual,
    ...own,
    { key: OTHER_PROGRAMS, name: t('other'), kind: FIRST_PROGRAM_TARGET, own: null, lacking: 0 },
  ];
}

function TargetList() {
  const { kind, own } = useTarget();
  const entries = useTargetEntries();
  const chosen = isProgramTarget(kind) ? OTHER_PROGRAMS : entries.some(({ key }) => key === own) ? own : kind;
  const roving = useRoving(
    entries.length,
    entries.findIndex(({ key }) => key === chosen),
  );
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (goesOn) list.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    goesOn = false;
  }, []);
  return (
    <ul ref={list} className={styles.targets} aria-label={t('label')} onKeyDown={roving.onKeyDown}>
      {entries.map((entry, at) => {
        const isChosen = entry.key === chosen;
        const { lacking } = entry;
        const choose = () => {
          if (isChosen) return;
          goesOn = true;
          useTarget.getState().chooseKind(entry.kind, entry.own);
        };
        return (
          <li key={entry.key}>
            <button
              type="button"
              className={styles.target}
              aria-pressed={isChosen}
              onClick={choose}
              {...roving.control(at)}
            >
              <span className={styles.name}>{entry.name}</span>
              {lacking > 0 && (
                <small className={styles.lacking} title={t('lacking', { count: lacking })}>
                  <span aria-hidden>{lacking}</span>
                  <span className="unseen">{t('lacking', { count: lacking })}</span>
                </small>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
