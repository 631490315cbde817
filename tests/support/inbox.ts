import type { Page } from 'playwright-core';
import { conversations, messages } from '#db/schema/index.ts';
import type { Db } from '#src/platform/database.ts';
import { makeAnnouncement, makeEvent, makeMember } from './content.ts';
import type { Site } from './site.ts';

export type Member = Awaited<ReturnType<typeof makeMember>>;

/** `isRead` is for the other party. */
type WrittenMessage = { by: Member; text: string; at: string; isRead?: boolean };

/** `participant` starts the conversation about an ad of `owner`. */
export async function makeConversation(
  db: Db,
  {
    owner,
    participant,
    event_name = 'Vasaloppet',
    written,
    ...ad
  }: {
    owner: Member;
    participant: Member;
    event_name?: string;
    written: readonly WrittenMessage[];
  } & Parameters<typeof makeAnnouncement>[1],
) {
  const event = await makeEvent(db, { event_name, event_date: '2027-03-07' });
  const announcement = await makeAnnouncement(db, { ...ad, user_id: owner.id, event_id: event.id });
  const [conversation] = await db
    .insert(conversations)
    .values({ announcement_id: announcement.id, participant_id: participant.id })
    .returning();
  if (!conversation) throw new Error('No conversation was made.');
  for (const { by, text, at, isRead = true } of written) {
    await db.insert(messages).values({
      conversation_id: conversation.id,
      sender_id: by.id,
      message_text: text,
      created_at: at,
      read_at: isRead ? at : null,
    });
  }
  return { announcement, conversation };
}

/** A buyer has asked a seller one question. */
export async function makePair(db: Db) {
  const [seller, buyer] = [
    await makeMember(db, { full_name: 'Siv Säljare' }),
    await makeMember(db, { full_name: 'Bo Köpare' }),
  ];
  const { announcement, conversation } = await makeConversation(db, {
    owner: seller,
    participant: buyer,
    written: [{ by: buyer, text: 'Finns platsen kvar?', at: '2027-01-14T16:30:00Z' }],
  });
  return { seller, buyer, announcement, conversation };
}

/** As in the design: five conversations, one of them with two unread messages. */
export async function makeInbox(db: Db) {
  const person = (full_name: string) => makeMember(db, { full_name });
  const anna = await person('Anna Lindqvist');
  const per = await person('Per Holmström');
  const longConversation = await makeConversation(db, {
    owner: per,
    participant: anna,
    distance: '90 km',
    price: 2450,
    name_change_fee: 350,
    written: [
      { by: anna, text: 'Hej! Är platsen i startled 6 kvar?', at: '2027-01-13T19:41:00Z' },
      {
        by: per,
        text: 'Hej Anna! Ja, den är kvar. Namnbytet kostar 350 kr hos Vasaloppet och går att göra till 15 februari.',
        at: '2027-01-13T19:58:00Z',
      },
      { by: anna, text: 'Toppen. Kan vi säga 2 300 kr så tar jag namnbytet?', at: '2027-01-13T20:03:00Z' },
      {
        by: per,
        text: 'Det funkar. Jag kan starta bytet i kväll, så får du ett mejl från arrangören att bekräfta.',
        at: '2027-01-14T20:09:00Z',
      },
      { by: per, text: 'Ring gärna om något är oklart.', at: '2027-01-14T20:14:00Z' },
    ],
  });
  const sara = await person('Sara Åkesson');
  await makeConversation(db, {
    owner: sara,
    participant: anna,
    event_name: 'Göteborgsvarvet',
    distance: '21,1 km',
    price: 1295,
    written: [
      { by: anna, text: 'Finns platsen kvar?', at: '2027-01-14T16:30:00Z' },
      { by: sara, text: 'Ja, det gör den.', at: '2027-01-14T17:01:00Z', isRead: false },
      { by: sara, text: 'Vill du ha den?', at: '2027-01-14T17:02:00Z', isRead: false },
    ],
  });
  const otherConversations = [
    ['Mikael Sjöö', 'Vasaloppet', 'wanted', '90 km', 2000, '2027-01-12T06:45:00Z'],
    ['Ellen Wikström', 'Vansbrosimningen', 'sale', '3 km', 700, '2027-01-06T11:31:00Z'],
    ['Johan Östberg', 'Lidingöloppet', 'wanted', '30 km', 800, '2027-01-03T19:10:00Z'],
  ] as const;
  for (const [name, event_name, announcement_type, distance, price, at] of otherConversations) {
    const participant = await person(name);
    await makeConversation(db, {
      owner: anna,
      participant,
      event_name,
      announcement_type,
      distance,
      price,
      written: [{ by: participant, text: 'Hej! Är den fortfarande aktuell?', at }],
    });
  }
  return { anna, per, sara, ad: longConversation.announcement };
}

export const threadPath = (announcement: { id: string }, other: { id: string }) =>
  `/marketplace/inbox?announcement=${announcement.id}&user=${other.id}`;

/** Must run before the first page of a window loads. */
export const asMember = (member: Pick<Member, 'token' | 'id' | 'full_name'>) => (page: Page) =>
  page.addInitScript(
    ([token, user]) => {
      // Only before the first page, so that a test can log out.
      if (sessionStorage.getItem('logged in')) return;
      sessionStorage.setItem('logged in', 'once');
      localStorage.setItem('marketplace_token', token ?? '');
      localStorage.setItem('marketplace_user', user ?? '');
    },
    [member.token, JSON.stringify({ id: member.id, full_name: member.full_name })],
  );

export const visitAs = (
  site: Pick<Site, 'visit'>,
  member: Member,
  path: string,
  options: Parameters<Site['visit']>[1] = {},
) =>
  site.visit(path, {
    ...options,
    prepare: async (page) => {
      await asMember(member)(page);
      await options.prepare?.(page);
    },
  });

export const replyBox = (page: Page) => page.getByRole('textbox', { name: /^Svar till/ });

export const bubble = (page: Page, text: string) => page.locator('.message', { hasText: text });
