// The parts of the settings, and the one in view.
import { type KeyboardEvent, useRef } from 'react';
import { create } from 'zustand';
import styles from './sections.module.css';

export const SECTIONS = [
  { id: 'services', label: 'Services' },
  { id: 'project', label: 'Project' },
  { id: 'appearance', label: 'Appearance' },
  { id: 'sound', label: 'Sound' },
  { id: 'shortcuts', label: 'Shortcuts' },
  { id: 'files', label: 'Files' },
  { id: 'report', label: 'Log and report' },
  { id: 'about', label: 'About' },
] as const;
export type SectionId = (typeof SECTIONS)[number]['id'];

interface SectionState {
  readonly section: SectionId;
  show(section: SectionId): void;
}

/** Which part was in view last: coming back to the settings shows it again. */
export const useSection = create<SectionState>()((set) => ({
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
export function SectionList() {
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
      className={styles.list}
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
