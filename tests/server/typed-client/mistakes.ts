// Compiled by ../typed-client.test.ts: every line marked WRONG must be a type error, and no other.
import createClient from 'openapi-fetch';

const client = createClient<ApiPaths>({ baseUrl: '/api' });

export async function mistakes(): Promise<void> {
  await client.GET('/event'); // WRONG: no such path
  await client.DELETE('/events'); // WRONG: no such method
  await client.GET('/admin/marketplace/users/{id}'); // WRONG: without the id
  await client.POST('/marketplace/login', {
    body: { email: 'anna@example.se' }, // WRONG: without a password
  });
  await client.PUT('/admin/banners/{id}', { params: { path: { id: '1' } }, body: { is_active: true } });
  await client.PUT('/admin/banners/{id}', {
    params: { path: { id: '1' } },
    body: { is_active: 'yes' }, // WRONG: not a boolean
  });

  const { data, error } = await client.GET('/marketplace/announcements');
  for (const ad of data ?? []) {
    ad.price.toFixed();
    ad.event_id.length; // WRONG: may be null
    ad.email; // WRONG: not public
  }
  if (error?.code === 'announcement.prize') return; // WRONG: no such code
}
