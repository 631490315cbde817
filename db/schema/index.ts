export * from './accounts';
export * from './announcements';
export * from './banners';
export * from './contact';
export * from './events';
export * from './marketplace-settings';
export * from './rate-limits';
export * from './submissions';
