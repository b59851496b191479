import { Button, Group, Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../bridge/ask.ts';
import { askKey } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { runCommand } from '../ui/commands.ts';
import { AccountForm } from '../ui/fields/account-form.tsx';
import { ProblemNotice, useAttempt } from '../ui/overlays/problem-notice.tsx';
import { notify } from '../ui/overlays/toast.tsx';
import { useView } from '../ui/view-store.ts';
import styles from './first-start.module.css';

const t = words('library');

export function FirstStart() {
  const [account, setAccount] = useState(false);
  const finish = useFinish();
  return (
    <div className={styles.scroll}>
      <div className={styles.page}>
        <h1>{t('firstStart.title')}</h1>
        <p className={styles.lead}>{t('firstStart.lead')}</p>
        <div className={styles.choices} data-account={account}>
          <LocalChoice finish={finish} />
          <EnginesChoice finish={finish} />
          <section className={`card ${styles.choice}`} aria-labelledby="account-choice">
            <h2 id="account-choice">{t('firstStart.account')}</h2>
            <p>{t('firstStart.accountHint')}</p>
            {account ? (
              <AccountForm
                submitLabel={t('firstStart.connect')}
                onAdded={(name, voices) => {
                  notify(t('firstStart.connected', { account: name, voices }));
                  void finish();
                }}
                onCancel={() => setAccount(false)}
              />
            ) : (
              <Button onClick={() => setAccount(true)}>{t('firstStart.enterAccount')}</Button>
            )}
          </section>
        </div>
        <p className="dim">
          {t('firstStart.later')}{' '}
          <button type="button" className="text-button" onClick={() => void finish()}>
            {t('firstStart.withoutService')}
          </button>
        </p>
      </div>
    </div>
  );
}

function EnginesChoice({ finish }: { readonly finish: () => Promise<void> }) {
  const { busy, error, run } = useAttempt();
  const setUp = (part: 'packs' | 'engines') =>
    void run(async () => {
      await ask('connection.useLocal', { plan: null });
      useView.getState().chooseSettings(part);
      useView.getState().goTo('settings');
      await finish();
    });
  return (
    <section className={`card ${styles.choice}`} aria-labelledby="engines-choice">
      <h2 id="engines-choice">{t('firstStart.engines')}</h2>
      <p>{t('firstStart.enginesHint')}</p>
      <Group>
        <Button disabled={busy} onClick={() => setUp('packs')}>
          {t('firstStart.getPack')}
        </Button>
        <Button disabled={busy} onClick={() => setUp('engines')}>
          {t('firstStart.setUpEngines')}
        </Button>
      </Group>
      {error && <ProblemNotice error={error} />}
    </section>
  );
}

function useFinish(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await ask('app.finishOnboarding', {});
    await queryClient.invalidateQueries({ queryKey: askKey('app.info', {}) });
  };
}

function LocalChoice({ finish }: { readonly finish: () => Promise<void> }) {
  const [step, setStep] = useState<string | null>(null);
  const { error, run } = useAttempt();
  const start = async (withSample: boolean) => {
    await run(async () => {
      setStep(t('firstStart.starting'));
      await ask('connection.useLocal', { plan: null });
      if (withSample) {
        setStep(t('firstStart.makingSample'));
        await ask('project.createSample', {});
      }
      await finish();
      if (!withSample) runCommand('project.import');
    });
    setStep(null);
  };
  return (
    <section className={`card ${styles.choice}`} aria-labelledby="local-choice">
      <h2 id="local-choice">{t('firstStart.local')}</h2>
      <p>{t('firstStart.localHint')}</p>
      <Group>
        <Button
          variant="filled"
          leftSection={step && <Loader size={12} color="currentColor" />}
          onClick={() => void start(true)}
          disabled={step !== null}
        >
          {step ?? t('firstStart.withSample')}
        </Button>
        <Button onClick={() => void start(false)} disabled={step !== null}>
          {t('firstStart.withScript')}
        </Button>
      </Group>
      {error && <ProblemNotice error={error} />}
    </section>
  );
}
