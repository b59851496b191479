// Settings for the language model that identifies speakers: server, key and cost. Includes a test.
import { Autocomplete, Button, Checkbox, Group, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { ReplyOf, RequestOf } from '../../shared/ipc/contract.ts';
import type { ModelSettingsEntry } from '../../shared/ipc/model-requests.ts';
import { MODEL_LIMITS } from '../../shared/model/language-model.ts';
import { ask } from '../bridge/ask.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { tModel, words } from '../locales/words.ts';
import { takeKey } from '../ui/fields/account-form.tsx';
import { ProblemNotice, useAttempt } from '../ui/overlays/problem-notice.tsx';
import { notify } from '../ui/overlays/toast.tsx';
import { KeyStorageChoice } from './key-storage.tsx';
import { Part, Setting } from './part.tsx';
import styles from './settings.module.css';

const t = words('models');
const tSettings = words('settings');

export function LanguageModel() {
  const { data: saved } = useAsk('model.settings', {});
  return (
    <Part title={tSettings('part.model')} intro={t('intro')} actions={saved && <Removal />}>
      {saved !== undefined && <ModelForm key={saved?.origin ?? ''} saved={saved} />}
      {saved && <Consent saved={saved} />}
      {saved && saved.model !== '' && <Trial saved={saved} />}
    </Part>
  );
}

function useSavedModel() {
  const queryClient = useQueryClient();
  return (entry: ModelSettingsEntry | null) => queryClient.setQueryData(askKey('model.settings', {}), entry);
}

type ModelChoice = Omit<RequestOf<'model.save'>, 'key'>;

const { requestsAtOnce, tokensPerRequest } = MODEL_LIMITS;
const EMPTY_CHOICE: ModelChoice = {
  baseUrl: '',
  model: '',
  keyStorage: 'file',
  inputPrice: null,
  outputPrice: null,
  currency: 'USD',
  mostCost: null,
  requestsAtOnce: requestsAtOnce.usual,
  tokensPerRequest: tokensPerRequest.usual,
};

function choiceOf(saved: ModelSettingsEntry | null, keychain: boolean): ModelChoice {
  if (saved === null) return { ...EMPTY_CHOICE, keyStorage: keychain ? 'keychain' : 'file' };
  const { origin, isLocal, key, hasConsent, ...choice } = saved;
  return choice;
}

function ModelForm({ saved }: { readonly saved: ModelSettingsEntry | null }) {
  const { data: info } = useAsk('app.info', {});
  const [changed, setChanged] = useState<Partial<ModelChoice>>({});
  const { busy, error, run } = useAttempt();
  const keep = useSavedModel();
  const key = useRef<HTMLInputElement>(null);
  const choice = { ...choiceOf(saved, info?.keychain ?? false), ...changed };
  const change = (part: Partial<ModelChoice>) => setChanged((before) => ({ ...before, ...part }));
  const hasKey = saved?.key === 'usable';
  const save = (typed: string | null) =>
    void run(async () => {
      keep(await ask('model.save', { ...choice, key: typed }));
      setChanged({});
      notify(t('saved'), { id: 'model' });
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(takeKey(key.current) || null);
  };
  return (
    <form onSubmit={submit}>
      <Setting id="modelServer" label={t('server')} hint={t('serverHint')}>
        <TextInput
          className={styles.wide ?? ''}
          label={t('address')}
          placeholder={t('addressExample')}
          required
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={choice.baseUrl}
          onChange={(event) => change({ baseUrl: event.currentTarget.value })}
        />
        <TextInput
          ref={key}
          className={styles.wide ?? ''}
          type="password"
          label={hasKey ? t('newKey') : t('key')}
          description={keyHint(saved)}
          autoComplete="new-password"
          spellCheck={false}
        />
        {saved && saved.key !== 'none' && <Button onClick={() => save('')}>{t('forgetKey')}</Button>}
        <KeyStorageChoice
          name="model-key-storage"
          value={choice.keyStorage}
          onChange={(keyStorage) => change({ keyStorage })}
        />
      </Setting>
      <ModelName saved={saved} value={choice.model} onChange={(model) => change({ model })} />
      <Costs choice={choice} change={change} />
      {error && <ProblemNotice error={error} inPlace />}
      <div className={styles.save}>
        <Button type="submit" variant="filled" loading={busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

function keyHint(saved: ModelSettingsEntry | null): string {
  if (saved?.key === 'missing') return t('keyMissing');
  return saved?.key === 'usable' ? t('keyKept') : t('keyNone');
}

interface ModelNameProps {
  readonly saved: ModelSettingsEntry | null;
  readonly value: string;
  readonly onChange: (name: string) => void;
}

function ModelName({ saved, value, onChange }: ModelNameProps) {
  const { busy, error, run } = useAttempt();
  const [names, setNames] = useState<readonly string[] | null>(null);
  const list = () =>
    void run(async () => {
      setNames(await ask('model.names', {}));
    });
  return (
    <Setting id="modelName" label={t('model')} hint={t('modelHint')}>
      <Autocomplete
        className={styles.wide ?? ''}
        label={t('name')}
        placeholder={t('nameExample')}
        maxLength={200}
        limit={50}
        data={[...(names ?? [])]}
        value={value}
        onChange={onChange}
      />
      {saved && (
        <Group>
          <Button loading={busy} onClick={list}>
            {t('list')}
          </Button>
          {names && <p role="status">{t('listed', { models: names.length })}</p>}
        </Group>
      )}
      {error && <ProblemNotice error={error} inPlace />}
    </Setting>
  );
}

interface CostsProps {
  readonly choice: ModelChoice;
  readonly change: (part: Partial<ModelChoice>) => void;
}

const numberOrNull = (value: string | number): number | null => (typeof value === 'number' ? value : null);

function Costs({ choice, change }: CostsProps) {
  const price = (name: 'inputPrice' | 'outputPrice' | 'mostCost', empty: string) => ({
    label: t(`price.${name}`),
    min: 0,
    decimalScale: 4,
    placeholder: empty,
    value: choice[name] ?? '',
    onChange: (value: string | number) => change({ [name]: numberOrNull(value) }),
  });
  return (
    <>
      <Setting id="modelPrices" label={t('prices')} hint={t('pricesHint')}>
        <div className={styles.limits}>
          <NumberInput {...price('inputPrice', t('unknown'))} />
          <NumberInput {...price('outputPrice', t('unknown'))} />
          <TextInput
            label={t('currency')}
            required
            maxLength={8}
            value={choice.currency}
            onChange={(event) => change({ currency: event.currentTarget.value })}
          />
          <NumberInput
            {...price('mostCost', t('anyCost'))}
            disabled={choice.inputPrice === null && choice.outputPrice === null}
          />
        </div>
      </Setting>
      <Setting id="modelRequests" label={t('requests')} hint={t('requestsHint')}>
        <div className={styles.limits}>
          <NumberInput
            label={t('atOnce')}
            min={requestsAtOnce.min}
            max={requestsAtOnce.max}
            clampBehavior="strict"
            value={choice.requestsAtOnce}
            onChange={(value) => change({ requestsAtOnce: Number(value) || requestsAtOnce.usual })}
          />
          <NumberInput
            label={t('tokens')}
            min={tokensPerRequest.min}
            max={tokensPerRequest.max}
            step={1_000}
            clampBehavior="blur"
            value={choice.tokensPerRequest}
            onChange={(value) => change({ tokensPerRequest: Number(value) || tokensPerRequest.usual })}
          />
        </div>
      </Setting>
    </>
  );
}

function Consent({ saved: { origin, isLocal, hasConsent } }: { readonly saved: ModelSettingsEntry }) {
  const { error, run } = useAttempt();
  const keep = useSavedModel();
  const agree = (agreed: boolean) =>
    void run(async () => {
      keep(await ask('model.setConsent', { origin, hasConsent: agreed }));
    });
  return (
    <Setting id="modelConsent" label={t('consent')} hint={isLocal ? undefined : t('consentHint')}>
      {isLocal ? (
        <p>{t('consentLocal')}</p>
      ) : (
        <Checkbox
          label={t('consentGive', { origin })}
          checked={hasConsent}
          onChange={(event) => agree(event.currentTarget.checked)}
        />
      )}
      {error && <ProblemNotice error={error} inPlace />}
    </Setting>
  );
}

function Trial({ saved: { origin, isLocal, hasConsent } }: { readonly saved: ModelSettingsEntry }) {
  const { busy, error, run } = useAttempt();
  const [text, setText] = useState(() => t('trySample'));
  const [tried, setTried] = useState<ReplyOf<'model.try'> | null>(null);
  const send = () =>
    void run(async () => {
      setTried(null);
      setTried(await ask('model.try', { text }));
    });
  return (
    <Setting id="modelTest" label={t('try')} hint={t('tryHint')}>
      <Textarea
        className={styles.wide ?? ''}
        aria-label={t('trySentence')}
        autosize
        maxRows={6}
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group>
        <Button loading={busy} disabled={text.trim() === '' || !(isLocal || hasConsent)} onClick={send}>
          {t('trySend', { origin })}
        </Button>
        {busy && <Button onClick={() => void ask('model.cancel', {})}>{t('cancel')}</Button>}
      </Group>
      {error && <ProblemNotice error={error} inPlace />}
      <Stack gap="var(--gap-1)" role="status">
        {tried && <TrialResult tried={tried} />}
      </Stack>
    </Setting>
  );
}

function TrialResult({ tried: { answers, milliseconds, report } }: { readonly tried: ReplyOf<'model.try'> }) {
  const { tokens, cost, currency } = report;
  return (
    <>
      {answers.length === 0 && <p>{t('noAnswers')}</p>}
      {answers.map(({ words: said, speaker }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: answers keep their order, and may repeat
        <p key={index}>
          {t.parts('answer', {
            words: said,
            speaker: speaker ?? t('narrator'),
            b: (inside) => <b key="b">{inside}</b>,
          })}
        </p>
      ))}
      <p className="dim">
        {t('took', { milliseconds, ...tokens })}
        {cost !== null && ` ${tModel.money(cost, currency)}`}
      </p>
    </>
  );
}

/** Deletes the model's settings and key, after confirmation. */
function Removal() {
  const { busy, error, run } = useAttempt();
  const [sure, setSure] = useState(false);
  const keep = useSavedModel();
  const forget = () =>
    void run(async () => {
      await ask('model.forget', {});
      keep(null);
      notify(t('removed'), { id: 'model' });
    });
  if (!sure) return <Button onClick={() => setSure(true)}>{t('remove')}</Button>;
  return (
    <>
      <Button onClick={() => setSure(false)}>{t('cancel')}</Button>
      <Button loading={busy} onClick={forget}>
        {t('removeNow')}
      </Button>
      {error && <ProblemNotice error={error} inPlace />}
    </>
  );
}
