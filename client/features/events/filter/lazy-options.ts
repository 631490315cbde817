import { lazyComponent } from '../../../platform/navigation/lazy-component';

// The choices in popovers and in the sheet are not needed before a press. They are fetched when the page is idle.
export const DistanceOptions = lazyComponent(async () => ({
  default: (await import('./distance-options')).DistanceOptions,
}));
export const PeriodOptions = lazyComponent(async () => ({
  default: (await import('./period-options')).PeriodOptions,
}));
export const SheetChoices = lazyComponent(async () => ({
  default: (await import('./sheet-choices')).SheetChoices,
}));
export const NearOptions = lazyComponent(async () => ({
  default: (await import('./near-options')).NearOptions,
}));
