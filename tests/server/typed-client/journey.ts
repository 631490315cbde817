// Compiled and run by ../typed-client.test.ts. `ApiPaths` are the types that openapi-typescript generates.
import createClient from 'openapi-fetch';

type Person = { tokenFromMail: (address: string) => Promise<string> };

const PASSWORD = 'Exempel-Losen-27';

export async function journey(url: string, { tokenFromMail }: Person): Promise<string[]> {
  const visitor = createClient<ApiPaths>({ baseUrl: `${url}/api` });

  async function registerAndLogIn(full_name: string, email: string) {
    const registration = await visitor.POST('/marketplace/register', {
      body: {
        email,
        full_name,
        phone_number: '070-123 45 67',
        password: PASSWORD,
        confirm_password: PASSWORD,
      },
    });
    if (registration.error) throw new Error(registration.error.detail);
    const earlyLogin = await visitor.POST('/marketplace/login', { body: { email, password: PASSWORD } });
    if (earlyLogin.error?.code !== 'login.unverified') throw new Error('An unverified member could log in.');
    await visitor.POST('/marketplace/verify/{token}', {
      params: { path: { token: await tokenFromMail(email) } },
    });
    const { data, error } = await visitor.POST('/marketplace/login', { body: { email, password: PASSWORD } });
    if (error) throw new Error(error.detail);
    const headers = { authorization: `Bearer ${data.access_token}` };
    return { user: data.user, client: createClient<ApiPaths>({ baseUrl: `${url}/api`, headers }) };
  }

  const anna = await registerAndLogIn('Anna Ek', 'anna@example.se');
  const bo = await registerAndLogIn('Bo Alm', 'bo@example.se');

  const { data: events } = await visitor.GET('/events');
  const event = events?.[0];
  if (!event) throw new Error('There is no event.');
  const distance = event.distances.split(', ')[0] ?? '';

  const rejectedAd = await anna.client.POST('/marketplace/announcements', {
    body: { event_id: event.id, distance, price: 0, announcement_type: 'sale' },
  });
  if (rejectedAd.error?.code !== 'announcement.price') throw new Error('A price of 0 was accepted.');
  const { data: ad, error } = await anna.client.POST('/marketplace/announcements', {
    body: { event_id: event.id, distance, price: 450, announcement_type: 'sale' },
  });
  if (error) throw new Error(error.detail);

  const sentMessage = await bo.client.POST('/marketplace/messages', {
    body: { announcement_id: ad.id, message_text: 'Är platsen kvar?' },
  });
  if (sentMessage.error) throw new Error(sentMessage.error.detail);

  const { data: inbox = [] } = await anna.client.GET('/marketplace/conversations');
  const [conversation] = inbox;
  if (conversation?.unread_count !== 1) throw new Error('The message did not arrive.');
  const path = { announcement_id: ad.id, other_user_id: conversation.other_user.id };
  await anna.client.POST('/marketplace/conversations/{announcement_id}/{other_user_id}/reply', {
    params: { path },
    body: { message_text: 'Ja, den är din.' },
  });
  const { data: detail } = await anna.client.GET(
    '/marketplace/conversations/{announcement_id}/{other_user_id}',
    { params: { path } },
  );

  await anna.client.PUT('/marketplace/announcements/{id}/complete', { params: { path: { id: ad.id } } });
  await anna.client.POST('/marketplace/logout');
  const profileAfterLogout = await anna.client.GET('/marketplace/me');
  if (profileAfterLogout.response.status !== 401) throw new Error('The session has not ended.');
  return detail?.messages.map(({ message_text }) => message_text) ?? [];
}
