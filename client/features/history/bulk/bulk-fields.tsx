import { useState } from 'react';
import { SeriesPicker } from '#client/features/admin-events/series-picker.tsx';
import { STAMP_COLOR_LABELS } from '#client/features/events/card/labels.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { DateTimeInput } from '#client/ui/date-input.tsx';
import { Field } from '#client/ui/field.tsx';
import { Select, TextInput } from '#client/ui/inputs.tsx';
import { EVENT_STATUSES, STAMP_COLORS, type StampColor } from '#src/features/events/fields/choices.ts';
import { CHOICE_LABELS, labelOf } from '#src/features/events/labels.ts';
import { LANDSKAP } from '#src/shared/landskap.ts';
import { SPORTS } from '#src/shared/sports.ts';
import type { BulkAct, BulkValues } from './bulk-values.ts';

type Props = { act: BulkAct; values: BulkValues; onChange: (changes: Partial<BulkValues>) => void };

export function BulkFields({ act, values, onChange }: Props) {
  switch (act) {
    case 'status':
      return (
        <ChoiceField
          label={labelOf('status')}
          value={values.status}
          options={EVENT_STATUSES.map((status) => [status, CHOICE_LABELS.status[status]])}
          onChange={(status) => onChange({ status: status as BulkValues['status'] })}
        />
      );
    case 'landskap':
      return (
        <ChoiceField
          label={labelOf('landskap')}
          value={values.landskap}
          options={[['', 'Inget landskap'], ...LANDSKAP.map((name) => [name, name] as const)]}
          onChange={(landskap) => onChange({ landskap })}
        />
      );
    case 'sport_type':
      return (
        <ChoiceField
          label={labelOf('sport_type')}
          value={values.sport_type}
          options={[['', 'Välj sport'], ...SPORTS.map((name) => [name, name] as const)]}
          onChange={(sport_type) => onChange({ sport_type })}
        />
      );
    case 'series_id':
      return <SeriesField onChange={onChange} />;
    case 'stamp':
      return <StampFields values={values} onChange={onChange} />;
  }
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
};

const ChoiceField = ({ label, value, options, onChange }: ChoiceProps) => (
  <Field label={label}>
    {(ariaProps) => (
      <Select {...ariaProps} name="value" value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </Select>
    )}
  </Field>
);

function SeriesField({ onChange }: Pick<Props, 'onChange'>) {
  const series = trpc.public.series.list.useQuery();
  const [query, setQuery] = useState('');
  return (
    <SeriesPicker
      label="Serie"
      name="series_id"
      series={series.data ?? []}
      query={query}
      onQuery={(text) => {
        setQuery(text);
        onChange({ series_id: '' });
      }}
      onChoose={(one) => {
        setQuery(one.name);
        onChange({ series_id: one.id });
      }}
      noneText={series.data ? 'Ingen serie heter så' : 'Hämtar serierna'}
    />
  );
}

function StampFields({ values, onChange }: Omit<Props, 'act'>) {
  const timeProps = (name: 'banner_start_date' | 'banner_end_date') => ({
    name,
    value: values[name],
    onChange: (time: string) => onChange({ [name]: time }),
  });
  return (
    <>
      <Field label="Text" hint="Utan text tas stämpeln bort.">
        {(ariaProps) => (
          <TextInput
            {...ariaProps}
            name="banner_text"
            value={values.banner_text}
            autoComplete="off"
            onChange={(event) => onChange({ banner_text: event.target.value })}
          />
        )}
      </Field>
      {values.banner_text.trim() && (
        <>
          <ChoiceField
            label="Färg"
            value={values.banner_color}
            options={STAMP_COLORS.map((color) => [color, STAMP_COLOR_LABELS[color]])}
            onChange={(color) => onChange({ banner_color: color as StampColor })}
          />
          <div className="form-pair">
            <Field label="Visas från" required>
              {(ariaProps) => <DateTimeInput {...ariaProps} {...timeProps('banner_start_date')} />}
            </Field>
            <Field label="Visas till" required>
              {(ariaProps) => (
                <DateTimeInput {...ariaProps} {...timeProps('banner_end_date')} defaultTime="23:59" />
              )}
            </Field>
          </div>
        </>
      )}
    </>
  );
}
