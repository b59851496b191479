import { ActionIcon, Button, Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { MAX_RETAKES } from '../../shared/ipc/review-requests.ts';
import { words } from '../locales/words.ts';
import { useWhyReadOnly } from '../ui/read-only.tsx';
import type { TakeActions } from '../ui/use-take-actions.ts';

const t = words('review');

const COUNTS = [1, 2, 3, 5] as const;

interface AnotherTakeProps {
  readonly lineIds: readonly number[];
  readonly actions: TakeActions;
}

/** Renders additional takes and keeps existing ones. A button renders one take, and a menu renders several. */
export function AnotherTake({ lineIds, actions }: AnotherTakeProps) {
  const disabled = useWhyReadOnly() !== null || lineIds.length > MAX_RETAKES;
  const order = (takes: number) => actions.retakeLines(lineIds, false, takes);
  return (
    <Button.Group>
      <Button disabled={disabled} title={t('another.hint')} onClick={() => order(1)}>
        {t('another.label')}
      </Button>
      <Menu position="top-end" returnFocus portalProps={{ target: 'main' }}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} disabled={disabled} aria-label={t('another.several')}>
            <ChevronDown size={14} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {COUNTS.map((takes) => (
            <Menu.Item key={takes} onClick={() => order(takes)}>
              {t('another.takes', { takes })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
