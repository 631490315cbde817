import { type Background, sweep } from '#src/platform/background/jobs.ts';
import { sweepRemovedEvents } from './deletion/service.ts';
import { startGeocoding } from './places/geocode.ts';

export const eventBackground: Background = {
  jobs: [sweep('removed events', sweepRemovedEvents)],
  workers: [({ database, config, log }) => startGeocoding({ db: database.db, config, log })],
};
