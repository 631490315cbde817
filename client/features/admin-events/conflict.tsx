import type { ComponentProps } from 'react';
import { Conflict } from '#client/ui/conflict.tsx';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { EVENT_FIELD_NAMES } from '#src/features/events/fields.ts';
import { labelOf } from '#src/features/events/labels.ts';

const LABELS: Partial<Record<keyof AdminEvent, string>> = {
  ...Object.fromEntries(EVENT_FIELD_NAMES.map((name) => [name, labelOf(name)])),
  is_manual: 'Plats på kartan',
};

export function differences(before: AdminEvent, after: AdminEvent): string[] {
  const isMoved =
    after.is_manual && (before.latitude !== after.latitude || before.longitude !== after.longitude);
  return Object.entries(LABELS).flatMap(([name, label]) => {
    const [oldValue, newValue] = [before, after].map((event) =>
      JSON.stringify(event[name as keyof AdminEvent]),
    );
    return oldValue !== newValue || (name === 'is_manual' && isMoved) ? [label] : [];
  });
}

type Props = Omit<ComponentProps<typeof Conflict>, 'text' | 'changedFields'> & {
  stored: AdminEvent;
  conflictingEvent: AdminEvent;
};

export const EventConflict = ({ stored, conflictingEvent, ...conflictProps }: Props) => (
  <Conflict
    text="Någon annan har ändrat evenemanget sedan du öppnade det"
    changedFields={differences(stored, conflictingEvent)}
    {...conflictProps}
  />
);
