import * as v from 'valibot';
import { admin, everybody, fromSnapshot, router } from '../../platform/trpc';
import { Message } from '../../shared/fields';
import { AdminEvent, EventId, EventUpdate, FoundSpot, NewEvent, PlaceQuery } from './admin/contract';
import {
  createEvent,
  deleteEvent,
  findSpot,
  listAdminEvents,
  resetCoordinates,
  updateEvent,
} from './admin/service';
import { LocatedEvent, PublicEvent } from './contract';
import { listEvents, listLocatedEvents } from './store';

export const publicEvents = router({
  list: everybody
    .meta({
      rest: 'GET /events',
      summary: 'Every event, past and upcoming, by start date.',
      snapshot: { of: ['events'], read: ({ database }) => listEvents(database.db), isKept: true },
    })
    .output(v.array(PublicEvent))
    .query(fromSnapshot),

  coordinates: everybody
    .meta({
      rest: 'GET /events/coordinates',
      summary: 'The events that have a place, with where it is.',
      snapshot: { of: ['events'], read: ({ database }) => listLocatedEvents(database.db), isKept: true },
    })
    .output(v.array(LocatedEvent))
    .query(fromSnapshot),
});

export const adminEvents = router({
  list: admin
    .meta({ rest: 'GET /admin/events', summary: 'Every event as admins see it, by start date.' })
    .output(v.array(AdminEvent))
    .query(({ ctx }) => listAdminEvents(ctx)),

  create: admin
    .meta({ rest: 'POST /admin/events', summary: 'Puts an event on the calendar.' })
    .input(NewEvent)
    .output(AdminEvent)
    .mutation(({ ctx, input }) => createEvent(ctx, input)),

  update: admin
    .meta({ rest: 'PUT /admin/events/:id', summary: 'Writes over an event; what is left out is emptied.' })
    .input(EventUpdate)
    .output(AdminEvent)
    .mutation(({ ctx, input }) => updateEvent(ctx, input)),

  delete: admin
    .meta({ rest: 'DELETE /admin/events/:id', summary: 'Deletes an event; its ads stay, inactive.' })
    .input(EventId)
    .output(Message)
    .mutation(({ ctx, input }) => deleteEvent(ctx, input.id)),

  resetCoordinates: admin
    .meta({
      rest: 'DELETE /admin/events/:id/coordinates',
      summary: 'Finds the place of an event anew whose spot was set by hand.',
    })
    .input(EventId)
    .output(AdminEvent)
    .mutation(({ ctx, input }) => resetCoordinates(ctx, input.id)),

  findPlace: admin
    .meta({ rest: 'GET /admin/events/place', summary: 'Where the gazetteer would put an event.' })
    .input(PlaceQuery)
    .output(v.nullable(FoundSpot))
    .query(({ input }) => findSpot(input)),
});
