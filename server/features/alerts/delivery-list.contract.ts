import { z } from 'zod';
import { pageParameter, sortParameter } from '../../platform/table/table-query';
import { lineOfText } from '../../platform/text-input';
import { frequencies } from './alert-channels.rules';
import { toldBy } from './alerts.contract';

const id = z.coerce.number().int().positive();
const limit = z.coerce.number().int().min(1).max(200).default(50);

/** WAITING for its next try; FAILED after its last one; EXPIRED before it could be sent; WITHDRAWN because the event counts no more. */
const deliveryStates = ['WAITING', 'SENT', 'FAILED', 'EXPIRED', 'WITHDRAWN'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
/** EMAIL, PUSH, and whatever else `alert-channels.ts` declares. */
const channel = z.string().regex(/^[A-Z][A-Z_]{0,29}$/);

const deliverySorts = ['createdAt', 'alertName', 'notifyUserName', 'state', 'attempts'] as const;
export type DeliverySort = (typeof deliverySorts)[number];
export const deliveriesQuery = z.strictObject({
  state: z.enum(deliveryStates).optional(),
  channel: channel.optional(),
  text: lineOfText(100).optional(),
  sort: sortParameter(deliverySorts, { column: 'createdAt', direction: 'desc' }),
  page: pageParameter,
  limit,
});
export type DeliveriesQuery = z.infer<typeof deliveriesQuery>;

const delivery = z.strictObject({
  deliveryId: z.number(),
  alertId: z.number(),
  alertName: z.string(),
  notifyUserId: z.number(),
  notifyUserName: z.string(),
  notifyEmailAddress: z.string(),
  channel,
  notifyFreqCode: z.enum(frequencies),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  lastError: z.string().nullable(),
  createdAt: z.string(),
  settledAt: z.string().nullable(),
  eventId: z.number(),
  occurredAt: z.string(),
  timeZone: z.string(),
  siteName: z.string(),
  locationName: z.string(),
});
export type AlertDelivery = z.infer<typeof delivery>;
export const deliveryList = z.strictObject({
  deliveries: z.array(delivery),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
});
export type DeliveryList = z.infer<typeof deliveryList>;
export const deliveryParams = z.strictObject({ deliveryId: id });

const subscriptionSorts = ['alertName', 'siteName', 'notifyUserName', 'notifyFreqCode', 'muted', 'firings'] as const;
export type SubscriptionSort = (typeof subscriptionSorts)[number];
export const subscriptionsQuery = z.strictObject({
  notifyFreqCode: z.enum(frequencies).optional(),
  muted: z.enum(['true', 'false']).optional(),
  text: lineOfText(100).optional(),
  sort: sortParameter(subscriptionSorts, { column: 'alertName', direction: 'asc' }),
  page: pageParameter,
  limit,
});
export type SubscriptionsQuery = z.infer<typeof subscriptionsQuery>;

const subscription = () =>
  z.strictObject({
    alertNotificationId: z.number(),
    alertId: z.number(),
    alertName: z.string(),
    siteName: z.string().nullable().describe('null for all. The same applies to the location.'),
    locationName: z.string().nullable(),
    notifyUserId: z.number(),
    notifyUserName: z.string(),
    notifyEmailAddress: z.string(),
    ...toldBy(),
    notifyFreqCode: z.enum(frequencies),
    muted: z.boolean(),
    reached: z.boolean().describe('Whether the user can still be notified.'),
    firings: z.number().describe('How often the alert was triggered in the last 30 days.'),
    editable: z.boolean(),
  });
export type AlertSubscription = z.infer<ReturnType<typeof subscription>>;
export const subscriptionList = () =>
  z.strictObject({
    subscriptions: z.array(subscription()),
    total: z.number(),
    page: z.number(),
    limit: z.number(),
  });
export type SubscriptionList = z.infer<ReturnType<typeof subscriptionList>>;
export const subscriptionParams = z.strictObject({ alertNotificationId: id });
export const subscriptionChange = z
  .strictObject({ muted: z.boolean().optional(), notifyFreqCode: z.enum(frequencies).optional() })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: 'errors.required',
    path: ['muted'],
  });
export type SubscriptionChange = z.infer<typeof subscriptionChange>;
