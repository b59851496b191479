import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
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

interface SettingProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

export function Setting({ label, hint, children }: SettingProps) {
  return (
    <div className={styles.setting}>
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
