import { EventCard } from '#client/features/events/card/event-card.tsx';
import { STAMP_COLOR_LABELS } from '#client/features/events/card/labels.ts';
import type { FormOf } from '#client/platform/forms/use-form.ts';
import { useNow, useToday } from '#client/platform/page/clock.ts';
import { DateTimeInput } from '#client/ui/date-input.tsx';
import { Field } from '#client/ui/field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { blankEvent } from '#src/features/events/contract.ts';
import { STAMP_COLORS } from '#src/features/events/fields/choices.ts';
import { showsStamp } from '#src/features/events/rules.ts';
import { formatLongMoment, parseInstant } from '#src/shared/instants.ts';
import type { EventValues } from './event-form-values.ts';

type Props = { form: FormOf<EventValues> };

export function BannerFields({ form }: Props) {
  const { values, set, fieldProps, errorOf } = form;
  const timeProps = (name: 'banner_start_date' | 'banner_end_date') => ({
    name,
    value: values[name],
    onChange: (time: string) => set(name, time),
  });
  const isRequired = !!values.banner_text.trim();
  return (
    <section className="stamp-fields" aria-labelledby="event-banner">
      <h3 className="event-form-title" id="event-banner">
        Bannertext på kortet
      </h3>
      <div className="stamp-fields-look">
        <TextField label="Text" optional {...fieldProps('banner_text')} autoComplete="off" />
        <fieldset className="field">
          <legend className="field-label">Färg</legend>
          <div className="swatches">
            {STAMP_COLORS.map((color) => (
              <label
                key={color}
                className="swatch choice"
                data-color={color}
                title={STAMP_COLOR_LABELS[color]}
              >
                <input
                  type="radio"
                  name="banner_color"
                  value={color}
                  aria-label={STAMP_COLOR_LABELS[color]}
                  checked={values.banner_color === color}
                  onChange={() => set('banner_color', color)}
                />
              </label>
            ))}
          </div>
        </fieldset>
      </div>
      <div className="form-pair">
        <Field
          label="Visas från"
          required={isRequired}
          optional={!isRequired}
          error={errorOf('banner_start_date')}
        >
          {(ariaProps) => <DateTimeInput {...ariaProps} {...timeProps('banner_start_date')} />}
        </Field>
        <Field
          label="Visas till"
          required={isRequired}
          optional={!isRequired}
          error={errorOf('banner_end_date')}
        >
          {(ariaProps) => (
            <DateTimeInput
              {...ariaProps}
              {...timeProps('banner_end_date')}
              min={values.banner_start_date}
              defaultTime="23:59"
            />
          )}
        </Field>
      </div>
      <Preview values={values} />
    </section>
  );
}

function Preview({ values }: { values: EventValues }) {
  const today = useToday();
  const text = values.banner_text.trim();
  if (!text) return <p className="stamp-preview-hint">Utan text visas ingen stämpel.</p>;
  return (
    <div className="stamp-preview">
      <p className="stamp-preview-hint" aria-live="polite">
        <StampPeriod values={values} />
      </p>
      <div className="stamp-preview-picture" inert>
        <EventCard
          hasStamp
          counts={undefined}
          event={{
            ...blankEvent,
            id: 'preview',
            event_name: values.event_name.trim() || 'Evenemangets namn',
            event_date: values.event_date || today,
            // While typing, the end may be before the start.
            event_end_date: values.event_end_date > values.event_date ? values.event_end_date : null,
            sport_type: values.sport_type,
            distances: values.distances.committed.join(', '),
            ort: values.ort.trim() || null,
            landskap: values.landskap || null,
            banner_text: text,
            banner_color: values.banner_color,
          }}
        />
      </div>
    </div>
  );
}

function StampPeriod({ values }: { values: EventValues }) {
  const now = useNow();
  const [start, end] = [values.banner_start_date, values.banner_end_date].map(
    (typed) => parseInstant(typed)?.toISOString() ?? null,
  );
  if (!start || !end) return 'Förhandsvisning. Fyll i när stämpeln ska visas.';
  if (end < start) return 'Förhandsvisning. Slutet ligger före starten.';
  const stamp = { banner_text: values.banner_text, banner_start_date: start, banner_end_date: end };
  if (showsStamp(stamp, now)) return 'Förhandsvisning. Stämpeln visas nu.';
  return Date.parse(start) > now.getTime()
    ? `Förhandsvisning. Stämpeln visas från ${formatLongMoment(start)}.`
    : 'Förhandsvisning. Tiden då stämpeln visas är förbi.';
}
