import { z } from 'zod';
import { elementCodes } from '../../domain/catalogue/refdata.contract';
import { lineOfText, linesOfText } from '../../platform/text-input';
import { byField, frequencies, type ChannelField, type Frequency } from './alert-channels.rules';

const compTypes = ['reportedCost', 'netWeightAmount'] as const;
export type CompType = (typeof compTypes)[number];
export const operators = ['EQ', 'GT', 'GE', 'LT', 'LE'] as const;
export type Operator = (typeof operators)[number];

/** The units that an alert's weight may be given in. */
export const alertUnits = { 11: 'lb', 12: 'kg' } as const;
export type AlertUnitId = 11 | 12;
const unitId = z.literal([11, 12]);

const alertLimits = {
  name: 50,
  description: 500,
  refsOfElement: 500,
  value: 1_000_000_000,
  notifications: 1_000,
};

const id = z.int().positive();
/** 0 stands for all. */
const idOrAll = z.int().min(0);
const pathId = z.coerce.number().int().positive();

export const orgParams = z.strictObject({ orgId: pathId });
export const alertParams = z.strictObject({ orgId: pathId, alertId: pathId });
export const participantParams = z.strictObject({ participantId: pathId });
export const participantAlertParams = z.strictObject({ participantId: pathId, alertId: pathId });

export const alertsQuery = z.strictObject({
  /** Alerts of the site, and those of all sites; 0 or none is every alert. */
  siteId: z
    .union([z.literal(''), z.coerce.number().int().min(0)])
    .optional()
    .transform((given) => Number(given ?? 0)),
  searchString: lineOfText(100).optional(),
});
export type AlertsQuery = z.infer<typeof alertsQuery>;

/** Values of one type are alternatives; an event must meet every type. A category stands for what is below it. */
const refAttrib = z.strictObject({
  elementCode: z.enum(elementCodes),
  values: z.array(z.strictObject({ refId: z.number(), refName: z.string() })),
});
export type RefAttrib = z.infer<typeof refAttrib>;

/** By which channels somebody is told. */
export const toldBy = () => byField(() => z.boolean());

export const alertNotification = () =>
  z.strictObject({
    alertId: z.number(),
    alertNotificationId: z.number().describe('0 if nothing has been chosen yet.'),
    ...toldBy(),
    notifyEmailAddress: z.string(),
    notifyFreqCode: z.enum(frequencies),
    notifyUserId: z.number(),
    notifyUserName: z.string(),
  });
export type AlertNotification = z.infer<ReturnType<typeof alertNotification>>;

export const alert = () =>
  z.strictObject({
    alertId: z.number(),
    alertName: z.string(),
    alertDesc: z.string(),
    participantId: z.number(),
    siteId: z.number().describe('0 means all. The same applies to location and device.'),
    locationId: z.number(),
    deviceId: z.number(),
    alertCompType: z.enum(compTypes),
    alertOperator: z.enum(operators),
    alertCompValue: z.number(),
    alertType: z.string(),
    currencyCode: z.string().nullable().describe('null for a weight.'),
    alertUnitId: unitId.nullable().describe('11: pound, 12: kilogram; null for a cost.'),
    alertUnitAbrv: z.enum(['lb', 'kg']).nullable(),
    siteName: z.string().nullable().describe('null for all. The same applies to location and device.'),
    locationName: z.string().nullable(),
    deviceName: z.string().nullable(),
    refAttribs: z.array(refAttrib),
    userNotify: alertNotification().describe('What the caller has chosen.'),
    version: z.int().describe('Send this with a change to detect changes by someone else.'),
    editable: z
      .boolean()
      .describe('Whether the caller can change it: with EDIT_NOTIFICATIONS, and access to its whole site or location.'),
  });
export type Alert = z.infer<ReturnType<typeof alert>>;

/** At most four decimals, as it is kept. */
const compValue = z
  .number()
  .min(0)
  .max(alertLimits.value)
  .refine((value) => Number(value.toFixed(4)) === value, 'alertErrors.tooManyDecimals');

/** An alert as it is sent; what an answer says beside its own fields may come back and is not read. */
export const alertBody = z.strictObject({
  alertId: z.int().min(0).optional(),
  participantId: z.int().min(0).optional(),
  alertName: lineOfText(alertLimits.name).min(1),
  alertDesc: linesOfText(alertLimits.description).min(1),
  siteId: idOrAll,
  locationId: idOrAll,
  deviceId: idOrAll,
  alertCompType: z.enum(compTypes),
  alertOperator: z.enum(operators),
  alertCompValue: compValue,
  alertType: z.literal('COMPARISON').default('COMPARISON'),
  currencyCode: z.string().max(3).nullish().describe('For a cost.'),
  alertUnitId: z.literal([0, 11, 12]).nullish().describe('For a weight.'),
  refAttribs: z
    .array(
      z.strictObject({
        elementCode: z.enum(elementCodes),
        values: z.array(z.strictObject({ refId: id, refName: z.string().optional() })).max(alertLimits.refsOfElement),
      }),
    )
    .max(100)
    .default([]),
  version: z.int().positive().optional().describe('Of the alert that was changed. If missing, the change overwrites.'),
  alertUnitAbrv: z.unknown().optional(),
  siteName: z.unknown().optional(),
  locationName: z.unknown().optional(),
  deviceName: z.unknown().optional(),
  userNotify: z.unknown().optional(),
  editable: z.unknown().optional(),
});
export type AlertBody = z.infer<typeof alertBody>;

export const alertSaved = z.strictObject({ alertId: z.number(), version: z.int() });

/** What somebody is notified of, as it is sent; names and addresses are identity's and not read. */
const notificationChange = () =>
  z.strictObject({
    alertId: id,
    alertNotificationId: z.int().min(0).optional(),
    ...byField(({ whenOmitted }): z.ZodType<boolean | undefined> => {
      if (whenOmitted === 'reject') return z.boolean();
      return whenOmitted === 'off' ? z.boolean().default(false) : z.boolean().optional();
    }),
    notifyFreqCode: z.enum(frequencies).default('IMMEDIATE'),
    notifyUserId: z.int().min(0).optional(),
    notifyEmailAddress: z.string().nullish(),
    notifyUserName: z.string().nullish(),
  });
type ParsedChange = z.infer<ReturnType<typeof notificationChange>>;
/** Channels that are not named stay as they are. */
export type NotificationChange = Omit<ParsedChange, ChannelField> & Partial<Pick<ParsedChange, ChannelField>>;

const severalOf = <Change extends z.ZodType>(change: Change) => z.array(change).min(1).max(alertLimits.notifications);

export const ownNotifications = () => severalOf(notificationChange());
export const notificationsOfAlert = () =>
  severalOf(notificationChange().required({ notifyUserId: true }).extend({ notifyUserId: id }));
export const ownNotificationsQuery = z.strictObject({ organisationId: pathId.optional() });

export const organisationUser = z.strictObject({ userId: z.number(), fullName: z.string(), emailAddress: z.string() });
export type OrganisationUser = z.infer<typeof organisationUser>;

/** By what one person is told of an alert, beside their own choice of push. */
export interface PersonNotification {
  alertId: number;
  alertName: string;
  frequency: Frequency;
  byEmail: boolean;
  editable: boolean;
}
