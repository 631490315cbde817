import { Popover } from '@base-ui/react/popover';
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useToday } from '#client/platform/page/clock.ts';
import {
  addDaysTo,
  addMonthsTo,
  daysSinceMonday,
  formatLongDay,
  formatMonth,
  isDay,
  weekOf,
} from '#src/shared/dates.ts';
import { weeksOfMonth } from '#src/shared/month-grid.ts';
import { cx } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { showPopover } from './show-popover.ts';

type Props = {
  /** The chosen day, or empty. */
  day: string;
  /** The first day that can be chosen, or empty. */
  min: string;
  /** Contains the field and its button. */
  root: RefObject<HTMLElement | null>;
  onChoose: (day: string) => void;
  /** `left` if focus is already somewhere else. */
  onClose: (reason: 'escape' | 'left') => void;
};

const WEEKDAYS = ['måndag', 'tisdag', 'onsdag', 'torsdag', 'fredag', 'lördag', 'söndag'];
const SUNDAY = 6;

const STEPS: Record<string, (day: string, isShifted: boolean) => string> = {
  ArrowLeft: (day) => addDaysTo(day, -1),
  ArrowRight: (day) => addDaysTo(day, 1),
  ArrowUp: (day) => addDaysTo(day, -7),
  ArrowDown: (day) => addDaysTo(day, 7),
  Home: (day) => addDaysTo(day, -daysSinceMonday(day)),
  End: (day) => addDaysTo(day, SUNDAY - daysSinceMonday(day)),
  PageUp: (day, isShifted) => addMonthsTo(day, isShifted ? -12 : -1),
  PageDown: (day, isShifted) => addMonthsTo(day, isShifted ? 12 : 1),
};

/** The date picker dialog of the WAI-ARIA patterns, with the week starting on Monday. */
export function DateCalendar({ day, min, root, onChoose, onClose }: Props) {
  const today = useToday();
  const isAllowed = (other: string) => other >= min;
  const [current, setCurrent] = useState(() => day || (today < min ? min : today));
  const movesFocus = useRef(true);
  const grid = useRef<HTMLTableElement>(null);
  const headingId = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: focus follows the current day
  useLayoutEffect(() => {
    if (movesFocus.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    movesFocus.current = false;
  }, [current]);

  const goTo = (next: string) => isDay(next) && setCurrent(next);
  const step = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(current, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    movesFocus.current = true;
    goTo(next);
  };

  return (
    <Popover.Root
      open
      modal={false}
      onOpenChange={(_, { event, reason }) => {
        // The button closes it itself.
        const isInField = event.target instanceof Node && root.current?.contains(event.target);
        if (reason === 'escape-key') onClose('escape');
        else if (!(reason === 'outside-press' && isInField)) onClose('left');
      }}
    >
      {/* Not in the body: a modal dialog makes everything outside it inert. */}
      <Popover.Portal container={root}>
        <Popover.Positioner
          className="date-calendar-positioner"
          anchor={root}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          positionMethod="fixed"
          // Cards and dialogs do not clip the top layer.
          popover="manual"
          ref={showPopover}
        >
          <Popover.Popup
            className="date-calendar"
            aria-label="Välj datum"
            initialFocus={() => grid.current?.querySelector<HTMLElement>('[tabindex="0"]') ?? true}
            finalFocus={false}
          >
            <div className="date-calendar-head">
              <Arrow label="Föregående år" onClick={() => goTo(addMonthsTo(current, -12))}>
                <ChevronsLeft size={20} aria-hidden="true" />
              </Arrow>
              <Arrow label="Föregående månad" onClick={() => goTo(addMonthsTo(current, -1))}>
                <ChevronLeft size={20} aria-hidden="true" />
              </Arrow>
              <span className="date-calendar-month" id={headingId} aria-live="polite">
                {formatMonth(current)} {current.slice(0, 4)}
              </span>
              <Arrow label="Nästa månad" onClick={() => goTo(addMonthsTo(current, 1))}>
                <ChevronRight size={20} aria-hidden="true" />
              </Arrow>
              <Arrow label="Nästa år" onClick={() => goTo(addMonthsTo(current, 12))}>
                <ChevronsRight size={20} aria-hidden="true" />
              </Arrow>
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is also the layout of a grid */}
            <table role="grid" aria-labelledby={headingId} ref={grid} onKeyDown={step}>
              <thead>
                <tr>
                  <th scope="col" abbr="vecka">
                    v.
                  </th>
                  {WEEKDAYS.map((weekday) => (
                    <th key={weekday} scope="col" abbr={weekday}>
                      {weekday.slice(0, 3)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {weeksOfMonth(current).map((week) => (
                  <tr key={week[0]}>
                    {week.some((other) => isSameMonth(other, current)) ? (
                      <th scope="row">{weekOf(week[0] ?? '')}</th>
                    ) : (
                      <td />
                    )}
                    {week.map((other, weekday) => (
                      // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a grid it is a gridcell
                      <td key={other} aria-selected={other === day}>
                        {isSameMonth(other, current) && (
                          <button
                            type="button"
                            className={cx('date-calendar-day', weekday === SUNDAY && 'date-calendar-sunday')}
                            tabIndex={other === current ? 0 : -1}
                            aria-label={`${WEEKDAYS[weekday]} ${formatLongDay(other)}`}
                            aria-current={other === today ? 'date' : undefined}
                            aria-disabled={!isAllowed(other) || undefined}
                            onClick={() => isAllowed(other) && onChoose(other)}
                          >
                            {Number(other.slice(8))}
                          </button>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

const isSameMonth = (day: string, other: string) => day.slice(0, 7) === other.slice(0, 7);

function Arrow({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <IconButton label={label} onClick={onClick}>
      {children}
    </IconButton>
  );
}
