import { TextInput } from '@mantine/core';
import { Search } from 'lucide-react';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isFirst?: boolean;
  readonly onDown?: () => void;
  readonly className?: string | undefined;
}

export function SearchField({ label, placeholder, value, onChange, isFirst, onDown, className }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      data-autofocus={isFirst}
      placeholder={placeholder}
      leftSection={<Search size={13} aria-hidden />}
      className={className ?? ''}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') onDown?.();
        if (event.key !== 'Escape' || value === '') return;
        event.stopPropagation();
        onChange('');
      }}
    />
  );
}
