// Nothing is sent without the speaker's consent.

import { CLONE_BOUNDS } from '@lectern/tts-protocol';
import { Button, Checkbox, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ClonedVoiceEntry, CloneSample, SampleProblem } from '../../../shared/ipc/clone-requests.ts';
import { consentGivenSchema, voiceNameSchema } from '../../../shared/model/consent.ts';
import { ask, onEvent } from '../../bridge/ask.ts';
import { askKey, useAsk } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { type ChosenEvidence, EvidenceField, today } from '../../ui/consents/consent-dialogs.tsx';
import { formatBytes } from '../../ui/format.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ProblemNotice, useAttempt } from '../../ui/overlays/problem-notice.tsx';
import { notifyFailure } from '../../ui/overlays/toast.tsx';
import styles from './clones.module.css';
import { problemText, type RawSample, SampleCard, SampleSource } from './sample.tsx';

const t = words('clones');
const tConsents = words('consents');

interface NewCloneProps {
  onClose(): void;
  onCreated(voice: ClonedVoiceEntry): void;
}

interface VoiceDetails {
  readonly name: string;
  readonly gender: 'male' | 'female' | null;
  readonly person: string;
  readonly purpose: string;
  readonly givenOn: string;
  /** Empty if the consent isn't limited in time. */
  readonly validUntil: string;
}

export function NewClone({ onClose, onCreated }: NewCloneProps) {
  const { raw, checked, refused, take: addSample, refuse, forget } = useSample();
  const [facts, setFacts] = useState<VoiceDetails>(() => ({
    name: '',
    gender: null,
    person: '',
    purpose: '',
    givenOn: today(),
    validUntil: '',
  }));
  const [evidence, setEvidence] = useState<ChosenEvidence | null>(null);
  const [agreed, setAgreed] = useState(false);
  const { busy, error, run } = useAttempt();
  const client = useQueryClient();
  // If the wording of the statement changes, the producer must tick the box again.
  const set = (part: Partial<VoiceDetails>) => {
    setFacts({ ...facts, ...part });
    if (!('gender' in part)) setAgreed(false);
  };
  const { data: status } = useAsk('connection.status', {});
  const missing = missingInputText(checked, facts, agreed);
  const make = () =>
    run(async () => {
      if (!checked || missing !== null) return;
      const { name, gender, ...consent } = facts;
      try {
        onCreated(
          await ask('clone.create', {
            sampleId: checked.sampleId,
            name,
            gender,
            consent: { ...consent, validUntil: consent.validUntil || null },
            statement: consentStatement(facts),
            evidence,
          }),
        );
      } finally {
        // Runs after a failure as well, because it might be unclear whether the voice was created.
        void client.invalidateQueries({ queryKey: askKey('clone.list', {}) });
      }
    });
  return (
    <Dialog title={t('make.title')} width={600} onClose={onClose} busy={busy}>
      <Stack
        component="form"
        gap="var(--gap-5)"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        {raw ? (
          <SampleCard {...raw} sample={checked} isLocked={busy} onDiscard={forget} />
        ) : (
          <SampleSource onSample={addSample} onReject={refuse} />
        )}
        {refused && (
          <p role="alert" className="fail">
            {problemText(refused)}
          </p>
        )}
        <fieldset disabled={busy} className={styles.fields}>
          <DetailFields facts={facts} busy={busy} set={set} />
          <EvidenceField evidence={evidence} onChoose={setEvidence} />
          <Checkbox
            className={styles.wide}
            disabled={busy || missingInputText(checked, facts, true) !== null}
            label={consentStatement(facts)}
            checked={agreed}
            onChange={(event) => setAgreed(event.currentTarget.checked)}
          />
          {status?.kind === 'local' && <p className={`${styles.wide} dim`}>{t('make.kept')}</p>}
        </fieldset>
        {error && <ProblemNotice inPlace error={error} />}
        <Group justify="flex-end">
          <p role="status" className="dim grow">
            {busy ? <Progress size={raw?.bytes.byteLength ?? 0} /> : missing}
          </p>
          {busy ? (
            <Button onClick={() => void ask('clone.cancel', {}).catch(notifyFailure)}>{t('make.cancel')}</Button>
          ) : (
            <>
              <Button onClick={onClose}>{t('make.cancel')}</Button>
              <Button type="submit" variant="filled" disabled={missing !== null}>
                {t('make.make')}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

interface DetailFieldsProps {
  readonly facts: VoiceDetails;
  readonly busy: boolean;
  set(part: Partial<VoiceDetails>): void;
}

function DetailFields({ facts, busy, set }: DetailFieldsProps) {
  return (
    <>
      <TextInput
        label={t('make.name')}
        value={facts.name}
        maxLength={CLONE_BOUNDS.nameCharacters.max}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Select
        label={t('make.gender')}
        data={[
          { value: '', label: t('make.genderHeard') },
          { value: 'female', label: t('make.female') },
          { value: 'male', label: t('make.male') },
        ]}
        value={facts.gender ?? ''}
        disabled={busy}
        onChange={(value) => set({ gender: value === 'male' || value === 'female' ? value : null })}
      />
      <TextInput
        label={t('make.person')}
        placeholder={t('make.personHint')}
        value={facts.person}
        maxLength={120}
        onChange={(event) => set({ person: event.currentTarget.value })}
      />
      <TextInput
        label={t('make.givenOn')}
        type="date"
        max={today()}
        value={facts.givenOn}
        onChange={(event) => set({ givenOn: event.currentTarget.value })}
      />
      <TextInput
        label={tConsents('validUntil')}
        type="date"
        min={today()}
        value={facts.validUntil}
        onChange={(event) => set({ validUntil: event.currentTarget.value })}
      />
      <Textarea
        className={styles.wide}
        label={t('make.purpose')}
        placeholder={t('make.purposeHint')}
        autosize
        minRows={2}
        maxLength={500}
        value={facts.purpose}
        onChange={(event) => set({ purpose: event.currentTarget.value })}
      />
    </>
  );
}

function useSample() {
  const [raw, setRaw] = useState<RawSample | null>(null);
  const [checked, setChecked] = useState<CloneSample | null>(null);
  const [refused, setRefused] = useState<SampleProblem | null>(null);
  const forget = () => {
    setRaw(null);
    setChecked(null);
    setRefused(null);
    ask('clone.forgetSample', {}).catch(() => undefined);
  };
  const take = (sample: RawSample) => {
    setRaw(sample);
    setChecked(null);
    setRefused(null);
    ask('clone.readSample', { name: sample.name, bytes: sample.bytes })
      .then(setChecked)
      .catch((failure: unknown) => {
        setRaw(null);
        notifyFailure(failure);
      });
  };
  // Closing the dialog discards the sample.
  useEffect(() => () => void ask('clone.forgetSample', {}).catch(() => undefined), []);
  return { raw, checked, refused, take, forget, refuse: setRefused };
}

function missingInputText(sample: CloneSample | null, facts: VoiceDetails, agreed: boolean): string | null {
  if (!sample) return t('make.missing.sample');
  if (sample.problems.length > 0) return t('make.missing.usableSample');
  if (!voiceNameSchema.safeParse(facts.name).success) return t('make.missing.name');
  if (facts.person.trim() === '') return t('make.missing.person');
  if (facts.purpose.trim() === '') return t('make.missing.purpose');
  const validUntil = facts.validUntil || null;
  if (!consentGivenSchema.safeParse({ ...facts, validUntil }).success || facts.givenOn > today())
    return t('make.missing.givenOn');
  if (validUntil !== null && validUntil < today()) return tConsents('missing.validUntil');
  return agreed ? null : t('make.missing.agreed');
}

function consentStatement({ name, person, purpose, givenOn, validUntil }: VoiceDetails): string {
  const or = (text: string) => text.trim() || '…';
  return t('make.statement', {
    person: or(person),
    purpose: or(purpose),
    date: or(givenOn),
    voice: or(name),
    until: validUntil || 'none',
  });
}

function Progress({ size }: { readonly size: number }) {
  const [sent, setSent] = useState(0);
  useEffect(() => onEvent('clone-progress', ({ sentBytes }) => setSent(sentBytes)), []);
  return sent < size ? t('make.sending', { sent: formatBytes(sent), all: formatBytes(size) }) : t('make.making');
}
