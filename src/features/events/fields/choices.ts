export const ADDITIONAL_FIELDS_MAX = 20;
export const PREVIOUS_DATES_MAX = 20;
export const TRANSFER_PERIODS_MAX = 20;
export const BUYER_NEEDS_MAX = 10;

export const STAMP_COLORS = ['red', 'orange', 'green', 'blue', 'purple', 'yellow'] as const;
export type StampColor = (typeof STAMP_COLORS)[number];

/** `postponed` means that the new date is not known. */
export const EVENT_STATUSES = ['scheduled', 'cancelled', 'postponed'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** How places are given: to the first who register, or by drawing lots. */
export const REGISTRATION_KINDS = ['open', 'lottery'] as const;

/** Whether the organizer lets a place change its owner. */
export const TRANSFER_POLICIES = ['unknown', 'allowed', 'forbidden'] as const;
export const TRANSFER_INITIATORS = ['seller', 'buyer', 'organizer'] as const;
export const TRANSFER_PAYERS = ['buyer', 'seller'] as const;
export const TRANSFER_PLACES = ['online', 'on_site'] as const;
