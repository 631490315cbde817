// Separate from the contract, so that pages that only show ads load no schemas.

export const ANNOUNCEMENT_TYPES = ['sale', 'wanted'] as const;
export type AnnouncementType = (typeof ANNOUNCEMENT_TYPES)[number];

export const TYPE_LABELS: Record<AnnouncementType, string> = { sale: 'Säljes', wanted: 'Söks' };

/** In forms. */
export const PRICE_LABELS: Record<AnnouncementType, string> = { sale: 'Pris', wanted: 'Högsta pris' };

/** In kronor. */
export const KRONOR_MAX = 1_000_000;
