// Dialogs for recording and withdrawing consents to cloned voices, and for deciding to export without a valid consent.
import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import {
  type ConsentRecord,
  consentGivenSchema,
  MAX_EVIDENCE_BYTES,
  type VoiceConsent,
  type VoiceIdentity,
} from '../../../shared/model/consent.ts';
import { localDate } from '../../../shared/rules/consent-state.ts';
import { ask } from '../../bridge/ask.ts';
import { words } from '../../locales/words.ts';
import { Dialog } from '../overlays/dialog.tsx';
import { ProblemNotice, useAttempt } from '../overlays/problem-notice.tsx';
import { notify } from '../overlays/toast.tsx';
import { undoOf } from '../undo-history.ts';
import styles from './consents.module.css';

const t = words('consents');

/** Returns today's date in the producer's time zone. */
export const today = (): string => localDate(Date.now());

interface ConsentDialogProps {
  readonly title: string;
  readonly save: string;
  /** What is missing; null if the form can be saved. */
  readonly missing: string | null;
  readonly isDangerous?: boolean;
  onSave(): Promise<void>;
  onClose(): void;
  readonly children: ReactNode;
}

function ConsentDialog({ title, save, missing, isDangerous, onSave, onClose, children }: ConsentDialogProps) {
  const { busy, error, run } = useAttempt();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing !== null) return;
    void run(async () => {
      await onSave();
      onClose();
    });
  };
  return (
    <Dialog title={title} width={520} onClose={onClose} busy={busy}>
      <Stack component="form" gap="var(--gap-5)" onSubmit={submit}>
        {children}
        {error && <ProblemNotice inPlace error={error} />}
        <Group justify="flex-end">
          <p role="status" className="dim grow">
            {missing}
          </p>
          <Button disabled={busy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            variant="filled"
            {...(isDangerous && { color: 'fail' })}
            loading={busy}
            disabled={missing !== null}
          >
            {save}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** A recording or scan of a consent, which is kept on this computer. */
export interface ChosenEvidence {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface EvidenceFieldProps {
  readonly evidence: ChosenEvidence | null;
  onChoose(evidence: ChosenEvidence | null): void;
}

export function EvidenceField({ evidence, onChoose }: EvidenceFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setTooLarge(file.size > MAX_EVIDENCE_BYTES);
    if (file.size > MAX_EVIDENCE_BYTES) return;
    onChoose({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
  };
  return (
    <div className={`${styles.wide} ${styles.file}`}>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('evidence')}
        onChange={(event) => void choose(event.currentTarget.files?.[0])}
      />
      <Button onClick={() => input.current?.click()}>{t('chooseEvidence')}</Button>
      <span className="dim grow cut">{evidence?.name ?? t('evidenceHint')}</span>
      {evidence && (
        <Button variant="subtle" onClick={() => onChoose(null)}>
          {t('removeEvidence')}
        </Button>
      )}
      {isTooLarge && (
        <p role="alert" className="fail">
          {t('evidenceTooLarge')}
        </p>
      )}
    </div>
  );
}

interface AddConsentProps {
  readonly identity: VoiceIdentity;
  readonly voiceName: string;
  onClose(): void;
}

/** Records a consent to a voice that was cloned elsewhere, or a new consent after an earlier one has ended. */
export function AddConsent({ identity, voiceName, onClose }: AddConsentProps) {
  const [facts, setFacts] = useState({ person: '', purpose: '', givenOn: today(), validUntil: '' });
  const [evidence, setEvidence] = useState<ChosenEvidence | null>(null);
  const [agreed, setAgreed] = useState(false);
  // If the wording of the statement changes, the producer must tick the box again.
  const set = (part: Partial<typeof facts>) => {
    setFacts({ ...facts, ...part });
    setAgreed(false);
  };
  const { person, purpose, givenOn } = facts;
  const validUntil = facts.validUntil === '' ? null : facts.validUntil;
  const consent = { person, purpose, givenOn, validUntil };
  const missingFacts = missingFactsText(consent);
  const statement = t('statement', {
    ...{ voice: voiceName, person: person.trim() || '…', purpose: purpose.trim() || '…', date: givenOn || '…' },
    until: validUntil ?? 'none',
  });
  const save = async () => {
    await ask('consent.add', { identity, voiceName, consent, statement, evidence });
    notify(t('added', { voice: voiceName }));
  };
  return (
    <ConsentDialog
      title={t('addTitle', { voice: voiceName })}
      save={t('save')}
      missing={missingFacts ?? (agreed ? null : t('missing.agreed'))}
      onSave={save}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <TextInput
          className={styles.wide}
          data-autofocus
          label={t('person')}
          maxLength={120}
          value={person}
          onChange={(event) => set({ person: event.currentTarget.value })}
        />
        <TextInput
          label={t('givenOn')}
          type="date"
          max={today()}
          value={givenOn}
          onChange={(event) => set({ givenOn: event.currentTarget.value })}
        />
        <TextInput
          label={t('validUntil')}
          type="date"
          min={today()}
          value={facts.validUntil}
          onChange={(event) => set({ validUntil: event.currentTarget.value })}
        />
        <Textarea
          className={styles.wide}
          label={t('purpose')}
          autosize
          minRows={2}
          maxLength={500}
          value={purpose}
          onChange={(event) => set({ purpose: event.currentTarget.value })}
        />
        <EvidenceField evidence={evidence} onChoose={setEvidence} />
        <Checkbox
          className={styles.wide}
          disabled={missingFacts !== null}
          label={statement}
          checked={agreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
      </div>
    </ConsentDialog>
  );
}

function missingFactsText(consent: {
  readonly person: string;
  readonly purpose: string;
  readonly givenOn: string;
  readonly validUntil: string | null;
}): string | null {
  if (consent.person.trim() === '') return t('missing.person');
  if (consent.purpose.trim() === '') return t('missing.purpose');
  if (!consentGivenSchema.safeParse(consent).success || consent.givenOn > today()) return t('missing.givenOn');
  if (consent.validUntil !== null && consent.validUntil < today()) return t('missing.validUntil');
  return null;
}

interface WithdrawConsentProps {
  readonly consent: ConsentRecord;
  onClose(): void;
}

export function WithdrawConsent({ consent: { id, person, voiceName }, onClose }: WithdrawConsentProps) {
  const [on, setOn] = useState(today());
  const [note, setNote] = useState('');
  const save = async () => {
    await ask('consent.withdraw', { id, withdrawal: { on, note: note.trim() || null } });
    notify(t('withdrawn', { voice: voiceName }));
  };
  return (
    <ConsentDialog
      title={t('withdrawTitle', { voice: voiceName })}
      save={t('withdraw')}
      missing={on === '' || on > today() ? t('missing.withdrawnOn') : null}
      isDangerous
      onSave={save}
      onClose={onClose}
    >
      <p>{t('withdrawAbout', { person })}</p>
      <TextInput
        label={t('withdrawnOn')}
        type="date"
        max={today()}
        value={on}
        onChange={(event) => setOn(event.currentTarget.value)}
      />
      <Textarea
        data-autofocus
        label={t('note')}
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ConsentDialog>
  );
}

interface DecideProps {
  readonly voice: VoiceConsent;
  onClose(): void;
}

/** Records the decision to export takes by a voice without a valid consent. */
export function DecideWithoutConsent({ voice: { origin, userId, voice, name, lineIds }, onClose }: DecideProps) {
  const [reason, setReason] = useState('');
  const [decidedBy, setDecidedBy] = useState('');
  const save = async () => {
    const decision = { reason: reason.trim(), decidedBy: decidedBy.trim() };
    const { step } = await ask('consent.decide', { identity: { origin, userId, voice }, decision });
    notify(t('decided', { voice: name }), { undo: undoOf(step) });
  };
  return (
    <ConsentDialog
      title={t('decideTitle', { voice: name })}
      save={t('decide')}
      missing={missingDecisionText(reason, decidedBy)}
      onSave={save}
      onClose={onClose}
    >
      <p>{t('decideAbout', { lines: lineIds.length })}</p>
      <Textarea
        data-autofocus
        label={t('reason')}
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <TextInput
        label={t('decidedBy')}
        maxLength={120}
        value={decidedBy}
        onChange={(event) => setDecidedBy(event.currentTarget.value)}
      />
    </ConsentDialog>
  );
}

function missingDecisionText(reason: string, decidedBy: string): string | null {
  if (reason.trim() === '') return t('missing.reason');
  return decidedBy.trim() === '' ? t('missing.decidedBy') : null;
}
