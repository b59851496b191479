// Settings for signing finished files.
import { Button, Group, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RequestOf } from '../../shared/ipc/contract.ts';
import type { ChosenFile, SigningState } from '../../shared/ipc/signing-requests.ts';
import {
  CERTIFICATE_KINDS,
  MAX_ORGANIZATION_LENGTH,
  type StoredSignerProblem,
  signingSettingsSchema,
} from '../../shared/model/signing.ts';
import { signerProblemText } from '../../shared/words/signing-words.ts';
import { ask } from '../bridge/ask.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { tDelivery, words } from '../locales/words.ts';
import { useFieldDraft } from '../ui/fields/use-field-draft.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { ProblemNotice, useAttempt } from '../ui/overlays/problem-notice.tsx';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { Part, Setting } from './part.tsx';
import styles from './settings.module.css';

const t = words('signing');
const tSettings = words('settings');

export function SigningSettingsPart() {
  const { data: state, error, refetch } = useAsk('signing.state', {}, { refetchOnMount: 'always' });
  return (
    <Part title={tSettings('part.signing')} intro={t('intro')}>
      {error && <ProblemNotice error={error.error} onRetry={() => void refetch()} />}
      {state && (
        <>
          <SigningSwitch state={state} />
          <Organization state={state} />
          <Certificate state={state} />
          <TimeStamps state={state} />
          <RootCertificate />
        </>
      )}
    </Part>
  );
}

interface StateProps {
  readonly state: SigningState;
}

function useShowState() {
  const client = useQueryClient();
  return (state: SigningState) => client.setQueryData(askKey('signing.state', {}), state);
}

function useChange() {
  const show = useShowState();
  return async (change: RequestOf<'signing.change'>) => show(await ask('signing.change', change));
}

function SigningSwitch({ state }: StateProps) {
  const change = useChange();
  return (
    <Setting id="signFiles" label={t('switch')} hint={t('switchHint')}>
      <Switch
        label={t('sign')}
        checked={state.isOn}
        onChange={(event) => void change({ isOn: event.currentTarget.checked }).catch(notifyFailure)}
      />
    </Setting>
  );
}

function Organization({ state }: StateProps) {
  const change = useChange();
  const field = useFieldDraft<string, string>({
    value: state.organization,
    read: (draft) => draft.trim(),
    save: (organization) => change({ organization }),
  });
  return (
    <Setting id="signerName" label={t('organization')} hint={t('organizationHint')}>
      <TextInput
        className={styles.wide ?? ''}
        aria-label={t('signer')}
        placeholder={t('noName')}
        maxLength={MAX_ORGANIZATION_LENGTH}
        autoComplete="organization"
        value={field.draft ?? field.value}
        onChange={(event) => field.type(event.currentTarget.value)}
        onBlur={field.save}
        onKeyDown={({ key }) => key === 'Enter' && field.save()}
      />
    </Setting>
  );
}

function Certificate({ state }: StateProps) {
  const { certificate, own } = state;
  const change = useChange();
  const [isInstalling, setInstalling] = useState(false);
  const choose = (value: string) => {
    const kind = CERTIFICATE_KINDS.find((known) => known === value);
    if (kind) void change({ certificate: kind }).catch(notifyFailure);
  };
  return (
    <Setting id="signerCertificate" label={t('certificate')} hint={t('certificateHint')}>
      <Radio.Group aria-label={t('certificate')} value={certificate} onChange={choose}>
        <Stack gap="var(--gap-3)" mt={6}>
          <Radio value="installation" label={t('installation')} />
          {own && <Radio value="own" label={t('own', { name: own.name, expires: own.expires })} />}
        </Stack>
      </Radio.Group>
      {own?.problem && (
        <p role="alert" className={styles.rejected}>
          {t('problem', { problem: signerProblemText(tDelivery, own.problem) })}
        </p>
      )}
      <Group>
        <Button onClick={() => setInstalling(true)}>{t('install')}</Button>
        {own && <Removal />}
      </Group>
      {isInstalling && <InstallDialog replaced={own?.name ?? null} onClose={() => setInstalling(false)} />}
    </Setting>
  );
}

function Removal() {
  const show = useShowState();
  const { busy, error, run } = useAttempt();
  const [sure, setSure] = useState(false);
  const remove = () =>
    void run(async () => {
      show(await ask('signing.uninstall', {}));
      notify(t('removed'), { id: 'signing' });
    });
  if (!sure) return <Button onClick={() => setSure(true)}>{t('remove')}</Button>;
  return (
    <>
      <Button variant="filled" color="fail" loading={busy} onClick={remove}>
        {t('removeNow')}
      </Button>
      <Button onClick={() => setSure(false)}>{t('cancel')}</Button>
      {error && <ProblemNotice error={error} inPlace />}
    </>
  );
}

interface InstallDialogProps {
  /** The certificate that would be replaced. */
  readonly replaced: string | null;
  onClose(): void;
}

function InstallDialog({ replaced, onClose }: InstallDialogProps) {
  const show = useShowState();
  const { busy, error, run } = useAttempt();
  const [certificate, setCertificate] = useState<ChosenFile | null>(null);
  const [key, setKey] = useState<ChosenFile | null>(null);
  const [problems, setProblems] = useState<readonly StoredSignerProblem[]>([]);
  const choose = (part: 'certificate' | 'key', set: (file: ChosenFile) => void) =>
    void run(async () => {
      const file = await ask('dialog.signerFile', { part });
      if (!file) return;
      set(file);
      setProblems([]);
    });
  const install = () =>
    void run(async () => {
      if (!certificate || !key) return;
      const reply = await ask('signing.install', { certificateId: certificate.fileId, keyId: key.fileId });
      if (!reply.ok) {
        setProblems(reply.problems);
        return;
      }
      show(reply.state);
      notify(t('dialog.installed', { name: reply.state.own?.name ?? '' }), { id: 'signing' });
      onClose();
    });
  return (
    <Dialog title={t('dialog.title')} width={520} onClose={onClose}>
      <Stack gap="var(--gap-5)">
        <p>{t('dialog.intro')}</p>
        {replaced !== null && <p>{t('dialog.replaces', { name: replaced })}</p>}
        <PemFile
          label={t('dialog.certificate')}
          hint={t('dialog.certificateHint')}
          action={t('dialog.chooseCertificate')}
          file={certificate}
          isFirst
          onChoose={() => choose('certificate', setCertificate)}
        />
        <PemFile
          label={t('dialog.key')}
          hint={t('dialog.keyHint')}
          action={t('dialog.chooseKey')}
          file={key}
          onChoose={() => choose('key', setKey)}
        />
        {problems.length > 0 && (
          <div role="alert" className={styles.rejected}>
            {problems.map((problem) => (
              <p key={problem.kind}>{t('dialog.rejected', { problem: signerProblemText(tDelivery, problem) })}</p>
            ))}
          </div>
        )}
        {error && <ProblemNotice error={error} inPlace />}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="filled" loading={busy} disabled={!certificate || !key} onClick={install}>
            {t('dialog.install')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface PemFileProps {
  readonly label: string;
  readonly hint: string;
  readonly action: string;
  readonly file: ChosenFile | null;
  readonly isFirst?: boolean;
  onChoose(): void;
}

function PemFile({ label, hint, action, file, isFirst = false, onChoose }: PemFileProps) {
  return (
    <div className={styles.pemFile}>
      <div>
        <h3>{label}</h3>
        <p className="dim">{hint}</p>
        {file ? <p className="mono">{file.name}</p> : <p className="dim">{t('dialog.notChosen')}</p>}
      </div>
      <Button data-autofocus={isFirst || undefined} aria-label={action} onClick={onChoose}>
        {t('dialog.choose')}
      </Button>
    </div>
  );
}

function TimeStamps({ state }: StateProps) {
  const change = useChange();
  const addressOf = (draft: string) => signingSettingsSchema.shape.timeStampUrl.safeParse(draft.trim() || null).data;
  const [isWrong, setWrong] = useState(false);
  const field = useFieldDraft<string, string | null>({
    value: state.timeStampUrl,
    read: addressOf,
    save: (timeStampUrl) => change({ timeStampUrl }),
  });
  const save = () => {
    setWrong(field.draft !== null && addressOf(field.draft) === undefined);
    field.save();
  };
  return (
    <Setting id="timeStamps" label={t('timeStamps')} hint={t('timeStampsHint')}>
      <TextInput
        className={styles.wide ?? ''}
        aria-label={t('authority')}
        placeholder={t('none')}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={field.draft ?? field.value ?? ''}
        error={isWrong && t('badAddress')}
        onChange={(event) => {
          setWrong(false);
          field.type(event.currentTarget.value);
        }}
        onBlur={save}
        onKeyDown={({ key }) => key === 'Enter' && save()}
      />
    </Setting>
  );
}

const ROOT_FILE = 'lectern-root.pem';

function RootCertificate() {
  const { busy, error, run } = useAttempt();
  const saveRoot = () =>
    void run(async () => {
      const { pem } = await ask('signing.root', {});
      const saved = await ask('dialog.saveText', { name: ROOT_FILE, text: pem });
      if (saved) notify(t('rootSaved', { path: saved.path }), { id: 'signing' });
    });
  return (
    <Setting id="rootCertificate" label={t('root')} hint={t('rootHint')}>
      <Button loading={busy} onClick={saveRoot}>
        {t('saveRoot')}
      </Button>
      {error && <ProblemNotice error={error} inPlace />}
    </Setting>
  );
}
