import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { Select } from '#client/ui/inputs.tsx';
import { MoneyInput } from '#client/ui/money-input.tsx';
import type { AnnouncementFilter } from '#src/features/announcements/filter/rules.ts';
import { countOf } from '#src/shared/text.ts';
import { EventOptions, LandskapOptions, SportOptions } from './filter-options.tsx';
import { digitsOf, readPrice, writePrice } from './filter-url.ts';
import type { MarketView } from './market-view.ts';
import type { ChangeFilter } from './use-market.ts';

type Props = {
  view: MarketView;
  filter: AnnouncementFilter;
  onChange: ChangeFilter;
  onClear: () => void;
  onClose: () => void;
};

/** The filters apply at once; the button only closes the sheet. */
export function FilterSheet({ view, filter, onChange, onClear, onClose }: Props) {
  return (
    <Dialog
      open
      title="Filter"
      isStep
      onClose={onClose}
      headerExtra={
        <Button kind="link" onClick={onClear}>
          Rensa filter
        </Button>
      }
      footer={
        <Button kind="primary" large wide onClick={onClose}>
          <span aria-live="polite">
            {view.ads ? `Visa ${countOf(view.shown, 'annons', 'annonser')}` : 'Visa annonser'}
          </span>
        </Button>
      }
    >
      <div className="ad-filter-sheet">
        <Field label="Evenemang">
          {(ariaProps) => (
            <Select
              {...ariaProps}
              name="event"
              value={filter.event}
              onChange={(event) => onChange({ event: event.target.value })}
            >
              <EventOptions events={view.events} chosen={filter.event} />
            </Select>
          )}
        </Field>
        <Field label="Sport">
          {(ariaProps) => (
            <Select
              {...ariaProps}
              name="sport"
              value={filter.sport}
              onChange={(event) => onChange({ sport: event.target.value })}
            >
              <SportOptions sports={view.sports} chosen={filter.sport} />
            </Select>
          )}
        </Field>
        <Field label="Landskap">
          {(ariaProps) => (
            <Select
              {...ariaProps}
              name="landskap"
              value={filter.landskap}
              onChange={(event) => onChange({ landskap: event.target.value })}
            >
              <LandskapOptions landskap={view.landskap} chosen={filter.landskap} />
            </Select>
          )}
        </Field>
        <Field label="Högsta pris">
          {(ariaProps) => (
            <MoneyInput
              {...ariaProps}
              name="max_price"
              placeholder="Alla priser"
              value={writePrice(filter.max_price)}
              onChange={(event) => onChange({ max_price: readPrice(digitsOf(event.target.value)) })}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
