import { Link } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { FormOf } from '#client/platform/forms/use-form.ts';
import { DateInput } from '#client/ui/date-input.tsx';
import { Field } from '#client/ui/field.tsx';
import { Select, TextInput } from '#client/ui/inputs.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { TEXT_FIELD_NAMES } from '#src/features/events/fields.ts';
import { labelOf } from '#src/features/events/labels.ts';
import { isDay } from '#src/shared/dates.ts';
import type { TypedDistances } from '#src/shared/distance-input.ts';
import { isDistanceFor } from '#src/shared/distances.ts';
import { LANDSKAP } from '#src/shared/landskap.ts';
import { type Sport, sportNamed } from '#src/shared/sports.ts';
import { nextYearsDay } from '#src/shared/typed-dates.ts';
import { withScheme } from '#src/shared/web-url.ts';
import { SportIcon } from '../card/sport-icon.tsx';
import { DistanceInput } from './distance-input.tsx';
import { RaceQuestion } from './race-question.tsx';
import type { RaceValues } from './race-values.ts';

type RaceForm = FormOf<RaceValues>;

type Props = {
  form: RaceForm;
  nameLabel: string;
  sports: readonly Sport[];
  /** The calendar offers no earlier date. */
  earliestDate?: string;
  /** For a date before this day, asks whether the next such date was meant. */
  today?: string;
  /** Shown below the dates. */
  aboutDates?: ReactNode;
};

/** The text fields without a place of their own below. */
const MORE_TEXT_NAMES = TEXT_FIELD_NAMES.filter((name) => name !== 'ort' && name !== 'address');

export function RaceFields(props: Props) {
  const { form } = props;
  return (
    <>
      <RaceIdentityFields {...props}>
        {MORE_TEXT_NAMES.map((name) => (
          <PlainField key={name} name={name} form={form} />
        ))}
      </RaceIdentityFields>
      <RaceLinks form={form} />
    </>
  );
}

/** The fields that identify a race. `children` are further fields in its columns. */
export function RaceIdentityFields(props: Props & { children?: ReactNode }) {
  const { form, nameLabel, sports, earliestDate = '', today = '', aboutDates, children } = props;
  const { values, set, setError, fieldProps, inputProps, errorOf } = form;
  const dateInput = useRef<HTMLInputElement>(null);

  const setDistances = (distances: TypedDistances, sport: Sport | '') => {
    set('distances', distances);
    if (distances.committed.some((distance) => !isDistanceFor(sport, distance)))
      setError('distances', 'event.distance');
  };

  const { event_date, event_end_date } = values;
  const suggestedDate = isDay(event_date) && event_date < today ? nextYearsDay(event_date, today) : '';
  const acceptSuggestedDate = () => {
    set('event_date', suggestedDate);
    if (isDay(event_end_date) && event_end_date < suggestedDate)
      set('event_end_date', nextYearsDay(event_end_date, suggestedDate));
    dateInput.current?.focus();
  };
  const dayProps = (name: 'event_date' | 'event_end_date') => ({
    name,
    value: values[name],
    onChange: (day: string) => set(name, day),
  });

  return (
    <>
      <TextField
        label={nameLabel}
        required
        {...fieldProps('event_name')}
        autoComplete="off"
        data-focus-first
      />
      <div className="form-pair">
        <Field label={labelOf('event_date')} required error={errorOf('event_date')}>
          {(ariaProps) => (
            <>
              <DateInput {...ariaProps} {...dayProps('event_date')} min={earliestDate} ref={dateInput} />
              <div role="status" className="race-question-status">
                {suggestedDate && (
                  <RaceQuestion
                    question={`Menade du ${suggestedDate.slice(0, 4)}?`}
                    answers={[`Ja, ${suggestedDate.slice(0, 4)}`]}
                    onAnswer={acceptSuggestedDate}
                  />
                )}
              </div>
            </>
          )}
        </Field>
        <Field label={labelOf('event_end_date')} optional error={errorOf('event_end_date')}>
          {(ariaProps) => (
            <DateInput
              {...ariaProps}
              {...dayProps('event_end_date')}
              min={isDay(values.event_date) ? values.event_date : earliestDate}
            />
          )}
        </Field>
        {aboutDates}
        <Field label={labelOf('sport_type')} required error={errorOf('sport_type')}>
          {(ariaProps) => (
            <div
              className={values.sport_type && 'input-with-icon race-sport'}
              data-sport={values.sport_type || undefined}
            >
              {values.sport_type && <SportIcon sport={values.sport_type} size={20} />}
              <Select
                {...ariaProps}
                {...inputProps('sport_type')}
                onChange={(event) => {
                  const sport = sportNamed(event.target.value) ?? '';
                  set('sport_type', sport);
                  setDistances(values.distances, sport);
                }}
              >
                <option value="">Välj sport</option>
                {sports.map((sport) => (
                  <option key={sport}>{sport}</option>
                ))}
              </Select>
            </div>
          )}
        </Field>
        <Field label={labelOf('distances')} required error={errorOf('distances')}>
          {(ariaProps) => (
            <DistanceInput
              ariaProps={ariaProps}
              name="distances"
              value={values.distances}
              sport={values.sport_type}
              onChange={(value) => setDistances(value, values.sport_type)}
              onError={(code) => setError('distances', code)}
            />
          )}
        </Field>
        <PlainField name="ort" form={form} />
        <Field label={labelOf('landskap')} optional error={errorOf('landskap')}>
          {(ariaProps) => (
            <Select {...ariaProps} {...inputProps('landskap')}>
              <option value="">Välj landskap</option>
              {LANDSKAP.map((landskap) => (
                <option key={landskap}>{landskap}</option>
              ))}
            </Select>
          )}
        </Field>
        <PlainField name="address" form={form} />
        {children}
      </div>
    </>
  );
}

export function RaceLinks({ form }: { form: RaceForm }) {
  return (
    <>
      <LinkField name="race_link" form={form} />
      <LinkField name="result_link" form={form} />
    </>
  );
}

type FieldProps = { name: Exclude<keyof RaceValues, 'distances' | 'sport_type'>; form: RaceForm };

function PlainField({ name, form }: FieldProps) {
  return <TextField label={labelOf(name)} optional {...form.fieldProps(name)} autoComplete="off" />;
}

function LinkField({ name, form: { values, set, inputProps, errorOf } }: FieldProps) {
  return (
    <Field label={labelOf(name)} optional error={errorOf(name)}>
      {(ariaProps) => (
        <div className="input-with-icon">
          <Link size={20} aria-hidden="true" />
          <TextInput
            {...ariaProps}
            {...inputProps(name)}
            type="url"
            onBlur={() => {
              const url = withScheme(values[name].trim());
              if (url !== values[name]) set(name, url);
            }}
            placeholder="https://"
            autoComplete="off"
          />
        </div>
      )}
    </Field>
  );
}
