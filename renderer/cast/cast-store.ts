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
  | { readonly kind: 'packs' }
  | { readonly kind: 'drift' }
  /** `into` is the suggested role, or null. */
  | { readonly kind: 'merge'; readonly role: string; readonly into: string | null };

interface CastState {
  readonly projectId: string | null;
  readonly section: CastSection;
  /** Null selects the first role. */
  readonly role: string | null;
  readonly voice: string | null;
  readonly dialog: CastDialog | null;
  /** Incremented when the table in the current tab should take the focus. */
  readonly tableFocusCount: number;
  /** The 0-based position among the role's lines, in script order. */
  readonly lineAt: number;

  show(section: CastSection): void;
  browseVoices(): void;
  chooseRole(role: string): void;
  chooseVoice(voice: string): void;
  openDialog(dialog: CastDialog): void;
  closeDialog(): void;
  chooseLine(at: number): void;
  enterProject(projectId: string): void;
}

const EMPTY_STATE = {
  section: 'roles',
  role: null,
  voice: null,
  dialog: null,
  tableFocusCount: 0,
  lineAt: 0,
} as const;

export const useCast = create<CastState>()((set, get) => ({
  ...EMPTY_STATE,
  projectId: null,
  show: (section) => set({ section, tableFocusCount: 0 }),
  browseVoices: () => set((state) => ({ section: 'voices', tableFocusCount: state.tableFocusCount + 1 })),
  chooseRole: (role) => set((state) => (state.role === role ? {} : { role, lineAt: 0 })),
  chooseVoice: (voice) => set({ voice }),
  openDialog: (dialog) => set({ dialog }),
  closeDialog: () => set({ dialog: null }),
  chooseLine: (lineAt) => set({ lineAt }),
  enterProject: (projectId) => {
    if (get().projectId === projectId) return;
    useComparison.getState().end();
    set({ ...EMPTY_STATE, projectId });
  },
}));

/** Returns the selected role. If none is selected, returns the first one; null while roles are loading. */
export function useChosenRole(): CastRole | null {
  const { data: roles } = useAsk('cast.roles', {});
  const name = useCast(({ role }) => role);
  return roles?.find((role) => role.name === name) ?? roles?.[0] ?? null;
}

/** Selects a role on the producer's request, so that the side panel and Review follow. */
export function selectRole(role: string): void {
  useCast.getState().chooseRole(role);
  useView.getState().chooseRole(role);
}

export function showInReview(role: string): void {
  selectRole(role);
  useView.getState().goTo('review');
}

/** The side panel and Review show the other role instead, if they show the first one. */
export function followRole(from: string, to: string): void {
  useCast.getState().chooseRole(to);
  const { role, chooseRole } = useView.getState();
  if (role === from) chooseRole(to);
}

export function useFollowSidePanel(): void {
  const role = useView((view) => view.role);
  useEffect(() => {
    if (role !== null) useCast.getState().chooseRole(role);
  }, [role]);
}
