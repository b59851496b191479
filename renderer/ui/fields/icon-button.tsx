import { ActionIcon, type ActionIconProps, type ElementProps, Tooltip } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';

interface IconButtonProps extends ActionIconProps, ElementProps<'button', keyof ActionIconProps> {
  readonly icon: LucideIcon;
  /** Screen readers read out this text. */
  readonly label: string;
  /** The tooltip; defaults to the label. */
  readonly hint?: string;
}

export function IconButton({ icon: Icon, label, hint = label, ...props }: IconButtonProps) {
  return (
    <Tooltip label={hint}>
      <ActionIcon aria-label={label} {...props}>
        <Icon size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
