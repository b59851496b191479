// What of the cast is in view. View state only.

import { useEffect } from 'react';
import { create } from 'zustand';
import type { CastRole } from '../../shared/ipc/cast-requests.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { useView } from '../ui/view-store.ts';

export type CastSection = 'roles' | 'voices' | 'pronunciation' | 'clones';

/** Up to this many voices are compared at once. */
export const MOST_COMPARED = 4;

export type CastDialog =
  | { readonly kind: 'rename'; readonly role: string }
  | { readonly kind: 'copy' }
  /** `into`: the role that is proposed; null: none yet. */
  | { readonly kind: 'merge'; readonly role: string; readonly into: string | null };

interface CastState {
  readonly projectId: string | null;
  readonly section: CastSection;
  /** The role in the inspector, and for which voices are looked at; null: the first one. */
  readonly role: string | null;
  /** The voice that the keyboard is on. */
  readonly voice: string | null;
  /** Voices side by side, by their identifiers. */
  readonly compared: readonly string[];
  /** What lies over the screen. */
  readonly dialog: CastDialog | null;
  /** Counts up when the table of the section that is shown should take the keyboard. */
  readonly tableFocusCount: number;
  /** Which of the role's lines is heard, 0-based in script order. */
  readonly lineAt: number;

  show(section: CastSection): void;
  /** Shows the voices, and puts the keyboard on them. */
  browseVoices(): void;
  chooseRole(role: string): void;
  chooseVoice(voice: string): void;
  /** Puts a voice among those that are compared, or takes it away; a fifth one takes the place of the first. */
  compare(voice: string): void;
  openDialog(dialog: CastDialog): void;
  closeDialog(): void;
  endComparing(): void;
  chooseLine(at: number): void;
  /** The project that is open: of another one nothing stays. */
  follow(projectId: string): void;
}

const NOTHING = {
  section: 'roles',
  role: null,
  voice: null,
  compared: [],
  dialog: null,
  tableFocusCount: 0,
  lineAt: 0,
} as const;

export const useCast = create<CastState>()((set) => ({
  ...NOTHING,
  projectId: null,
  show: (section) => set({ section, tableFocusCount: 0 }),
  browseVoices: () => set((state) => ({ section: 'voices', tableFocusCount: state.tableFocusCount + 1 })),
  chooseRole: (role) => set((state) => (state.role === role ? {} : { role, lineAt: 0 })),
  chooseVoice: (voice) => set({ voice }),
  compare: (voice) =>
    set(({ compared }) => ({
      compared: compared.includes(voice)
        ? compared.filter((other) => other !== voice)
        : [...compared, voice].slice(-MOST_COMPARED),
    })),
  openDialog: (dialog) => set({ dialog }),
  closeDialog: () => set({ dialog: null }),
  endComparing: () => set({ compared: [] }),
  chooseLine: (lineAt) => set({ lineAt }),
  follow: (projectId) => set((state) => (state.projectId === projectId ? {} : { ...NOTHING, projectId })),
}));

/** The role that was chosen, else the first one; null while none is known. */
export function useChosenRole(): CastRole | null {
  const { data: roles } = useAsk('cast.roles', {});
  const name = useCast(({ role }) => role);
  return roles?.find((role) => role.name === name) ?? roles?.[0] ?? null;
}

/** A role that is chosen beside the screen is the one that the screen is about. */
export function useFollowSidePanel(): void {
  const role = useView((view) => view.role);
  useEffect(() => {
    if (role !== null) useCast.getState().chooseRole(role);
  }, [role]);
}
