import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTell } from '../bridge/use-ask.ts';
import { notifyFailure } from '../ui/toast.tsx';

/** The project's hard cap on characters, saved when the field is left. */
export function CapField({ cap }: { readonly cap: number | null }) {
  const update = useTell('project.updateSettings');
  const [draft, setDraft] = useState<string | number | null>(null);
  const save = () => {
    if (draft === null) return;
    const next = draft === '' ? null : Math.max(0, Math.round(Number(draft)));
    setDraft(null);
    if (next !== cap) update.mutate({ characterCap: next }, { onError: notifyFailure });
  };
  return (
    <NumberInput
      label="Cap"
      description="Characters that this project may ever send. A run stops before it would pass them."
      placeholder="no cap"
      min={0}
      step={1_000}
      thousandSeparator=","
      allowDecimal={false}
      allowNegative={false}
      value={draft ?? cap ?? ''}
      onChange={setDraft}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
      }}
    />
  );
}
