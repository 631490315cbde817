import { EventsAdmin } from '../../features/events/admin/events-admin';
import type { SpotMapProps } from '../../features/events/spot-map-props';
import { LazySpotMap } from '../lazy-spot-map';

const renderSpotMap = (props: SpotMapProps) => <LazySpotMap {...props} />;

export default function EventsTab() {
  return <EventsAdmin renderSpotMap={renderSpotMap} />;
}
