import { Button, Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../bridge/ask.ts';
import { askKey } from '../bridge/use-ask.ts';
import { AccountForm } from '../ui/account-form.tsx';
import { runCommand } from '../ui/commands.ts';
import { formatCounted } from '../ui/format.ts';
import { ProblemNotice, useAttempt } from '../ui/problem-notice.tsx';
import { notify } from '../ui/toast.tsx';
import styles from './first-start.module.css';

/** The first thing that is ever seen: which service shall speak? */
export function FirstStart() {
  const [account, setAccount] = useState(false);
  const finish = useFinish();
  return (
    <div className={styles.scroll}>
      <div className={styles.page}>
        <h1>Welcome to Lectern</h1>
        <p className={styles.lead}>A script goes in; a folder of finished, checked audio comes out. Who shall speak?</p>
        <div className={styles.choices} data-account={account}>
          <LocalChoice finish={finish} />
          <section className={styles.choice} aria-labelledby="account-choice">
            <h2 id="account-choice">An account of yours</h2>
            <p>A speech service on the network: its address, your user id and your key. It is checked at once.</p>
            {account ? (
              <AccountForm
                submitLabel="Connect"
                onAdded={(name, voices) => {
                  notify(`${name} is connected: ${formatCounted(voices, 'voice')}.`);
                  void finish();
                }}
                onCancel={() => setAccount(false)}
              />
            ) : (
              <Button onClick={() => setAccount(true)}>Enter an account…</Button>
            )}
          </section>
        </div>
        <p className="dim">
          Both can be changed later in Settings.{' '}
          <button type="button" className="text-button" onClick={() => void finish()}>
            Go to the library without a service
          </button>
        </p>
      </div>
    </div>
  );
}

/** Never asks again. */
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
      setStep('Starting the local service…');
      await ask('connection.useLocal', { plan: null });
      if (withSample) {
        setStep('Making the sample project…');
        await ask('project.createSample', {});
      }
      await finish();
      if (!withSample) runCommand('project.import');
      return null;
    });
    setStep(null);
  };
  return (
    <section className={styles.choice} aria-labelledby="local-choice">
      <h2 id="local-choice">The local service</h2>
      <p>
        Speech made on this machine: no account, no network, no cost. Begin with a sample scene that renders in under a
        minute, or with a script of your own.
      </p>
      <div className={styles.ways}>
        <Button
          variant="filled"
          leftSection={step && <Loader size={12} color="currentColor" />}
          onClick={() => void start(true)}
          disabled={step !== null}
        >
          {step ?? 'Start with the sample'}
        </Button>
        <Button onClick={() => void start(false)} disabled={step !== null}>
          Start with a script…
        </Button>
      </div>
      {error && <ProblemNotice error={error} />}
    </section>
  );
}
