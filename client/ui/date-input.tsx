import { CalendarDays } from 'lucide-react';
import { type ComponentProps, Suspense, useRef, useState } from 'react';
import { lazyComponent } from '#client/platform/navigation/lazy-component.ts';
import { isDay } from '#src/shared/dates.ts';
import { readDay, readDayAndTime } from '#src/shared/typed-dates.ts';
import { cx } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { TextInput } from './inputs.tsx';
import { useMedia } from './use-media.ts';

const DateCalendar = lazyComponent(async () => ({
  default: (await import('./date-input-calendar.tsx')).DateCalendar,
}));

type InputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'min' | 'max'>;

type DateProps = InputProps & {
  /** `YYYY-MM-DD`, or empty. Text that was typed but is not a day is shown too. */
  value: string;
  /**
   * Gets `YYYY-MM-DD`, an empty text, or the text that was typed so far. A caller that stores only days can ignore
   * other texts: the field keeps them until it loses focus.
   */
  onChange: (value: string) => void;
  /** The calendar offers no day before it. Other days can still be typed. */
  min?: string;
};

/**
 * A text field with a calendar. Browsers write `type="date"` in their own language, in Swedish pages too. Touch devices
 * get the native picker, under the same text.
 */
export function DateInput(props: DateProps) {
  return (
    <PickerInput
      {...props}
      nativeType="date"
      placeholder="ÅÅÅÅ-MM-DD"
      isComplete={isDay}
      read={readDay}
      show={identity}
      withDay={(day) => day}
    />
  );
}

type DateTimeProps = DateProps & {
  /** `HH:mm`: the time of a day that is typed or chosen without one. */
  defaultTime?: string;
};

/** Like {@link DateInput}, for `YYYY-MM-DDTHH:mm` without a zone. The time is typed, in 24 hours. */
export function DateTimeInput({ defaultTime = '00:00', ...props }: DateTimeProps) {
  const read = (text: string) => readDayAndTime(text, defaultTime);
  return (
    <PickerInput
      {...props}
      nativeType="datetime-local"
      placeholder="ÅÅÅÅ-MM-DD TT:MM"
      isComplete={(text) => COMPLETE_TIME.test(text) && read(text) === text.replace(' ', 'T')}
      read={read}
      show={(value) => (COMPLETE_TIME.test(value) ? value.replace('T', ' ') : value)}
      withDay={(day) => `${day}T${read(props.value)?.slice(11) ?? defaultTime}`}
    />
  );
}

const COMPLETE_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?$/;
const identity = (value: string) => value;

type PickerProps = DateProps & {
  nativeType: 'date' | 'datetime-local';
  /** Whether the text is in the form that the field shows, so that it is reported while typing. */
  isComplete: (text: string) => boolean;
  read: (text: string) => string | undefined;
  show: (value: string) => string;
  /** The value after a day was chosen in the calendar. */
  withDay: (day: string) => string;
};

function PickerInput(props: PickerProps) {
  const { value, onChange, nativeType, isComplete, read, show, withDay, className, min, ...rest } = props;
  const [draft, setDraft] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  if (useMedia('(pointer: coarse)')) {
    return (
      <span className={cx('date-input', className)}>
        <input
          {...rest}
          className="input date-input-native"
          type={nativeType}
          min={min}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <span className={cx('date-input-text', !value && 'date-input-empty')} aria-hidden="true">
          {show(value) || rest.placeholder}
        </span>
        <CalendarDays size={20} aria-hidden="true" />
      </span>
    );
  }

  const handleText = (text: string) => {
    const isDone = text === '' || isComplete(text);
    setDraft(isDone ? undefined : text);
    onChange((isDone && read(text)) || text);
  };
  const commitDraft = () => {
    const day = draft && read(draft);
    if (day) onChange(day);
    setDraft(undefined);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  return (
    <span className={cx('date-input', className)} ref={root}>
      <TextInput
        {...rest}
        autoComplete="off"
        value={draft ?? show(value)}
        onChange={(event) => handleText(event.target.value)}
        onBlur={(event) => {
          commitDraft();
          rest.onBlur?.(event);
        }}
        onKeyDown={(event) => {
          // Enter sends the form, so the day must be known before.
          if (event.key === 'Enter') commitDraft();
          rest.onKeyDown?.(event);
        }}
      />
      <IconButton
        className="date-input-open"
        label="Välj i kalender"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={rest.disabled}
        ref={button}
        onPointerEnter={() => DateCalendar.preload()}
        onFocus={() => DateCalendar.preload()}
        onClick={() => setOpen(!isOpen)}
      >
        <CalendarDays size={20} aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <DateCalendar
            day={read(draft ?? value)?.slice(0, 10) ?? ''}
            min={min?.slice(0, 10) ?? ''}
            root={root}
            onChoose={(day) => {
              setDraft(undefined);
              onChange(withDay(day));
              close();
            }}
            onClose={(reason) => (reason === 'left' ? setOpen(false) : close())}
          />
        </Suspense>
      )}
    </span>
  );
}
