// What the window shows. View state only: what comes from the project lives in the cache of queries.
import { create } from 'zustand';

export type Screen = 'library' | 'script' | 'cast' | 'production' | 'review' | 'export' | 'settings';
/** Screens that need an open project. */
export type WorkScreen = Extract<Screen, 'script' | 'cast' | 'production' | 'review' | 'export'>;
/** A part of the settings. */
export type SettingsPart =
  | 'services'
  | 'engines'
  | 'packs'
  | 'model'
  | 'project'
  | 'appearance'
  | 'sound'
  | 'shortcuts'
  | 'files'
  | 'report'
  | 'about';
export type Dialog =
  | 'import'
  | 'new'
  | 'duplicate'
  | 'shortcuts'
  | 'manual'
  | 'book'
  | 'add-role'
  | 'add-connection'
  | 'edit-connection'
  | 'enter-key';

/** A chapter that lost all its words while its text is open. */
export interface EmptiedChapter {
  readonly id: number | null;
  readonly title: string;
  /** Its place in the list of chapters when it was emptied, 0-based. */
  readonly at: number;
}

/** Lines that another screen sends to Review. */
export type WantedLines = 'without-take' | 'stale' | 'suspicious-undecided';

interface ViewState {
  readonly screen: Screen;
  /** The screen to come back to from the library or the settings. */
  readonly lastWork: WorkScreen;
  /** Which part of the settings was in view last: coming back shows it again. */
  readonly settingsPart: SettingsPart;
  /** The chapter in view: its heading's paragraph, or null for what stands before the first heading. */
  readonly chapterId: number | null;
  /** Whether a chapter was chosen since the project was opened; until then screens show the first one. */
  readonly chapterChosen: boolean;
  /** Counts up when a chapter is chosen, even the one in view: its whole text is then shown. */
  readonly chapterChoices: number;
  /** Chapters of which nothing is left but what can be undone. */
  readonly emptied: readonly EmptiedChapter[];
  readonly selectedLineId: number | null;
  /** Counts up when the selected line should also be brought into view. */
  readonly revealCount: number;
  readonly inspectorOpen: boolean;
  readonly paletteOpen: boolean;
  readonly dialog: Dialog | null;
  /** A script that was read and waits for a decision. */
  readonly importId: string | null;
  /** Further ones that were read with it. */
  readonly laterImports: readonly string[];
  /** The scripts that it is one book of; none where it came from one file. */
  readonly importParts: readonly string[];
  /** The connection whose key is asked for. */
  readonly keyFor: { readonly id: string; readonly name: string } | null;
  /** The connection that is edited. */
  readonly editing: string | null;
  /** What Review is to show, once it is there. */
  readonly wantedLines: WantedLines | null;
  /** A role by which the screens that can filter do so. */
  readonly role: string | null;

  goTo(screen: Screen): void;
  chooseSettings(part: SettingsPart): void;
  /** Back to the work, or to the library where no project is open. */
  goBack(projectIsOpen: boolean): void;
  chooseChapter(chapterId: number | null): void;
  /** The cursor went into a chapter of the text that is shown: what is shown stays. */
  followChapter(chapterId: number | null): void;
  setEmptied(emptied: readonly EmptiedChapter[]): void;
  /** `reveal` scrolls to it as well; off where the person is there already. */
  selectLine(lineId: number | null, reveal?: boolean): void;
  toggleInspector(): void;
  setPalette(open: boolean): void;
  openDialog(dialog: Dialog): void;
  closeDialog(): void;
  /** Shows what a script that was read would become. */
  showImport(importId: string, later?: readonly string[], parts?: readonly string[]): void;
  /** The next one of those that were read together; the dialog closes after the last. */
  nextImport(): void;
  askForKey(connection: { readonly id: string; readonly name: string }): void;
  editConnection(id: string): void;
  chooseRole(role: string | null): void;
  /** Lines of one kind, in the script's order. */
  showInReview(lines: WantedLines): void;
  /** Review shows what was wanted. */
  wantedShown(): void;
  /** Another project: nothing of the one before stays. */
  reset(): void;
}

const isWork = (screen: Screen): screen is WorkScreen => screen !== 'library' && screen !== 'settings';

const OF_PROJECT = {
  chapterId: null,
  chapterChosen: false,
  emptied: [],
  selectedLineId: null,
  role: null,
  wantedLines: null,
} as const;

export const useView = create<ViewState>()((set) => ({
  screen: 'library',
  lastWork: 'script',
  settingsPart: 'services',
  ...OF_PROJECT,
  chapterChoices: 0,
  revealCount: 0,
  inspectorOpen: true,
  paletteOpen: false,
  dialog: null,
  importId: null,
  laterImports: [],
  importParts: [],
  keyFor: null,
  editing: null,

  goTo: (screen) => set(isWork(screen) ? { screen, lastWork: screen } : { screen }),
  chooseSettings: (settingsPart) => set({ settingsPart }),
  goBack: (projectIsOpen) => set((state) => ({ screen: projectIsOpen ? state.lastWork : 'library' })),
  chooseChapter: (chapterId) =>
    set(({ chapterChoices }) => ({ chapterId, chapterChosen: true, chapterChoices: chapterChoices + 1 })),
  followChapter: (chapterId) => set({ chapterId, chapterChosen: true }),
  setEmptied: (emptied) => set({ emptied }),
  selectLine: (selectedLineId, reveal = false) =>
    set((state) => ({ selectedLineId, revealCount: state.revealCount + (reveal ? 1 : 0) })),
  toggleInspector: () => set((state) => ({ inspectorOpen: !state.inspectorOpen })),
  setPalette: (paletteOpen) => set({ paletteOpen }),
  openDialog: (dialog) => set({ dialog, paletteOpen: false }),
  closeDialog: () =>
    set({ dialog: null, importId: null, laterImports: [], importParts: [], keyFor: null, editing: null }),
  showImport: (importId, laterImports = [], importParts = []) =>
    set({ importId, laterImports, importParts, dialog: 'import' }),
  nextImport: () =>
    set(({ laterImports: [importId = null, ...laterImports] }) => ({
      importId,
      laterImports,
      importParts: [],
      dialog: importId === null ? null : 'import',
    })),
  askForKey: (keyFor) => set({ keyFor, dialog: 'enter-key' }),
  editConnection: (editing) => set({ editing, dialog: 'edit-connection' }),
  chooseRole: (role) => set({ role }),
  showInReview: (wantedLines) => set({ wantedLines, role: null, screen: 'review', lastWork: 'review' }),
  wantedShown: () => set({ wantedLines: null }),
  reset: () => set({ ...OF_PROJECT, lastWork: 'script' }),
}));
