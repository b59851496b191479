// What is shown and selected in the cast. View state only.
import { useEffect } from 'react';
import { create } from 'zustand';
import type { CastRole } from '../../shared/ipc/cast-requests.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { useView } from '../ui/view-store.ts';
import { useComparison } from './comparison-store.ts';

export type CastSection = 'roles' | 'voices' | 'pronunciation' | 'clones';

export type CastDialog =
  | { readonly kind: 'rename'; readonly role: string }
  | { readonly kind: 'copy' }
  /** `into`: the role that is proposed; null: none yet. */
  | { readonly kind: 'merge'; readonly role: string; readonly into: string | null };

interface CastState {
  readonly projectId: string | null;
  readonly section: CastSection;
  /** The role in the inspector, for which voices are tried; null: the first one. */
  readonly role: string | null;
  /** The voice that is selected in the list. */
  readonly voice: string | null;
  /** The dialog that is open. */
  readonly dialog: CastDialog | null;
  /** Counts up when the table of the shown section should take the focus. */
  readonly tableFocusCount: number;
  /** Which of the role's lines is heard, 0-based in script order. */
  readonly lineAt: number;

  show(section: CastSection): void;
  /** Shows the voices and gives them the focus. */
  browseVoices(): void;
  chooseRole(role: string): void;
  chooseVoice(voice: string): void;
  openDialog(dialog: CastDialog): void;
  closeDialog(): void;
  chooseLine(at: number): void;
  /** Starts over when another project is open. */
  follow(projectId: string): void;
}

const NOTHING = {
  section: 'roles',
  role: null,
  voice: null,
  dialog: null,
  tableFocusCount: 0,
  lineAt: 0,
} as const;

export const useCast = create<CastState>()((set, get) => ({
  ...NOTHING,
  projectId: null,
  show: (section) => set({ section, tableFocusCount: 0 }),
  browseVoices: () => set((state) => ({ section: 'voices', tableFocusCount: state.tableFocusCount + 1 })),
  chooseRole: (role) => set((state) => (state.role === role ? {} : { role, lineAt: 0 })),
  chooseVoice: (voice) => set({ voice }),
  openDialog: (dialog) => set({ dialog }),
  closeDialog: () => set({ dialog: null }),
  chooseLine: (lineAt) => set({ lineAt }),
  follow: (projectId) => {
    if (get().projectId === projectId) return;
    useComparison.getState().end();
    set({ ...NOTHING, projectId });
  },
}));

/** The chosen role, else the first one; null while roles are loading. */
export function useChosenRole(): CastRole | null {
  const { data: roles } = useAsk('cast.roles', {});
  const name = useCast(({ role }) => role);
  return roles?.find((role) => role.name === name) ?? roles?.[0] ?? null;
}

/** A role chosen in the side panel is chosen here, too. */
export function useFollowSidePanel(): void {
  const role = useView((view) => view.role);
  useEffect(() => {
    if (role !== null) useCast.getState().chooseRole(role);
  }, [role]);
}
