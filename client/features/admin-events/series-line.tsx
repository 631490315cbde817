import { useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { countOf } from '#src/shared/text.ts';
import { type RenderOrganisers, SeriesDialog } from './series-dialog.tsx';

type Props = {
  /** As it was opened. Its series may have been merged since. */
  event: AdminEvent;
  events: readonly AdminEvent[];
  renderOrganisers: RenderOrganisers;
};

/** Names the series of a stored event, and opens its dialog. */
export function SeriesLine({ event, events, renderOrganisers }: Props) {
  const [isOpen, setOpen] = useState(false);
  const allSeries = trpc.public.series.list.useQuery();
  const seriesId = events.find(({ id }) => id === event.id)?.series_id ?? event.series_id;
  const series = allSeries.data?.find(({ id }) => id === seriesId);
  if (!seriesId || allSeries.error) return null;
  const editions = events.filter(({ series_id }) => series_id === seriesId).toReversed();
  return (
    <div className="series-line">
      {series && (
        <>
          <p>
            Serie:{' '}
            <a href={series.url} target="_blank" rel="noopener">
              {series.name}
            </a>
            , {countOf(editions.length, 'upplaga', 'upplagor')}
          </p>
          <Button kind="link" onClick={() => setOpen(true)}>
            Ändra serie
          </Button>
        </>
      )}
      {series && isOpen && (
        <SeriesDialog
          series={series}
          editions={editions}
          allSeries={allSeries.data ?? []}
          renderOrganisers={renderOrganisers}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
