import { lazyComponent } from '#client/platform/navigation/lazy-component.ts';

// The choices in popovers and in the sheet are not needed before a press. They are fetched when the page is idle.
export const DistanceOptions = lazyComponent(async () => ({
  default: (await import('./distance-options.tsx')).DistanceOptions,
}));
export const PeriodOptions = lazyComponent(async () => ({
  default: (await import('./period-options.tsx')).PeriodOptions,
}));
export const SheetChoices = lazyComponent(async () => ({
  default: (await import('./sheet-choices.tsx')).SheetChoices,
}));
export const NearOptions = lazyComponent(async () => ({
  default: (await import('./near-options.tsx')).NearOptions,
}));
