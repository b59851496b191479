import { Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useView } from '../ui/view-store.ts';
import type { SettingId } from '../ui/wording/setting-entries.ts';
import styles from './settings.module.css';

interface PartProps {
  readonly title: string;
  /** One or two introductory sentences. */
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Part({ title, intro, actions, children }: PartProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {actions && <Group>{actions}</Group>}
      </div>
      {intro && <p className={styles.intro}>{intro}</p>}
      {children}
    </section>
  );
}

const FIELDS = ['input', 'select', 'button', 'a[href]'].join();

interface SettingProps {
  readonly id: SettingId;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

export function Setting({ id, label, hint, children }: SettingProps) {
  const row = useRef<HTMLDivElement>(null);
  const isWanted = useView((view) => view.wantedSetting === id);
  useEffect(() => {
    if (!isWanted) return;
    const { settingsPart, chooseSettings } = useView.getState();
    chooseSettings(settingsPart);
    row.current?.scrollIntoView({ block: 'center' });
    const chosen = row.current?.querySelector<HTMLElement>('input[type=radio]:checked');
    (chosen ?? row.current?.querySelector<HTMLElement>(FIELDS))?.focus({ preventScroll: true });
  }, [isWanted]);
  return (
    <div ref={row} className={styles.setting}>
      <div>
        <h3>{label}</h3>
        {hint && <p className="dim">{hint}</p>}
      </div>
      <Stack align="flex-start" miw={0}>
        {children}
      </Stack>
    </div>
  );
}
