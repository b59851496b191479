import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { PRODUCTION_KINDS, type ProductionKind } from '../../shared/model/production-kind.ts';
import type { ProjectSettings } from '../../shared/model/settings.ts';
import { changeKind, type KindChange, type KindSetting } from '../../shared/rules/production-kinds.ts';
import { listedWithAnd, words } from '../locales/words.ts';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { Setting } from './part.tsx';
import styles from './settings.module.css';

const t = words('settings');
const tImporting = words('importing');

interface KindSettingProps {
  readonly settings: ProjectSettings;
  /** Saves all settings as one step. Resolves once `settings` contains them. */
  onChange(patch: KindChange['patch']): Promise<unknown>;
}

const namesOf = (settings: readonly KindSetting[]): string =>
  listedWithAnd(settings.map((name) => tImporting(`production.setting.${name}`)));

export function ProductionKindSetting({ settings, onChange }: KindSettingProps) {
  const { productionKind } = settings;
  const [chosen, setChosen] = useState<ProductionKind | null>(null);
  const wanted = chosen ?? productionKind;
  const { patch, changed, kept } = changeKind(settings, wanted);
  const save = () => onChange(patch).then(() => setChosen(null), notifyFailure);
  return (
    <Setting id="kind" label={t('project.kind')} hint={t('project.kindHint')}>
      <NativeSelect
        aria-label={t('project.kind')}
        value={wanted}
        data={PRODUCTION_KINDS.map((value) => ({ value, label: tImporting(`production.kind.${value}`) }))}
        onChange={({ currentTarget }) =>
          setChosen(PRODUCTION_KINDS.find((kind) => kind === currentTarget.value) ?? null)
        }
      />
      {wanted !== productionKind && (
        <Stack className={styles.kindChange ?? ''} gap="var(--gap-3)" role="status">
          <p>
            {changed.length > 0
              ? t('project.kindChanges', { settings: namesOf(changed) })
              : t('project.kindChangesNothing')}
          </p>
          {kept.length > 0 && <p className="dim">{t('project.kindKeeps', { settings: namesOf(kept) })}</p>}
          <Group gap="var(--gap-3)">
            <Button variant="filled" onClick={save}>
              {t('project.kindApply', { kind: tImporting(`production.kind.${wanted}`) })}
            </Button>
            <Button onClick={() => setChosen(null)}>{t('project.kindCancel')}</Button>
          </Group>
        </Stack>
      )}
    </Setting>
  );
}
