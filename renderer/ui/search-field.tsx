import { TextInput } from '@mantine/core';
import { Search } from 'lucide-react';

interface SearchFieldProps {
  /** What is searched, for those who hear it. */
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether it has the keyboard when its dialog opens. */
  readonly isFirst?: boolean;
  /** Called for the arrow that leads to what was found. */
  readonly onDown?: () => void;
  readonly className?: string | undefined;
}

/** Narrows what stands below it by words. Escape takes them away. */
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
