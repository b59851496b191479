// The parts that the forms of all targets share: the export button, the confirmation of incomplete exports, and
// problems.
import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ExportFolderChoice } from '../../shared/ipc/export-requests.ts';
import { needsDecision } from '../../shared/model/consent.ts';
import type { ExportVerdict } from '../../shared/model/export/export.ts';
import type { ExportTargetId } from '../../shared/model/export/export-target.ts';
import { narrationPolicyText } from '../../shared/words/delivery-words.ts';
import { verdictSummary } from '../../shared/words/verdict-words.ts';
import type { BridgeFailure } from '../bridge/ask.ts';
import { tDelivery, words } from '../locales/words.ts';
import { authorise } from '../ui/authorise.ts';
import { runCommand } from '../ui/commands.ts';
import { ConsentNotice, useVoicesWithoutConsent } from '../ui/consents/voice-consents.tsx';
import { isFocusFree } from '../ui/focus.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { ProblemNotice } from '../ui/overlays/problem-notice.tsx';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { ScreenFrame } from '../ui/screen-parts.tsx';
import styles from './export-screen.module.css';
import { FailedLines } from './failed-lines.tsx';
import { TargetFrame } from './target-list.tsx';
import { type LineChoice, NotCommercial, VoiceCredits } from './used-voices.tsx';

const t = words('exporting');

interface ExportFormProps {
  readonly title: string;
  readonly about: string;
  readonly beginLabel: string;
  readonly folder: ExportFolderChoice | null;
  onChooseFolder(): void;
  /** The reason why nothing can be exported, or null. */
  readonly hindrance: string | null;
  /** Undefined until the verdict on the current options has arrived. */
  readonly verdict: ExportVerdict | undefined;
  /** The store that the export is for. */
  readonly store?: ExportTargetId | undefined;
  readonly start: { readonly isPending: boolean; readonly error: BridgeFailure | null };
  onBegin(): void;
  readonly previewError: BridgeFailure | null;
  readonly lines: LineChoice;
  /** False for text files, which don't contain speech. */
  readonly hasSpeech: boolean;
  readonly forecast: ReactNode;
  readonly children: ReactNode;
}

export function ExportForm(props: ExportFormProps) {
  const { title, about, beginLabel, folder, hindrance, verdict, store, start, previewError, lines, onBegin } = props;
  const { hasSpeech } = props;
  const { allowStale, approvedOnly, chapterIds } = lines;
  const unconsented = useVoicesWithoutConsent({ allowStale, approvedOnly, chapterIds });
  const isRefused = hasSpeech && unconsented.some(needsDecision);
  const canBegin = folder !== null && hindrance === null && verdict !== undefined && !isRefused;
  const beginButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (canBegin && isFocusFree()) beginButton.current?.focus();
  }, [canBegin]);
  const [isAsking, setAsking] = useState(false);
  const [isBanned, setBanned] = useState(false);
  const exportAnyway = () => {
    setAsking(false);
    onBegin();
  };
  const beginIfComplete = () => (verdict?.kind === 'incomplete' ? setAsking(true) : onBegin());
  const begin = () =>
    verdict?.rows.some(({ kind }) => kind === 'synthetic-banned') ? setBanned(true) : beginIfComplete();
  const beginAuthorised = async (target: ExportTargetId) => {
    setBanned(false);
    await authorise([target]);
    beginIfComplete();
  };
  return (
    <ScreenFrame
      title={title}
      hasBottomSpace
      about={about}
      actions={
        <>
          <p id="export-hindrance" className="small stale" role="status">
            {hindrance ?? (isRefused ? t('form.noConsent') : null)}
          </p>
          {folder ? (
            <Button
              ref={beginButton}
              variant="filled"
              disabled={!canBegin}
              loading={start.isPending}
              aria-describedby="export-hindrance"
              onClick={begin}
            >
              {beginLabel}
            </Button>
          ) : (
            <Button variant="filled" onClick={props.onChooseFolder}>
              {t('form.chooseFolder')}
            </Button>
          )}
        </>
      }
    >
      <TargetFrame>
        {isBanned && store && (
          <BannedDialog
            store={store}
            onExport={() => void beginAuthorised(store).catch(notifyFailure)}
            onClose={() => setBanned(false)}
          />
        )}
        {isAsking && verdict && (
          <IncompleteDialog verdict={verdict} onExport={exportAnyway} onClose={() => setAsking(false)} />
        )}
        {start.error && start.error.error.kind !== 'cancelled' && (
          <ProblemNotice error={start.error.error} onRetry={onBegin} />
        )}
        {previewError && <ProblemNotice error={previewError.error} />}
        {hasSpeech && <ConsentNotice voices={unconsented} />}
        {props.forecast}
        <NotCommercial options={lines} />
        <div className={styles.form}>
          {props.children}
          <VoiceCredits options={lines} />
        </div>
      </TargetFrame>
    </ScreenFrame>
  );
}

interface BannedDialogProps {
  readonly store: ExportTargetId;
  onExport(): void;
  onClose(): void;
}

/** Asks the producer to confirm that a store that bans synthetic narration has authorised it. */
function BannedDialog({ store, onExport, onClose }: BannedDialogProps) {
  return (
    <Dialog title={t('banned.title')} width={440} onClose={onClose}>
      <Stack>
        <p>{narrationPolicyText(tDelivery, { id: store })}</p>
        <p>{t('banned.confirm')}</p>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {t('banned.cancel')}
          </Button>
          <Button variant="filled" onClick={onExport}>
            {t('banned.export')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface IncompleteDialogProps {
  readonly verdict: ExportVerdict;
  onExport(): void;
  onClose(): void;
}

function IncompleteDialog({ verdict, onExport, onClose }: IncompleteDialogProps) {
  const { missing, missingLines, outdated, outdatedLines } = verdict;
  return (
    <Dialog title={t('ask.title')} width={620} onClose={onClose}>
      <Stack className={styles.ask}>
        <p>{verdictSummary(tDelivery, verdict)}</p>
        {missingLines > 0 && (
          <section aria-labelledby="ask-missing">
            <h3 id="ask-missing">{tDelivery('verdict.missingLines')}</h3>
            <FailedLines label={tDelivery('verdict.missingLines')} lines={missing} count={missingLines} />
          </section>
        )}
        {outdatedLines > 0 && (
          <section aria-labelledby="ask-outdated">
            <h3 id="ask-outdated">{tDelivery('verdict.outdatedLines')}</h3>
            <FailedLines label={tDelivery('verdict.outdatedLines')} lines={outdated} count={outdatedLines} />
          </section>
        )}
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {t('ask.cancel')}
          </Button>
          <Button onClick={() => runCommand('go.production')}>{t('ask.render')}</Button>
          <Button variant="filled" onClick={onExport}>
            {t('ask.export')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
