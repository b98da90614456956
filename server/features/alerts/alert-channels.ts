import { group } from 'd3-array';
import { alertMail, alertsMail, pushBody, pushOfSeveral, type DigestedAlert } from '../../../views/alerts/alert-mail';
import type { Trx } from '../../platform/db/database';
import { mailChannel } from '../../platform/outbox/mail';
import type { Outbox } from '../../platform/resources';
import { postPush } from '../web-push';
import type { Subscriber, ToldFiring } from './delivery.store';
import type { Recipient } from './recipients.service';

/** What fired and waited together, for one person. */
interface Notice {
  /** Names it in the outbox, for good. */
  key: string;
  organisationId: number;
  recipient: Recipient;
  /** One at least; the newest first. */
  firings: readonly ToldFiring[];
  now: Date;
}

/** A way to tell people of a firing at once. */
export interface AlertChannel {
  name: 'EMAIL' | 'PUSH';
  /** Where its items wait. */
  outboxChannel: string;
  wants(subscriber: Subscriber): boolean;
  /** @returns whether there was anything to be told by */
  post(trx: Trx, outbox: Outbox, notice: Notice): Promise<boolean>;
}

const email: AlertChannel = {
  name: 'EMAIL',
  outboxChannel: mailChannel.name,
  wants: (subscriber) => subscriber.email,
  async post(trx, outbox, { key, organisationId, recipient, firings, now }) {
    const [one, ...others] = toldTo(recipient, firings);
    if (!one) return false;
    const unsubscribeUrl = recipient.unsubscribeUrl({ alertIds: [...new Set(firings.map(({ alertId }) => alertId))] });
    const reader = { ...recipient, unsubscribeUrl };
    const content =
      others.length === 0
        ? alertMail(reader, one.alert, one.event)
        : alertsMail(reader, digested(recipient, firings), recipient.eventsUrl(firings));
    await outbox.post(trx, mailChannel, {
      key,
      organisationId,
      now,
      payload: { to: recipient.email, ...content, unsubscribeUrl },
    });
    return true;
  },
};

/** One for each browser of the person; the outbox knows them by the key and what follows it. */
const push: AlertChannel = {
  name: 'PUSH',
  outboxChannel: 'push',
  wants: (subscriber) => subscriber.push,
  async post(trx, outbox, { key, organisationId, recipient, firings, now }) {
    const [one, ...others] = toldTo(recipient, firings);
    if (!one) return false;
    const text =
      others.length === 0
        ? {
            title: one.alert.name,
            body: pushBody(recipient, one.alert, one.event),
            url: one.event.url ?? recipient.alertsUrl,
          }
        : {
            ...pushOfSeveral(recipient, digested(recipient, firings)),
            url: recipient.eventsUrl(firings) ?? recipient.alertsUrl,
          };
    return (
      (await postPush(trx, outbox, {
        ...text,
        url: pathOf(text.url),
        userId: recipient.userId,
        organisationId,
        key,
        now,
      })) > 0
    );
  },
};

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

/** Every way; what each subscriber wants is told by it. */
export const alertChannels: readonly AlertChannel[] = [email, push];
