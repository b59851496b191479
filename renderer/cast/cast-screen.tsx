import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useProjectKey } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { ReturnFocus } from '../ui/focus.ts';
import { RoleName, useRoleColours } from '../ui/role-name.tsx';
import styles from './cast.module.css';
import { type CastSection, useCast, useChosenRole, useFollowSidePanel } from './cast-store.ts';
import { ClonesPanel } from './clones/clones-panel.tsx';
import { DriftButton, DriftDialog, DriftNotice } from './drift/voice-drift.tsx';
import { PronunciationPanel } from './pronunciation/pronunciation-panel.tsx';
import { CopyDialog, MergeDialog, RenameDialog } from './roles/role-dialogs.tsx';
import { RoleTable } from './roles/role-table.tsx';
import { PacksDialog } from './voices/pack-suggestion.tsx';
import { VoiceBrowser } from './voices/voice-browser.tsx';

const t = words('cast');

const SECTIONS: readonly { readonly value: CastSection; readonly content: ReactNode }[] = [
  { value: 'roles', content: <RoleTable /> },
  { value: 'voices', content: <VoiceBrowser /> },
  { value: 'pronunciation', content: <PronunciationPanel /> },
  { value: 'clones', content: <ClonesPanel /> },
];

export function CastScreen() {
  const section = useCast((state) => state.section);
  useFollowSidePanel();
  useFollowProject();
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h2 className="screen-title">{t('title')}</h2>
        <SegmentedControl
          aria-label={t('part')}
          data={SECTIONS.map(({ value }) => ({ value, label: t(`section.${value}`) }))}
          value={section}
          onChange={(value) => useCast.getState().show(value as CastSection)}
        />
        {section === 'voices' && <CastingFor />}
        {section === 'roles' && <DriftButton />}
      </header>
      <DriftNotice />
      {SECTIONS.find(({ value }) => value === section)?.content}
      <CastDialogs />
    </div>
  );
}

function CastDialogs() {
  const dialog = useCast((state) => state.dialog);
  if (!dialog) return null;
  return (
    <>
      <ReturnFocus key={dialog.kind} />
      {dialog.kind === 'rename' && <RenameDialog role={dialog.role} />}
      {dialog.kind === 'copy' && <CopyDialog />}
      {dialog.kind === 'packs' && <PacksDialog />}
      {dialog.kind === 'drift' && <DriftDialog />}
      {dialog.kind === 'merge' && <MergeDialog role={dialog.role} into={dialog.into} />}
    </>
  );
}

function CastingFor() {
  const role = useChosenRole();
  const colourOf = useRoleColours();
  if (!role) return null;
  return (
    <p className={`cut ${styles.casting}`} title={role.name}>
      {t.parts('castingFor', {
        name: role.name,
        role: () => <RoleName key="role" role={role.name} colour={colourOf(role.name)} />,
      })}
    </p>
  );
}

function useFollowProject(): void {
  const id = useProjectKey();
  useEffect(() => {
    if (id !== null) useCast.getState().enterProject(id);
  }, [id]);
}
