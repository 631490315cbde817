import { EventFields, type EventFieldValues } from '../../features/events/admin/event-fields';
import { fieldsOf, inputOf } from '../../features/events/admin/event-values';
import { Leaf } from '../../features/events/leaf';
import { SportIcon } from '../../features/events/sport-icon';
import type { RaceSlots } from '../../features/submissions/admin/race-slots';
import { Submissions } from '../../features/submissions/admin/submissions';
import { tabPath } from '../../shell/admin/tabs';

const SLOTS: RaceSlots<EventFieldValues> = {
  leaf: ({ event_date, event_end_date, sport_type }) => (
    <Leaf day={event_date} endDay={event_end_date} sport={sport_type} />
  ),
  sportIcon: (sport) => <SportIcon sport={sport} size={18} />,
  valuesOf: fieldsOf,
  fields: (form) => <EventFields form={form} />,
  read: (form) => {
    const { input, distances, faults } = inputOf(form.values);
    form.set('distances', distances);
    return { input, faults };
  },
  eventsPath: (name) => tabPath('events', { q: name }),
};

export default function SubmissionsTab() {
  return <Submissions slots={SLOTS} />;
}
