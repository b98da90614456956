import { group } from 'd3-array';
import {
  alertMail,
  alertsMail,
  digestMail,
  pushBody,
  pushOfSeveral,
  type DigestedAlert,
} from '../../../views/alerts/alert-mail';
import type { Trx } from '../../platform/db/database';
import { mailChannel } from '../../platform/outbox/mail';
import type { Channel, Outbox } from '../../platform/resources';
import { postPush } from '../web-push';
import { frequencies, offeredChannels, type Frequency } from './alert-channels.rules';
import type { ToldFiring } from './delivery.store';
import type { Recipient } from './recipients.service';

/** What fired and waited together, for one person. */
interface Notice {
  recipient: Recipient;
  /** One at least; the newest first. */
  firings: readonly ToldFiring[];
}

/** What a day has raised, for one person. */
interface Summary {
  recipient: Recipient;
  alerts: readonly DigestedAlert[];
}

interface Posting {
  /** Names it in the outbox, for good. */
  key: string;
  organisationId: number;
  now: Date;
}

/** How one of the offered channels tells people of what has fired. */
interface AlertChannelDeclaration<Address, Content> {
  /** That of the offered channel. */
  name: string;
  /** Where its items wait, and no other channel's: the name of a channel that is there, or one of its own. */
  outbox: string | Channel;
  /** What it needs of a recipient; null for one who has none. */
  addressOf(recipient: Recipient): Address | null;
  /** In the recipient's language, for each frequency in which it is offered. */
  render: { IMMEDIATE?(notice: Notice): Content; DAILY?(summary: Summary): Content };
  /** @returns whether there was anything to be told by */
  post(trx: Trx, outbox: Outbox, item: Posting & { address: Address; content: Content }): Promise<boolean>;
}

export interface AlertChannel {
  name: string;
  outboxChannel: string;
  /** Of its own. */
  outbox: Channel | null;
  allows(frequency: Frequency): boolean;
  reaches(recipient: Recipient): boolean;
  /** @returns whether there was anything to be told by */
  tell(trx: Trx, outbox: Outbox, notice: Posting & Notice): Promise<boolean>;
  summarize(trx: Trx, outbox: Outbox, summary: Posting & Summary): Promise<boolean>;
}

const channels = new Map<string, AlertChannel>();

/** @returns what takes it out again */
export function addAlertChannel<Address, Content>(declaration: AlertChannelDeclaration<Address, Content>): () => void {
  const { name, outbox: box, render } = declaration;
  const outboxChannel = typeof box === 'string' ? box : box.name;
  const offered = offeredChannels.find((one) => one.name === name);
  if (!offered) throw new Error(`${name} is not offered to anybody: it stands in no line of alert-channels.rules.ts`);
  for (const frequency of frequencies)
    if (offered.frequencies.includes(frequency) !== (render[frequency] !== undefined))
      throw new Error(`${name} is offered in other frequencies than it renders: ${frequency}`);
  for (const other of channels.values())
    if (other.name === name || other.outboxChannel === outboxChannel)
      throw new Error(`${name} (${outboxChannel}) is taken by ${other.name} (${other.outboxChannel})`);
  const send = async (
    trx: Trx,
    outbox: Outbox,
    { recipient, content, ...item }: Posting & { recipient: Recipient; content: Content | undefined },
  ) => {
    const address = declaration.addressOf(recipient);
    return address !== null && content !== undefined && declaration.post(trx, outbox, { ...item, address, content });
  };
  channels.set(name, {
    name,
    outboxChannel,
    outbox: typeof box === 'string' ? null : box,
    allows: (frequency) => render[frequency] !== undefined,
    reaches: (recipient) => declaration.addressOf(recipient) !== null,
    tell: (trx, outbox, { firings, ...item }) =>
      send(trx, outbox, { ...item, content: render.IMMEDIATE?.({ recipient: item.recipient, firings }) }),
    summarize: (trx, outbox, { alerts, ...item }) =>
      send(trx, outbox, { ...item, content: render.DAILY?.({ recipient: item.recipient, alerts }) }),
  });
  return () => void channels.delete(name);
}

/** Channels that support this frequency. */
export const channelsFor = (frequency: Frequency): AlertChannel[] =>
  [...channels.values()].filter((channel) => channel.allows(frequency));

/** The outbox channels that are theirs alone. */
export const ownOutboxChannels = (): Channel[] => [...channels.values()].flatMap(({ outbox }) => outbox ?? []);

/** undefined for one that another build has. */
export const alertChannel = (name: string): AlertChannel | undefined => channels.get(name);

addAlertChannel({
  name: 'EMAIL',
  outbox: mailChannel.name,
  addressOf: ({ email }) => email,
  render: {
    IMMEDIATE({ recipient, firings }) {
      const unsubscribeUrl = recipient.unsubscribeUrl({
        alertIds: [...new Set(firings.map(({ alertId }) => alertId))],
      });
      const reader = { ...recipient, unsubscribeUrl };
      const [one, ...others] = toldTo(recipient, firings);
      const content =
        one && others.length === 0
          ? alertMail(reader, one.alert, one.event)
          : alertsMail(reader, digested(recipient, firings), recipient.eventsUrl(firings));
      return { ...content, unsubscribeUrl };
    },
    DAILY({ recipient, alerts }) {
      const unsubscribeUrl = recipient.unsubscribeUrl({ frequency: 'DAILY' });
      return { ...digestMail({ ...recipient, unsubscribeUrl }, alerts), unsubscribeUrl };
    },
  },
  async post(trx, outbox, { address, content, key, organisationId, now }) {
    await outbox.post(trx, mailChannel, { key, organisationId, now, payload: { to: address, ...content } });
    return true;
  },
});

/** One item for each browser of the person; the outbox knows them by the key and what follows it. */
addAlertChannel({
  name: 'PUSH',
  outbox: 'push',
  addressOf: ({ userId }) => userId,
  render: {
    IMMEDIATE({ recipient, firings }) {
      const [one, ...others] = toldTo(recipient, firings);
      const { url, ...text } =
        one && others.length === 0
          ? { title: one.alert.name, body: pushBody(recipient, one.alert, one.event), url: one.event.url }
          : { ...pushOfSeveral(recipient, digested(recipient, firings)), url: recipient.eventsUrl(firings) };
      return { ...text, url: pathOf(url ?? recipient.alertsUrl) };
    },
  },
  post: async (trx, outbox, { address: userId, content, key, organisationId, now }) =>
    (await postPush(trx, outbox, { ...content, userId, organisationId, key, now })) > 0,
});

const toldTo = (recipient: Recipient, firings: readonly ToldFiring[]) =>
  firings.map(({ alert, event, eventId }) => ({ alert, event: { ...event, url: recipient.eventUrl(eventId) } }));

/** Of one alert; how many more there are is told. */
const listedOfAlert = 5;

/** By alert, with the newest of each. */
const digested = (recipient: Recipient, firings: readonly ToldFiring[]): DigestedAlert[] =>
  [...group(firings, ({ alertId }) => alertId).values()].flatMap((fired) => {
    const [newest] = fired;
    return newest
      ? [
          {
            alert: newest.alert,
            count: fired.length,
            events: toldTo(recipient, fired.slice(0, listedOfAlert)).map(({ event }) => event),
          },
        ]
      : [];
  });

const pathOf = (url: string) => url.slice(new URL(url).origin.length);
