import * as v from 'valibot';
import { router, visitor } from '../../platform/trpc';
import { LocatedEvent, PublicEvent } from './contract';
import { listEvents, listLocatedEvents } from './service';

export const publicEvents = router({
  list: visitor
    .meta({ rest: 'GET /events', summary: 'Every event, past and upcoming, by start date.' })
    .output(v.array(PublicEvent))
    .query(({ ctx }) => listEvents(ctx)),

  coordinates: visitor
    .meta({ rest: 'GET /events/coordinates', summary: 'The events that have a place, with where it is.' })
    .output(v.array(LocatedEvent))
    .query(({ ctx }) => listLocatedEvents(ctx)),
});

export const adminEvents = router({});
