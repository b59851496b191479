// The state of the window's views. Project data is in the query cache.
import { create } from 'zustand';

const SCREENS = ['library', 'script', 'cast', 'production', 'review', 'export', 'settings'] as const;
export type Screen = (typeof SCREENS)[number];
export const isScreen = (name: string): name is Screen => SCREENS.some((screen) => screen === name);

export type WorkScreen = Extract<Screen, 'script' | 'cast' | 'production' | 'review' | 'export'>;
export type SettingsPart =
  | 'services'
  | 'engines'
  | 'packs'
  | 'model'
  | 'signing'
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
  | 'queue'
  | 'verify'
  | 'book'
  | 'snapshots'
  | 'add-role'
  | 'add-connection'
  | 'edit-connection'
  | 'enter-key';

export interface EmptiedChapter {
  readonly id: number | null;
  readonly title: string;
  /** The chapter's 0-based position in the chapter list before its text was deleted. */
  readonly at: number;
}

export type ReviewLines = 'without-take' | 'stale' | 'suspicious-undecided';

interface ViewState {
  readonly screen: Screen;
  readonly lastWork: WorkScreen;
  readonly settingsPart: SettingsPart;
  /** The setting to scroll to and focus once it is shown. */
  readonly wantedSetting: string | null;
  /** Null for the text before the first heading. */
  readonly chapterId: number | null;
  /** Whether a chapter has been selected. Until then, screens show the first one. */
  readonly chapterChosen: boolean;
  /** Incremented every time a chapter is selected, even if it is the current one, so that its whole text is shown. */
  readonly chapterChoices: number;
  readonly emptied: readonly EmptiedChapter[];
  readonly selectedLineId: number | null;
  /** Paragraph at the cursor in Script, if it has no lines. */
  readonly selectedParagraphId: number | null;
  readonly revealCount: number;
  readonly inspectorOpen: boolean;
  readonly paletteOpen: boolean;
  readonly dialog: Dialog | null;
  readonly importId: string | null;
  readonly laterImports: readonly string[];
  readonly importParts: readonly string[];
  readonly keyFor: { readonly id: string; readonly name: string } | null;
  readonly editing: string | null;
  readonly wantedLines: ReviewLines | null;
  readonly role: string | null;

  goTo(screen: Screen): void;
  chooseSettings(part: SettingsPart, setting?: string | null): void;
  goBack(projectIsOpen: boolean): void;
  chooseChapter(chapterId: number | null): void;
  /** Updates the chapter as the cursor moves in the text, without scrolling. */
  followChapter(chapterId: number | null): void;
  setEmptied(emptied: readonly EmptiedChapter[]): void;
  /** If `reveal` is true, also scrolls to the line. Pass false if the line is already in view. */
  selectLine(lineId: number | null, reveal?: boolean): void;
  selectParagraph(paragraphId: number | null): void;
  toggleInspector(): void;
  setPalette(open: boolean): void;
  openDialog(dialog: Dialog): void;
  closeDialog(): void;
  showImport(importId: string, later?: readonly string[], parts?: readonly string[]): void;
  nextImport(): void;
  askForKey(connection: { readonly id: string; readonly name: string }): void;
  editConnection(id: string): void;
  chooseRole(role: string | null): void;
  showInReview(lines: ReviewLines): void;
  clearWantedLines(): void;
  reset(): void;
}

const isWork = (screen: Screen): screen is WorkScreen => screen !== 'library' && screen !== 'settings';

const PROJECT_VIEW = {
  chapterId: null,
  chapterChosen: false,
  emptied: [],
  selectedLineId: null,
  selectedParagraphId: null,
  role: null,
  wantedLines: null,
} as const;

export const useView = create<ViewState>()((set) => ({
  screen: 'library',
  lastWork: 'script',
  settingsPart: 'services',
  wantedSetting: null,
  ...PROJECT_VIEW,
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
  chooseSettings: (settingsPart, wantedSetting = null) => set({ settingsPart, wantedSetting }),
  goBack: (projectIsOpen) => set((state) => ({ screen: projectIsOpen ? state.lastWork : 'library' })),
  chooseChapter: (chapterId) =>
    set(({ chapterChoices }) => ({ chapterId, chapterChosen: true, chapterChoices: chapterChoices + 1 })),
  followChapter: (chapterId) => set({ chapterId, chapterChosen: true }),
  setEmptied: (emptied) => set({ emptied }),
  selectLine: (selectedLineId, reveal = false) =>
    set((state) => ({ selectedLineId, revealCount: state.revealCount + (reveal ? 1 : 0) })),
  selectParagraph: (selectedParagraphId) => set({ selectedParagraphId }),
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
  clearWantedLines: () => set({ wantedLines: null }),
  reset: () => set({ ...PROJECT_VIEW, lastWork: 'script' }),
}));
