import { type ReactNode, useEffect, useRef } from 'react';
import { About } from './about.tsx';
import { Appearance } from './appearance.tsx';
import { Files } from './files.tsx';
import { ProjectPart } from './project-settings.tsx';
import { Report } from './report.tsx';
import { SECTIONS, type SectionId, SectionList, useSection } from './sections.tsx';
import { Connections } from './services/connections.tsx';
import styles from './settings.module.css';
import { ShortcutsSection } from './shortcuts/shortcuts-section.tsx';
import { Sound } from './sound.tsx';

const PARTS: Readonly<Record<SectionId, ReactNode>> = {
  services: <Connections />,
  project: <ProjectPart />,
  appearance: <Appearance />,
  sound: <Sound />,
  shortcuts: <ShortcutsSection />,
  files: <Files />,
  report: <Report />,
  about: <About />,
};

/** Services, appearance, keys and what else belongs to no project: its parts at the left, one of them in view. */
export function SettingsScreen() {
  const section = useSection((state) => state.section);
  const pane = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part begins at its top
  useEffect(() => {
    pane.current?.scrollTo(0, 0);
  }, [section]);
  return (
    <div className={styles.screen}>
      <div className={styles.side}>
        <h1 className="screen-title">Settings</h1>
        <SectionList />
      </div>
      <div
        ref={pane}
        id="settings-part"
        role="tabpanel"
        aria-label={SECTIONS.find(({ id }) => id === section)?.label}
        className={styles.scroll}
      >
        <div className={styles.page}>{PARTS[section]}</div>
      </div>
    </div>
  );
}
