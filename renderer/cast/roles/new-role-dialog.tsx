// Adds a role that has no lines in the script yet.
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MAX_NAME_LENGTH } from '../../../shared/model/names.ts';
import { newRoleNameProblem, normaliseRoleName, type RoleNameProblem } from '../../../shared/rules/role-names.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ProblemNotice, useAttempt } from '../../ui/overlays/problem-notice.tsx';
import { useView } from '../../ui/view-store.ts';
import { describeRefusedValue } from '../../ui/wording/errors.ts';
import { addRole } from '../cast-changes.ts';

const t = words('cast');

export function NewRoleDialog() {
  const { data: project } = useAsk('project.current', {});
  const { data: roles } = useAsk('project.roles', {});
  const [typed, setTyped] = useState('');
  const { busy, error, run } = useAttempt();
  const { closeDialog } = useView.getState();
  const name = normaliseRoleName(typed);
  const names = roles?.map((known) => known.name) ?? [];
  const problem = project && name !== '' ? newRoleNameProblem(name, project.settings, names) : null;
  const isReady = name !== '' && problem === null && project !== undefined;
  const add = () => {
    if (!isReady || busy) return;
    void run(async () => {
      await addRole(name);
      closeDialog();
    });
  };
  return (
    <Dialog title={t('add.title')} width={440} busy={busy} onClose={closeDialog}>
      <Stack
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextInput
          label={t('add.name')}
          data-autofocus
          maxLength={MAX_NAME_LENGTH}
          value={typed}
          error={problem && problemText(problem, name)}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p className="dim">{t('add.about')}</p>
        {error && <ProblemNotice error={error} inPlace />}
        <Group justify="flex-end">
          <Button onClick={closeDialog}>{t('cancel')}</Button>
          <Button type="submit" variant="filled" loading={busy} disabled={!isReady}>
            {t('add.add')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function problemText(problem: RoleNameProblem, role: string): string {
  if (problem === 'exists' || problem === 'not-a-mark') return t(`add.problem.${problem}`, { role });
  return describeRefusedValue({ kind: 'invalid', field: 'roleName', reason: problem }).detail ?? '';
}
