import { Button, SegmentedControl } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { themeSchema } from '../../shared/ipc/settings-requests.ts';
import { ask } from '../bridge/ask.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { notifyFailure } from '../ui/toast.tsx';
import { Connections } from './connections.tsx';
import styles from './settings.module.css';

const THEMES = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Connections, appearance, the log. */
export function SettingsScreen() {
  return (
    <div className={styles.scroll}>
      <div className={styles.page}>
        <h1 className="screen-title">Settings</h1>
        <Connections />
        <Appearance />
        <About />
      </div>
    </div>
  );
}

function Appearance() {
  const { data: info } = useAsk('app.info', {});
  const queryClient = useQueryClient();
  const choose = (value: string) => {
    ask('app.setTheme', { theme: themeSchema.parse(value) })
      .then(() => queryClient.invalidateQueries({ queryKey: askKey('app.info', {}) }))
      .catch(notifyFailure);
  };
  return (
    <section className={styles.section} aria-labelledby="appearance">
      <h2 id="appearance">Appearance</h2>
      {info && <SegmentedControl aria-label="Theme" data={THEMES} value={info.theme} onChange={choose} />}
    </section>
  );
}

function About() {
  const { data: info } = useAsk('app.info', {});
  return (
    <section className={styles.section} aria-labelledby="about">
      <h2 id="about">Lectern{info && ` ${info.version}`}</h2>
      <p className="dim">The log says what happened, without keys and without the words of scripts.</p>
      <div>
        <Button onClick={() => void ask('shell.reveal', { what: 'logs' }).catch(notifyFailure)}>
          Show the log in its folder
        </Button>
      </div>
    </section>
  );
}
