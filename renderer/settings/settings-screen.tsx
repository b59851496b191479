import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { create } from 'zustand';
import { About } from './about.tsx';
import { Appearance } from './appearance.tsx';
import { Files } from './files.tsx';
import { ProjectPart } from './project-settings.tsx';
import { Report } from './report.tsx';
import { Connections } from './services/connections.tsx';
import styles from './settings.module.css';
import { ShortcutsSection } from './shortcuts/shortcuts-section.tsx';
import { Sound } from './sound.tsx';

const SECTIONS = [
  { id: 'services', label: 'Services' },
  { id: 'project', label: 'Project' },
  { id: 'appearance', label: 'Appearance' },
  { id: 'sound', label: 'Sound' },
  { id: 'shortcuts', label: 'Shortcuts' },
  { id: 'files', label: 'Files' },
  { id: 'report', label: 'Log and report' },
  { id: 'about', label: 'About' },
] as const;
type SectionId = (typeof SECTIONS)[number]['id'];

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

interface SectionState {
  readonly section: SectionId;
  show(section: SectionId): void;
}

/** Which part was in view last: coming back to the settings shows it again. */
const useSection = create<SectionState>()((set) => ({
  section: 'services',
  show: (section) => set({ section }),
}));

const STEPS: Readonly<Record<string, (at: number) => number>> = {
  ArrowDown: (at) => (at + 1) % SECTIONS.length,
  ArrowUp: (at) => (at + SECTIONS.length - 1) % SECTIONS.length,
  Home: () => 0,
  End: () => SECTIONS.length - 1,
};

/** The list of parts: one stop of the keyboard, arrows choose. */
function SectionList() {
  const { section, show } = useSection();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(SECTIONS.findIndex(({ id }) => id === section));
    const chosen = next === undefined ? undefined : SECTIONS[next];
    if (!chosen) return;
    event.preventDefault();
    show(chosen.id);
    list.current?.querySelector<HTMLElement>(`#tab-${chosen.id}`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Parts of the settings"
      aria-orientation="vertical"
      className={styles.tabs}
      onKeyDown={onKeyDown}
    >
      {SECTIONS.map(({ id, label }) => (
        <button
          key={id}
          id={`tab-${id}`}
          type="button"
          role="tab"
          aria-selected={id === section}
          aria-controls="settings-part"
          tabIndex={id === section ? 0 : -1}
          className={styles.tab}
          onClick={() => show(id)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
