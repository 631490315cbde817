import { distancesFit, endNotBeforeStart, findFieldConflict } from '#src/features/events/contract.ts';
import type { WatchTarget } from '#src/features/watches/contract.ts';
import { isMarketKind } from '#src/features/watches/rules.ts';
import { isAroundSweden } from '#src/shared/geo.ts';

type Row = Record<string, unknown>;
type RaceRow = Parameters<typeof distancesFit>[0] & Parameters<typeof endNotBeforeStart>[0];

/** Each check returns the name of the invalid column. */
export const ROW_CHECKS: Record<string, (row: Row) => string | undefined> = {
  events(row) {
    const { latitude, longitude, place_source } = row as Record<string, number | string | null>;
    if ((place_source === null) !== (latitude === null)) return 'place_source';
    if (place_source === 'admin' && !isAroundSweden(Number(latitude), Number(longitude))) return 'latitude';
    return findFieldConflict(row as Parameters<typeof findFieldConflict>[0])?.field;
  },
  event_submissions(row) {
    if (!distancesFit(row as RaceRow)) return 'distances';
    if (!endNotBeforeStart(row as RaceRow)) return 'event_end_date';
    const isPending = row.status === 'pending';
    if ((row.reviewed_at === null) !== isPending) return 'reviewed_at';
    return (row.reviewed_by === null) === isPending ? undefined : 'reviewed_by';
  },
  banners: ({ file_url, external_url }) =>
    file_url === null && external_url === null ? 'file_url' : undefined,
  watchers: ({ email, user_id }) => ((email === null) === (user_id === null) ? 'email' : undefined),
  watches(row) {
    const { kind, query, event_id, series_id, distance, min_price, max_price } = row as WatchTarget;
    if ([query, event_id, series_id].filter((target) => target !== null).length !== 1) return 'query';
    const isAllowed = {
      search: query !== null,
      event: event_id !== null,
      series: series_id !== null,
      market_sale: query === null,
      market_wanted: query === null,
    };
    if (!isAllowed[kind]) return 'kind';
    if (!isMarketKind(kind) && (distance !== null || min_price !== null || max_price !== null))
      return 'distance';
    return min_price !== null && max_price !== null && min_price > max_price ? 'min_price' : undefined;
  },
};
