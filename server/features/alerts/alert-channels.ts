import { alertMail, pushBody, type ToldAlert, type ToldEvent } from '../../../views/alerts/alert-mail';
import type { Trx } from '../../platform/db/database';
import { mailChannel } from '../../platform/outbox/mail';
import type { Outbox } from '../../platform/resources';
import { postPush } from '../web-push';
import type { Subscriber } from './delivery.store';
import type { Recipient } from './recipients.service';

/** One firing for one person. */
export interface Notice {
  /** Names it in the outbox, for good. */
  key: string;
  organisationId: number;
  recipient: Recipient;
  alert: ToldAlert;
  event: ToldEvent;
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
  async post(trx, outbox, { key, organisationId, recipient, alert, event, now }) {
    await outbox.post(trx, mailChannel, { key, organisationId, now, payload: { to: recipient.email, ...alertMail(recipient, alert, event) } });
    return true;
  },
};

/** One for each browser of the person; the outbox knows them by the key and what follows it. */
const push: AlertChannel = {
  name: 'PUSH',
  outboxChannel: 'push',
  wants: (subscriber) => subscriber.push,
  async post(trx, outbox, { key, organisationId, recipient, alert, event, now }) {
    const text = { title: alert.name, body: pushBody(recipient, alert, event), url: pathOf(event.url ?? recipient.alertsUrl) };
    return (await postPush(trx, outbox, { ...text, userId: recipient.userId, organisationId, key, now })) > 0;
  },
};

const pathOf = (url: string) => url.slice(new URL(url).origin.length);

/** Every way; what each subscriber wants is told by it. */
export const alertChannels: readonly AlertChannel[] = [email, push];
