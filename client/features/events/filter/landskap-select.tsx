import { use, useMemo } from 'react';
import { Select } from '#client/ui/inputs.tsx';
import { LANDSKAP } from '#src/shared/landskap.ts';
import { formatCount } from '#src/shared/text.ts';
import { AreCountsKnown } from './choice-count.tsx';
import { countLandskap } from './facets.ts';
import type { FilterProps } from './props.ts';

export function LandskapSelect({ filter, onChange, events, context }: FilterProps) {
  const isKnown = use(AreCountsKnown);
  const counts = useMemo(() => countLandskap({ events, filter, context }), [events, filter, context]);
  return (
    <Select
      aria-label="Landskap"
      name="landskap"
      value={filter.landskap}
      onChange={(event) => onChange({ landskap: event.target.value })}
    >
      <option value="">Alla landskap</option>
      {LANDSKAP.map((landskap) => (
        <option key={landskap} value={landskap}>
          {landskap}
          {isKnown && ` (${formatCount(counts.get(landskap) ?? 0)})`}
        </option>
      ))}
    </Select>
  );
}
