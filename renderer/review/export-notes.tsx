import { Button, Group, Radio, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { MAX_SAVED_ROWS, MAX_SAVED_TEXT } from '../../shared/ipc/settings-requests.ts';
import {
  CORRECTION_FORMATS,
  CORRECTION_LINES,
  type CorrectionFormat,
  type CorrectionLines,
  type Corrections,
} from '../../shared/model/corrections.ts';
import { safeNamePart } from '../../shared/rules/export/safe-name.ts';
import { type CorrectionWords, correctionRows } from '../../shared/words/correction-words.ts';
import { correctionsHtml } from '../../shared/words/corrections-html.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { listed, locale, words } from '../locales/words.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { useView } from '../ui/view-store.ts';
import { flagText } from '../ui/wording/flags.ts';

const t = words('review');
const tCorrections = words('corrections');
const tSuspicion = words('suspicion');

type ExportedExtent = 'script' | 'chapter';

interface ExportNotesProps {
  readonly lines: CorrectionLines;
  readonly extent: ExportedExtent;
  onClose(): void;
}

export function ExportNotesDialog({ lines: firstLines, extent: firstExtent, onClose }: ExportNotesProps) {
  const chapterId = useView((view) => view.chapterId);
  const [lines, setLines] = useState(firstLines);
  const [extent, setExtent] = useState(firstExtent);
  const [format, setFormat] = useState<CorrectionFormat>('csv');
  const [isSaving, setSaving] = useState(false);
  const scope = extent === 'chapter' ? { lines, chapterId } : { lines };
  const { data: found, isFetching } = useAsk('review.corrections', scope, {
    placeholderData: (previous) => previous,
    gcTime: 0,
  });
  const problem = found && !isFetching ? problemOf(found) : null;
  const save = async () => {
    if (!found) return;
    setSaving(true);
    try {
      if (await saveCorrections(found, format)) onClose();
    } catch (failure) {
      notifyFailure(failure);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog title={t('export.title')} width={440} onClose={onClose}>
      <Stack
        component="form"
        pt={2}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Select
          label={t('export.lines')}
          data={CORRECTION_LINES.map((value) => ({ value, label: t(`export.which.${value}`) }))}
          value={lines}
          allowDeselect={false}
          onChange={(value) => setLines(CORRECTION_LINES.find((name) => name === value) ?? lines)}
        />
        <Select
          label={t('filters.chapter')}
          data={[
            { value: 'script', label: t('extent.script') },
            { value: 'chapter', label: t('extent.chapter') },
          ]}
          value={extent}
          allowDeselect={false}
          onChange={(value) => setExtent(value === 'chapter' ? 'chapter' : 'script')}
        />
        <Radio.Group
          label={t('export.format')}
          value={format}
          onChange={(value) => setFormat(value as CorrectionFormat)}
        >
          <Stack gap="var(--gap-2)" pt={4}>
            {CORRECTION_FORMATS.map((value) => (
              <Radio key={value} value={value} label={t(`export.as.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <p className={problem === null ? 'dim' : 'fail'} role="status">
          {problem ?? (found ? summaryOf(found) : t('export.counting'))}
        </p>
        <Group justify="flex-end">
          <Button variant="subtle" onClick={onClose}>
            {t('export.cancel')}
          </Button>
          <Button type="submit" variant="filled" loading={isSaving} disabled={!found || isFetching || problem !== null}>
            {t('export.save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function problemOf({ lines, notes }: Corrections): string | null {
  if (lines.length === 0) return t('export.none');
  return lines.length + notes > MAX_SAVED_ROWS ? t('export.tooMany', { lines: lines.length }) : null;
}

const summaryOf = ({ lines, notes, hidden }: Corrections): string =>
  [
    tCorrections('summary', { lines: lines.length, notes }),
    ...(hidden > 0 ? [t('export.hidden', { notes: hidden })] : []),
  ].join(' · ');

/** Returns false if the producer cancelled, or if the file would be too large. */
async function saveCorrections(found: Corrections, format: CorrectionFormat): Promise<boolean> {
  const { title, lines, notes } = found;
  const correctionWords: CorrectionWords = {
    tCorrections,
    flagText,
    findingText: (kind) => tSuspicion(`finding.${kind}`),
    list: listed,
  };
  const name = `${safeNamePart(tCorrections('title', { title }), 100)}.${format}`;
  let saved: { readonly path: string } | null;
  if (format === 'html') {
    const text = correctionsHtml(found, correctionWords, locale());
    if (text.length > MAX_SAVED_TEXT) {
      notify(t('export.tooMany', { lines: lines.length }), { id: 'notes' });
      return false;
    }
    saved = await ask('dialog.saveText', { name, text });
  } else saved = await ask('dialog.saveTable', { name, rows: correctionRows(found, correctionWords) });
  if (saved) notify(t('export.saved', { lines: lines.length, notes, path: saved.path }), { id: 'notes' });
  return saved !== null;
}
