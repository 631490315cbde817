import type { Flow } from './load.ts';

export const ad: Flow = async ({ call, people, marker, chance }) => {
  const callerHeaders = people.seller().headers;
  const description = marker();
  const created = await call('marketplace.announcements.create', {
    callerHeaders,
    input: {
      announcement_type: 'sale',
      event_id: people.event_id,
      distance: '10 km',
      price: 500,
      description,
    },
    checkStored: (stored) => ({ ad: !!stored.find('announcements', 'description', description) }),
  });
  if (created?.outcome !== 'ok') return;
  const id = String(created.body.id);
  // The description changes next, so look the ad up by its id.
  created.write.checkStored = (stored) => ({ ad: !!stored.find('announcements', 'id', id) });

  const newText = marker();
  const price = 1 + Math.floor(Math.random() * 400);
  const edited = await call('marketplace.announcements.update', {
    callerHeaders,
    input: { id, price, description: newText },
    checkStored: (stored) => {
      const row = stored.find('announcements', 'id', id);
      return { description: row?.description === newText, price: row?.price === price };
    },
  });
  if (edited?.outcome !== 'ok') return;

  if (chance(0.5)) {
    await call('marketplace.announcements.complete', {
      callerHeaders,
      input: { id },
      checkStored: (stored) => ({ completed: stored.find('announcements', 'id', id)?.is_completed === true }),
    });
    return;
  }
  const deleted = await call('marketplace.announcements.delete', {
    callerHeaders,
    input: { id },
    checkStored: (stored) => ({ gone: !stored.find('announcements', 'id', id) }),
  });
  const isDeleted = deleted !== undefined;
  created.write.isOverwritten = edited.write.isOverwritten = isDeleted;
};

export const conversation: Flow = async ({ call, people, marker }) => {
  const pair = people.pair();
  if (!pair) return;
  const { buyer, ad: announcement_id, seller } = pair;
  const question = marker();
  const sent = await call('marketplace.conversations.send', {
    callerHeaders: buyer.headers,
    input: { announcement_id, message_text: question },
    checkStored: (stored) => {
      const row = stored.find('messages', 'message_text', question);
      const opened = row && stored.find('conversations', 'id', row.conversation_id);
      return {
        message: !!row,
        conversation: !!opened,
        mail:
          !!row && stored.hasMail('conversation.message', [row.conversation_id, seller.id].sort().join(' ')),
      };
    },
  });
  if (sent?.outcome !== 'ok') return;
  const reply = marker();
  await call('marketplace.conversations.reply', {
    callerHeaders: seller.headers,
    input: { announcement_id, other_user_id: buyer.id, message_text: reply },
    checkStored: (stored) => {
      const row = stored.find('messages', 'message_text', reply);
      return {
        message: !!row,
        mail:
          !!row && stored.hasMail('conversation.message', [row.conversation_id, buyer.id].sort().join(' ')),
      };
    },
  });
};

export const profile: Flow = async ({ call, people, marker }) => {
  const member = people.unusedMember();
  if (!member) return;
  const [full_name, phone_number] = [marker(), marker()];
  await call('marketplace.accounts.updateProfile', {
    callerHeaders: member.headers,
    input: { full_name, phone_number },
    checkStored: (stored) => {
      const row = stored.find('marketplace_users', 'id', member.id);
      return { name: row?.full_name === full_name, phone: row?.phone_number === phone_number };
    },
  });
};

export const report: Flow = async ({ call, people, marker }) => {
  const description = marker();
  await call('marketplace.reports.create', {
    callerHeaders: people.reporter.headers,
    input: {
      reason: 'spam',
      description,
      reported_user_id: people.seller().id,
      related_announcement_id: null,
    },
    checkStored: (stored) => ({ report: !!stored.find('reports', 'description', description) }),
  });
};
