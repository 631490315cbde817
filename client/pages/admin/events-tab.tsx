import { EventsAdmin } from '../../features/events/admin/events-admin';
import type { RenderOrganisers } from '../../features/events/admin/series-dialog';
import type { SpotMapProps } from '../../features/events/spot-map-props';
import { OrganisersSection } from '../../features/organisers/admin/organisers-section';
import { LazySpotMap } from '../lazy-spot-map';

const renderSpotMap = (props: SpotMapProps) => <LazySpotMap {...props} />;

const renderOrganisers: RenderOrganisers = (series) => <OrganisersSection series={series} />;

export default function EventsTab() {
  return <EventsAdmin renderSpotMap={renderSpotMap} renderOrganisers={renderOrganisers} />;
}
