import * as v from 'valibot';
import { admin, cachedPublic, fromSnapshot, router, sharedRead } from '#src/platform/procedure/trpc.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { Message } from '#src/shared/fields.ts';
import { EventCopy, EventId, EventUpdate, FoundSpot, NewEvent, PlaceQuery } from './admin/contract.ts';
import {
  copyEvent,
  createEvent,
  deleteEvent,
  findSpot,
  resetCoordinates,
  updateEvent,
} from './admin/service.ts';
import { AdminEvent } from './admin-view/contract.ts';
import { listAdminEvents } from './admin-view/service.ts';
import { LocatedEvent, PublicEvent } from './contract.ts';
import { EventPages, PastYear, UpcomingEvents, YEAR } from './list/contract.ts';
import { listPast, listUpcoming } from './list/store.ts';
import { RacePage, RacePath } from './race/contract.ts';
import { findRace } from './race/service.ts';
import { findEvent } from './service.ts';
import { listEvents, listLocatedEvents } from './store.ts';

const EVENT_ERRORS: ErrorCode[] = [
  'event.required',
  'event.distance',
  'event.end_before_start',
  'event.banner_order',
  'event.choice',
  'event.registration_order',
  'event.too_many_dates',
  'event.transfer_order',
  'event.transfer_distance',
  'event.transfer_after_race',
  'event.transfer_ambiguous',
  'event.checked_in_future',
  'event.price_repeated',
  'event.too_many_periods',
  'event.too_many_needs',
  'event.kronor',
  'event.place',
];

export const publicEvents = router({
  list: cachedPublic
    .meta({
      rest: 'GET /events',
      summary: 'List all events',
      description: 'Past and upcoming events, ordered by start date.',
      snapshot: {
        tables: ['events', 'series'],
        read: ({ database, now }) => listEvents(database.db, dayInStockholm(now())),
        isMadeOnDemand: true,
        changesDaily: true,
        isServedWhenUnavailable: true,
      },
    })
    .output(v.array(PublicEvent))
    .query(fromSnapshot),

  coordinates: cachedPublic
    .meta({
      rest: 'GET /events/coordinates',
      summary: 'List events with coordinates',
      description: 'The events whose location is known, ordered by start date.',
      snapshot: {
        tables: ['events', 'series'],
        read: ({ database, now }) => listLocatedEvents(database.db, dayInStockholm(now())),
        isMadeOnDemand: true,
        changesDaily: true,
        isServedWhenUnavailable: true,
      },
    })
    .output(v.array(LocatedEvent))
    .query(fromSnapshot),

  upcoming: cachedPublic
    .meta({
      rest: 'GET /events/upcoming',
      summary: 'List upcoming events compactly',
      description:
        'What the calendar and the map show of the events that are not over, in columns, and the number of past events of ' +
        'each year. The other fields of an event are in `GET /events/:id`.',
      snapshot: {
        tables: ['events', 'series'],
        read: ({ database, now }) => listUpcoming(database.db, dayInStockholm(now())),
        changesDaily: true,
        isServedWhenUnavailable: true,
      },
    })
    .output(UpcomingEvents)
    .query(fromSnapshot),

  past: cachedPublic
    .meta({
      rest: 'GET /events/past',
      summary: 'List past events of a year compactly',
      description: 'The events that are over and whose last day is in the year.',
      snapshot: {
        tables: ['events', 'series'],
        input: { field: 'year', pattern: YEAR },
        read: ({ database, now }, year) => listPast(database.db, dayInStockholm(now()), year),
        isMadeOnDemand: true,
        changesDaily: true,
        isServedWhenUnavailable: true,
      },
    })
    .input(PastYear)
    .output(EventPages)
    .query(fromSnapshot),

  race: sharedRead
    .meta({
      rest: 'GET /events/race',
      summary: 'Get what the page of a race shows',
      description:
        '`path` is that of the page, such as `/lopp/exempelloppet/2027`. Without the last part it is the next edition, or the ' +
        'latest if none is to come.',
      errors: ['event.not_found'],
    })
    .input(RacePath)
    .output(RacePage)
    .query(({ ctx, input }) => findRace(ctx, input.path)),

  get: sharedRead
    .meta({
      rest: 'GET /events/:id',
      summary: 'Get an event',
      description: 'A past or upcoming event.',
      errors: ['event.not_found'],
    })
    .input(EventId)
    .output(PublicEvent)
    .query(({ ctx, input }) => findEvent(ctx, input.id)),
});

export const adminEvents = router({
  list: admin
    .meta({
      rest: 'GET /admin/events',
      summary: 'List all events with admin fields',
      description: 'Past and upcoming events, ordered by start date.',
    })
    .output(v.array(AdminEvent))
    .query(({ ctx }) => listAdminEvents(ctx)),

  create: admin
    .meta({
      rest: 'POST /admin/events',
      summary: 'Create an event',
      description:
        'Without coordinates, the event is located by its `address`, `ort` and `landskap`. Without `series_id`, it gets ' +
        'the series with its name and `ort`, or a new one.',
      errors: [...EVENT_ERRORS, 'series.not_found'],
    })
    .input(NewEvent)
    .output(AdminEvent)
    .mutation(({ ctx, input }) => createEvent(ctx, input)),

  copy: admin
    .meta({
      rest: 'POST /admin/events/:id/copy',
      summary: 'Copy an event to another date',
      description:
        'Without `event_date`, the copy is on the same ISO week and weekday of the next year, or of the first later year ' +
        'in which that day is not past. It is in the same series and has the same length in days and the same place, but ' +
        'no stamp, results, state and registration. The year in its name becomes the new one.',
      errors: ['event.not_found', 'event.date'],
    })
    .input(EventCopy)
    .output(AdminEvent)
    .mutation(({ ctx, input }) => copyEvent(ctx, input)),

  update: admin
    .meta({
      rest: 'PUT /admin/events/:id',
      summary: 'Replace an event',
      description:
        'Optional fields that are left out are cleared. Kept are coordinates set by an admin, until they are reset, and ' +
        'the fields of state, registration and transfer. With `date_change` set to `moved`, the date before the change is added ' +
        'to `previous_dates`. A new date for a postponed event makes it scheduled and moved.',
      errors: [...EVENT_ERRORS, 'event.changed'],
    })
    .input(EventUpdate)
    .output(AdminEvent)
    .mutation(({ ctx, input }) => updateEvent(ctx, input)),

  delete: admin
    .meta({
      rest: 'DELETE /admin/events/:id',
      summary: 'Delete an event',
      description: 'Ads for the event are kept, but become inactive.',
    })
    .input(EventId)
    .output(Message)
    .mutation(({ ctx, input }) => deleteEvent(ctx, input.id)),

  resetCoordinates: admin
    .meta({
      rest: 'DELETE /admin/events/:id/coordinates',
      summary: 'Reset the coordinates of an event',
      description:
        'Removes coordinates set by an admin and locates the event by its `address`, `ort` and `landskap`.',
    })
    .input(EventId)
    .output(AdminEvent)
    .mutation(({ ctx, input }) => resetCoordinates(ctx, input.id)),

  findPlace: admin
    .meta({
      rest: 'GET /admin/events/place',
      summary: 'Look up a place',
      description:
        'Returns the coordinates that an event with this location would get, or `null` if none are found.',
    })
    .input(PlaceQuery)
    .output(v.nullable(FoundSpot))
    .query(({ input }) => findSpot(input)),
});
