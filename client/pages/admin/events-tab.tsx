import { EventsAdmin } from '#client/features/events/admin/events-admin.tsx';
import type { RenderOrganisers } from '#client/features/events/admin/series-dialog.tsx';
import type { SpotMapProps } from '#client/features/events/spot-map-props.ts';
import { OrganisersSection } from '#client/features/organisers/admin/organisers-section.tsx';
import { LazySpotMap } from '#client/pages/lazy-spot-map.tsx';

const renderSpotMap = (props: SpotMapProps) => <LazySpotMap {...props} />;

const renderOrganisers: RenderOrganisers = (series) => <OrganisersSection series={series} />;

export default function EventsTab() {
  return <EventsAdmin renderSpotMap={renderSpotMap} renderOrganisers={renderOrganisers} />;
}
