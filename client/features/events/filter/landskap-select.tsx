import { useMemo } from 'react';
import { LANDSKAP } from '../../../../src/shared/landskap';
import { formatCount } from '../../../../src/shared/text';
import { Select } from '../../../ui/inputs';
import { countLandskap } from './facets';
import type { FilterProps } from './props';

export function LandskapSelect({ filter, onChange, events, context }: FilterProps) {
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
          {landskap} ({formatCount(counts.get(landskap) ?? 0)})
        </option>
      ))}
    </Select>
  );
}
