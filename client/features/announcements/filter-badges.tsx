import { useLayoutEffect, useRef } from 'react';
import { Chip } from '#client/ui/badge.tsx';
import { ALL_ANNOUNCEMENTS, type AnnouncementFilter } from '#src/features/announcements/filter/rules.ts';
import { kronorText } from '#src/shared/text.ts';
import type { MarketView } from './market-view.ts';
import type { ChangeFilter } from './use-market.ts';

type Props = {
  view: MarketView;
  filter: AnnouncementFilter;
  onChange: ChangeFilter;
  /** Called when the last badge, which had focus, was removed. */
  onEmptied: () => void;
};

/** The type is not among them: its choices are always in sight. */
function labelsOf({ events }: MarketView, { event, sport, landskap, max_price }: AnnouncementFilter) {
  const eventName = events.choices.find(({ key }) => key === event)?.name ?? 'Evenemang utan annonser';
  return [
    { key: 'event', label: event && eventName },
    { key: 'sport', label: sport },
    { key: 'landskap', label: landskap },
    { key: 'max_price', label: max_price === null ? '' : `Högst ${kronorText(max_price)}` },
  ] as const;
}

export function FilterBadges({ view, filter, onChange, onEmptied }: Props) {
  const badges = labelsOf(view, filter).filter(({ label }) => label);
  const list = useRef<HTMLUListElement>(null);
  const removedIndex = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (removedIndex.current === undefined) return;
    const nextIndex = Math.min(removedIndex.current, badges.length - 1);
    removedIndex.current = undefined;
    const nextButton = list.current?.querySelectorAll<HTMLElement>('.chip-remove')[nextIndex];
    if (nextButton) nextButton.focus({ preventScroll: true });
    else onEmptied();
  }, [badges.length, onEmptied]);
  if (badges.length === 0) return null;
  return (
    <ul className="filter-active-list" aria-label="Aktiva filter" ref={list}>
      {badges.map(({ key, label }, index) => (
        <li key={key}>
          <Chip
            label={label}
            removeLabel={`Ta bort filter ${label}`}
            onRemove={() => {
              removedIndex.current = index;
              onChange({ [key]: ALL_ANNOUNCEMENTS[key] });
            }}
          />
        </li>
      ))}
    </ul>
  );
}
