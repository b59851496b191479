import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  DELIVERY_FORMATS,
  type DeliveryEncoding,
  type DeliveryFormat,
  ENCODINGS,
} from '../../shared/model/export/delivery.ts';
import type { ExportTarget } from '../../shared/model/export/export-target.ts';
import {
  isTargetNameTaken,
  MAX_OWN_TARGETS,
  type OwnTarget,
  ownTargetSchema,
} from '../../shared/model/export/own-target.ts';
import { copyTarget } from '../../shared/rules/export/own-targets.ts';
import { targetName } from '../../shared/words/delivery-words.ts';
import { ask } from '../bridge/ask.ts';
import { tDelivery, words } from '../locales/words.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { Editable } from '../ui/read-only.tsx';
import { rememberWhenSaved } from '../ui/undo-history.ts';
import { useTarget } from './export-drafts.ts';
import styles from './targets.module.css';

const t = words('targets');

interface OwnTargetButtonsProps {
  readonly target: ExportTarget;
  readonly all: readonly OwnTarget[];
}

const saveTargets = (ownTargets: readonly OwnTarget[]): Promise<void> =>
  rememberWhenSaved(t('own.changed'), ask('project.updateSettings', { ownTargets: [...ownTargets] }), 'export');

export function OwnTargetButtons({ target, all }: OwnTargetButtonsProps) {
  const [editing, setEditing] = useState<OwnTarget | null>(null);
  const own = all.find(({ id }) => id === target.own?.id);
  const begin = () => setEditing(copyTarget(target, crypto.randomUUID(), freeName(targetName(tDelivery, target), all)));
  const save = async (saved: OwnTarget) => {
    const isNew = !all.some(({ id }) => id === saved.id);
    await saveTargets(isNew ? [...all, saved] : all.map((one) => (one.id === saved.id ? saved : one)));
    setEditing(null);
    if (isNew) useTarget.getState().chooseKind(saved.base, saved.id);
  };
  return (
    <Editable>
      <div className={styles.ownButtons}>
        <Button size="compact-xs" onClick={begin}>
          {t('own.copy')}
        </Button>
        {own && (
          <>
            <Button size="compact-xs" onClick={() => setEditing(own)}>
              {t('own.edit')}
            </Button>
            <Button
              size="compact-xs"
              onClick={() => void saveTargets(all.filter(({ id }) => id !== own.id)).catch(notifyFailure)}
            >
              {t('own.delete')}
            </Button>
          </>
        )}
      </div>
      {editing && (
        <OwnTargetDialog
          key={editing.id}
          target={editing}
          isNew={editing !== own}
          others={all.filter(({ id }) => id !== editing.id)}
          onSave={save}
          onClose={() => setEditing(null)}
        />
      )}
    </Editable>
  );
}

/** Returns the first name that isn't taken yet, such as `ACX (Audible) 2`. */
function freeName(name: string, all: readonly OwnTarget[]): string {
  for (let number = 2; ; number += 1) {
    const tried = `${name.slice(0, 50)} ${number}`;
    if (!isTargetNameTaken(tried, all)) return tried;
  }
}

const RATES = [22_050, 24_000, 44_100, 48_000] as const;

interface Draft extends Pick<OwnTarget, 'name' | 'files' | 'goal'> {
  readonly format: DeliveryFormat;
  readonly bitrate: number | string;
  readonly measure: 'integrated' | 'rms' | 'none';
  readonly level: number | string;
  readonly peak: number | string;
  readonly head: number | string;
  readonly tail: number | string;
}

const DEFAULT_BITRATE = 128;
const bitrateOf = (encoding: DeliveryEncoding): number | null => ('bitrate' in encoding ? encoding.bitrate : null);

function toDraft({ name, files, goal, encoding }: OwnTarget): Draft {
  const bitrate = bitrateOf(encoding) ?? DEFAULT_BITRATE;
  const { loudness } = goal;
  return {
    name,
    files,
    goal,
    format: DELIVERY_FORMATS.find((one) => isSameEncoding(ENCODINGS[one](bitrate), encoding)) ?? 'mp3',
    bitrate,
    measure: loudness?.measure ?? 'none',
    level: loudness === null ? '' : loudness.measure === 'rms' ? loudness.dbfs : loudness.lufs,
    peak: goal.truePeakDbtp,
    head: goal.headSeconds,
    tail: goal.tailSeconds,
  };
}

const isSameEncoding = (one: DeliveryEncoding, other: DeliveryEncoding): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

function loudnessOf({ measure, level }: Draft) {
  if (measure === 'none') return null;
  return measure === 'rms' ? { measure, dbfs: level } : { measure, lufs: level };
}

const parseDraft = (target: OwnTarget, draft: Draft) =>
  ownTargetSchema.safeParse({
    ...target,
    name: draft.name,
    files: draft.files,
    encoding: ENCODINGS[draft.format](Number(draft.bitrate)),
    goal: {
      ...draft.goal,
      loudness: loudnessOf(draft),
      truePeakDbtp: draft.peak,
      headSeconds: draft.head,
      tailSeconds: draft.tail,
    },
  });

type Field = 'name' | 'files' | 'format' | 'bitrate' | 'level' | 'peak' | 'head' | 'tail';

function draftProblems(target: OwnTarget, draft: Draft, others: readonly OwnTarget[]): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {};
  if (isTargetNameTaken(draft.name, others)) problems.name = t('own.wrong.taken');
  if (others.length >= MAX_OWN_TARGETS) problems.name = t('own.wrong.many');
  for (const { path, message } of parseDraft(target, draft).error?.issues ?? []) {
    const at = path.join('.');
    if (at === 'name') problems.name = t('own.wrong.name');
    else if (at === 'files') problems.files = t('own.wrong.one-file');
    else if (message === 'only-aac') problems.format = t('own.wrong.only-aac');
    else if (message === 'mp3-bitrate') problems.bitrate = t('own.wrong.mp3-bitrate');
    else if (message === 'low-rate') problems.bitrate = t('own.wrong.low-rate');
    else if (at.startsWith('encoding')) problems.bitrate = t('own.wrong.bitrate');
    else if (at.startsWith('goal.loudness')) problems.level = t('own.wrong.loudness');
    else if (at === 'goal.truePeakDbtp') problems.peak = t('own.wrong.peak');
    else if (at === 'goal.headSeconds') problems.head = t('own.wrong.seconds');
    else if (at === 'goal.tailSeconds') problems.tail = t('own.wrong.seconds');
  }
  return problems;
}

interface OwnTargetDialogProps {
  readonly target: OwnTarget;
  readonly isNew: boolean;
  readonly others: readonly OwnTarget[];
  readonly onSave: (target: OwnTarget) => Promise<void>;
  readonly onClose: () => void;
}

function OwnTargetDialog({ target, isNew, others, onSave, onClose }: OwnTargetDialogProps) {
  const [draft, setDraft] = useState(() => toDraft(target));
  const problems = draftProblems(target, draft, others);
  const read = parseDraft(target, draft);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const isWrong = Object.keys(problems).length > 0 || !read.success;
  const save = () => {
    if (!isWrong && read.success) onSave(read.data).catch(notifyFailure);
  };
  return (
    <Dialog title={isNew ? t('own.create') : t('own.change')} width={560} onClose={onClose}>
      <form
        className={styles.own}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput
          className={styles.ownWide ?? ''}
          label={t('own.field.name')}
          data-autofocus
          value={draft.name}
          error={problems.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <FormatFields draft={draft} problems={problems} change={change} />
        <SoundFields draft={draft} problems={problems} change={change} />
        <div className={`${styles.ownWide} ${styles.ownButtons}`}>
          <Button type="submit" variant="filled" disabled={isWrong}>
            {t('own.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly problems: Partial<Record<Field, string>>;
  readonly change: (part: Partial<Draft>) => void;
}

const FILES = ['chapters', 'whole', 'sample'] as const;

function FormatFields({ draft, problems, change }: FieldsProps) {
  const { files, format, bitrate, goal } = draft;
  return (
    <>
      <Select
        label={t('own.field.files')}
        allowDeselect={false}
        data={FILES.map((value) => ({ value, label: t(`own.files.${value}`) }))}
        value={files}
        error={problems.files}
        onChange={(value) => change({ files: FILES.find((one) => one === value) ?? files })}
      />
      <Select
        label={t('own.field.format')}
        allowDeselect={false}
        data={DELIVERY_FORMATS.map((value) => ({ value, label: t(`own.format.${value}`) }))}
        value={format}
        error={problems.format}
        onChange={(value) => change({ format: DELIVERY_FORMATS.find((one) => one === value) ?? format })}
      />
      {bitrateOf(ENCODINGS[format](DEFAULT_BITRATE)) !== null && (
        <NumberInput
          label={t('own.field.bitrate')}
          value={bitrate}
          error={problems.bitrate}
          onChange={(value) => change({ bitrate: value })}
        />
      )}
      <Select
        label={t('own.field.rate')}
        allowDeselect={false}
        data={RATES.map((rate) => ({ value: String(rate), label: tDelivery('value.sampleRate', { value: rate }) }))}
        value={String(goal.sampleRate)}
        onChange={(value) => {
          const sampleRate = RATES.find((rate) => String(rate) === value) ?? goal.sampleRate;
          change({ goal: { ...goal, sampleRate } });
        }}
      />
      <Select
        label={t('own.field.channels')}
        allowDeselect={false}
        data={[
          { value: '1', label: t('own.channels.mono') },
          { value: '2', label: t('own.channels.stereo') },
        ]}
        value={String(goal.channels)}
        onChange={(value) => change({ goal: { ...goal, channels: value === '2' ? 2 : 1 } })}
      />
    </>
  );
}

const MEASURES = ['integrated', 'rms', 'none'] as const;

function SoundFields({ draft, problems, change }: FieldsProps) {
  const { measure, level, peak, head, tail } = draft;
  const number = (field: 'level' | 'peak' | 'head' | 'tail', value: number | string) => (
    <NumberInput
      label={t(`own.field.${field}`)}
      decimalScale={2}
      value={value}
      error={problems[field]}
      onChange={(now) => change({ [field]: now })}
    />
  );
  return (
    <>
      <Select
        label={t('own.field.measure')}
        allowDeselect={false}
        data={MEASURES.map((value) => ({ value, label: t(`own.measure.${value}`) }))}
        value={measure}
        onChange={(value) => change({ measure: MEASURES.find((one) => one === value) ?? measure })}
      />
      {measure !== 'none' && number('level', level)}
      {number('peak', peak)}
      {number('head', head)}
      {number('tail', tail)}
    </>
  );
}
