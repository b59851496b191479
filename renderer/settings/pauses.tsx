import { PAUSE_RULES } from '@lectern/audio/timeline';
import { NumberInput, SegmentedControl } from '@mantine/core';
import { useRef } from 'react';
import { MAX_PAUSE_SECONDS, PAUSE_PRESET_NAMES, PAUSE_PRESETS, type PausePreset } from '../../shared/model/pauses.ts';
import type { ProjectSettings } from '../../shared/model/settings.ts';
import { words } from '../locales/words.ts';
import { numberOrKnown, useFieldDraft } from '../ui/fields/use-field-draft.ts';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { Setting } from './part.tsx';
import styles from './settings.module.css';

const t = words('settings');
const tImporting = words('importing');

type Pauses = ProjectSettings['pauses'];

const isPreset = (pauses: Pauses, name: PausePreset): boolean =>
  PAUSE_RULES.every((rule) => pauses[rule] === PAUSE_PRESETS[name][rule]);

interface PausesSettingProps {
  readonly pauses: Pauses;
  readonly followPunctuation: boolean;
  /** Resolves once `pauses` contains the saved values. */
  onChange(pauses: Pauses): Promise<unknown>;
}

export function PausesSetting({ pauses, followPunctuation, onChange }: PausesSettingProps) {
  const preset = PAUSE_PRESET_NAMES.find((name) => isPreset(pauses, name)) ?? '';
  // All values are saved together, so a change must include earlier changes that are still being saved.
  const sent = useRef<Pauses | null>(null);
  const save = async (change: Partial<Pauses>): Promise<void> => {
    const next = { ...(sent.current ?? pauses), ...change };
    sent.current = next;
    try {
      await onChange(next);
    } finally {
      if (sent.current === next) sent.current = null;
    }
  };
  return (
    <Setting id="pauses" label={t('pauses.label')} hint={t('pauses.hint')}>
      <div className={styles.pauses}>
        <SegmentedControl
          aria-label={t('pauses.preset')}
          value={preset}
          data={PAUSE_PRESET_NAMES.map((value) => ({ value, label: tImporting(`production.kind.${value}`) }))}
          onChange={(value) => {
            const name = PAUSE_PRESET_NAMES.find((known) => known === value);
            if (name) save(PAUSE_PRESETS[name]).catch(notifyFailure);
          }}
        />
        {PAUSE_RULES.map((rule) => (
          <PauseField
            key={rule}
            label={t(`pauses.rule.${rule}`, { follows: followPunctuation ? 'yes' : 'no' })}
            seconds={pauses[rule]}
            onSave={(seconds) => save({ [rule]: seconds })}
          />
        ))}
      </div>
    </Setting>
  );
}

interface PauseFieldProps {
  readonly label: string;
  readonly seconds: number;
  onSave(seconds: number): Promise<unknown>;
}

function PauseField({ label, seconds, onSave }: PauseFieldProps) {
  const field = useFieldDraft<string | number, number>({ value: seconds, read: numberOrKnown, save: onSave });
  return (
    <NumberInput
      label={label}
      suffix=" s"
      min={0}
      max={MAX_PAUSE_SECONDS}
      step={0.1}
      decimalScale={3}
      allowNegative={false}
      value={field.draft ?? field.value}
      onChange={field.type}
      onBlur={field.save}
      onKeyDown={({ key }) => key === 'Enter' && field.save()}
    />
  );
}
