import { useState } from 'react';
import { read, write } from '#client/platform/session/storage.ts';
import { FACTS, type FactField } from '#src/features/events/facts.ts';
import { labelOf } from '#src/features/events/labels.ts';

/** The facts that the list shows as they are. */
export const FACT_COLUMNS = FACTS.filter((fact) => 'isColumn' in fact);

/** Columns of the list that can be hidden. The day and the name are always there. */
export const OPTIONAL_COLUMNS = {
  sport_type: labelOf('sport_type'),
  distances: labelOf('distances'),
  ort: labelOf('ort'),
  landskap: labelOf('landskap'),
  ...(Object.fromEntries(FACT_COLUMNS.map(({ name, label }) => [name, label])) as Record<FactField, string>),
  registration: 'Anmälan',
  links: 'Länkar',
  updated_at: 'Uppdaterad',
  announcement_count: 'Annonser',
};
export type OptionalColumn = keyof typeof OPTIONAL_COLUMNS;

const ALL = Object.keys(OPTIONAL_COLUMNS) as OptionalColumn[];
const FIRST: readonly OptionalColumn[] = ['sport_type', 'distances', 'ort', 'landskap'];
const KEY = 'admin_event_columns';

function stored(): readonly OptionalColumn[] {
  const text = read(KEY);
  return text === null ? FIRST : ALL.filter((name) => text.split(',').includes(name));
}

/** The shown columns. The browser remembers them. */
export function useColumns() {
  const [shown, setShown] = useState(stored);
  return {
    shown,
    toggle: (name: OptionalColumn) => {
      const after = ALL.filter((one) => shown.includes(one) !== (one === name));
      write(KEY, after.join());
      setShown(after);
    },
  };
}
