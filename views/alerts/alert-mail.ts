import { createFormat, type Format, type FormatSettings } from '../../client/ui/format';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type { CompType, Operator } from '../../server/features/alerts/alerts.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { mailOf, type MailPart, type MailText } from './mail-page';

export type { FormatSettings };

/** What an alert watches for, as it was entered. */
export interface ToldAlert {
  name: string;
  description: string;
  compType: CompType;
  operator: Operator;
  value: number;
  currencyCode: string | null;
  unitAbbr: string | null;
}

/** An event that raised an alert, with its names in the reader's language. */
export interface ToldEvent {
  siteName: string;
  locationName: string;
  timeZone: string;
  occurredAt: Date;
  stageId: number;
  stageName: string;
  itemName: string | null;
  reasonName: string | null;
  netGrams: number;
  costAmount: number | null;
  costCurrency: string | null;
  /** Where the reader may look at it; null where they may not. */
  url: string | null;
}

interface Reader {
  t: Translate;
  name: string;
  settings: FormatSettings;
  /** Where alerts are listed. */
  alertsUrl: string;
}

/** Where the mails of this kind are ended. */
interface Ending {
  unsubscribeUrl: string;
}

const footer = (t: Translate, { alertsUrl, unsubscribeUrl }: Pick<Reader, 'alertsUrl'> & Ending): MailPart[] => [
  { kind: 'small', text: t('alertMail.why', { url: alertsUrl }) },
  { kind: 'smallLink', text: t('alertMail.unsubscribe'), url: unsubscribeUrl },
];

const thin = '\u202f';

/** What was measured of an event, in the terms of the alert. */
function measured(format: Format, { compType }: Pick<ToldAlert, 'compType'>, event: ToldEvent): string {
  if (compType === 'reportedCost' && event.costAmount !== null && event.costCurrency !== null)
    return format.money(event.costAmount, event.costCurrency);
  return format.weight(event.netGrams, { decimals: 2 });
}

const decimalsOf = (value: number) => (String(value).split('.')[1] ?? '').length;

/** The equation in words. */
function ruleText(
  t: Translate,
  format: Format,
  { compType, operator, value, currencyCode, unitAbbr }: ToldAlert,
): string {
  const amount =
    currencyCode === null
      ? `${format.number(value, decimalsOf(value))}${thin}${unitAbbr ?? ''}`
      : format.money(value, currencyCode);
  return t(`alertMail.rule.${compType}.${operator}`, { value: amount });
}

const placeOf = ({ locationName, siteName }: ToldEvent) => `${locationName}, ${siteName}`;

/** What a push says below the alert's name. */
export function pushBody({ t, settings }: Pick<Reader, 't' | 'settings'>, alert: ToldAlert, event: ToldEvent): string {
  const format = createFormat(settings);
  return t('alertMail.digestLine', {
    measure: measured(format, alert, event),
    place: placeOf(event),
    when: format.dateTime(event.occurredAt, event.timeZone),
  });
}

function subjectOf({ t, settings }: Reader, alert: ToldAlert, event: ToldEvent): string {
  return t('alertMail.subject', {
    alert: alert.name,
    measure: measured(createFormat(settings), alert, event),
    place: placeOf(event),
  });
}

function factsOf(t: Translate, format: Format, event: ToldEvent): { label: string; value: string }[] {
  const { costAmount, costCurrency, itemName, reasonName } = event;
  return [
    { label: t('alertMail.weight'), value: format.weight(event.netGrams, { decimals: 2 }) },
    ...(costAmount === null || costCurrency === null
      ? []
      : [{ label: t('alertMail.cost'), value: format.money(costAmount, costCurrency) }]),
    { label: t('alertMail.place'), value: placeOf(event) },
    {
      label: t('alertMail.when'),
      value: `${format.dateTime(event.occurredAt, event.timeZone)} ${format.zone(event.occurredAt, event.timeZone)}`,
    },
    { label: t('alertMail.stage'), value: stageName(t, event.stageId, event.stageName) },
    ...(itemName === null ? [] : [{ label: t('alertMail.item'), value: itemName }]),
    ...(reasonName === null ? [] : [{ label: t('alertMail.reason'), value: reasonName }]),
  ];
}

const langOf = ({ locale }: FormatSettings) => locale.replace('_', '-');

/** Tells one person at once that one event raised an alert. */
export function alertMail(reader: Reader & Ending, alert: ToldAlert, event: ToldEvent): MailText {
  const { t, name, settings, alertsUrl, unsubscribeUrl } = reader;
  const format = createFormat(settings);
  const when = format.dateTime(event.occurredAt, event.timeZone);
  const parts: MailPart[] = [
    { kind: 'sentence', text: t('alertMail.greeting', { name }) },
    {
      kind: 'sentence',
      text: t('alertMail.raised', {
        alert: alert.name,
        measure: measured(format, alert, event),
        place: placeOf(event),
        when,
      }),
    },
    { kind: 'sentence', text: `${t('alertMail.watches', { rule: ruleText(t, format, alert) })}\n${alert.description}` },
    { kind: 'facts', facts: factsOf(t, format, event) },
    event.url === null
      ? { kind: 'button', text: t('alertMail.showAll'), url: alertsUrl }
      : { kind: 'button', text: t('alertMail.show'), url: event.url },
    ...footer(t, { alertsUrl, unsubscribeUrl }),
  ];
  return mailOf({ lang: langOf(settings), subject: subjectOf(reader, alert, event), parts });
}

/** What one alert has fired since the last summary. */
export interface DigestedAlert {
  alert: ToldAlert;
  count: number;
  /** The newest of them. */
  events: readonly ToldEvent[];
}

const countOf = (alerts: readonly DigestedAlert[]) => alerts.reduce((sum, one) => sum + one.count, 0);

const severalSubject = (t: Translate, alerts: readonly DigestedAlert[]) =>
  alerts.length === 1 && alerts[0]
    ? t('alertMail.digestAlert', { alert: alerts[0].alert.name, count: alerts[0].count })
    : t('alertMail.severalSubject', { count: countOf(alerts) });

/** What a push says of several events. */
export const pushOfSeveral = (
  { t }: Pick<Reader, 't'>,
  alerts: readonly DigestedAlert[],
): { title: string; body: string } => ({
  title: severalSubject(t, alerts),
  body: alerts
    .slice(0, 3)
    .map(({ alert, count }) => t('alertMail.digestAlert', { alert: alert.name, count }))
    .join('\n'),
});

/** Tells one person at once of several events that raised alerts together. `eventsUrl`: where the reader may look at all of them. */
export function alertsMail(
  reader: Reader & Ending,
  alerts: readonly DigestedAlert[],
  eventsUrl: string | null,
): MailText {
  const { t, name, settings, alertsUrl, unsubscribeUrl } = reader;
  return mailOf({
    lang: langOf(settings),
    subject: severalSubject(t, alerts),
    parts: [
      { kind: 'sentence', text: t('alertMail.greeting', { name }) },
      { kind: 'sentence', text: t('alertMail.severalLead', { count: countOf(alerts) }) },
      ...listed(reader, alerts),
      eventsUrl === null
        ? { kind: 'button', text: t('alertMail.showAll'), url: alertsUrl }
        : { kind: 'button', text: t('alertMail.showEvents'), url: eventsUrl },
      ...footer(t, { alertsUrl, unsubscribeUrl }),
    ],
  });
}

function listed({ t, settings }: Reader, alerts: readonly DigestedAlert[]): MailPart[] {
  const format = createFormat(settings);
  return alerts.flatMap(({ alert, count: fired, events }): MailPart[] => [
    { kind: 'heading', text: t('alertMail.digestAlert', { alert: alert.name, count: fired }) },
    {
      kind: 'links',
      links: [
        ...events.map((event) => ({
          text: t('alertMail.digestLine', {
            measure: measured(format, alert, event),
            place: placeOf(event),
            when: format.dateTime(event.occurredAt, event.timeZone),
          }),
          url: event.url,
        })),
        ...(fired > events.length ? [{ text: t('alertMail.more', { count: fired - events.length }), url: null }] : []),
      ],
    },
  ]);
}

/** Tells one person what all of their alerts have fired. */
export function digestMail(reader: Reader & Ending, alerts: readonly DigestedAlert[]): MailText {
  const { t, name, settings, alertsUrl, unsubscribeUrl } = reader;
  const count = countOf(alerts);
  const parts: MailPart[] = [
    { kind: 'sentence', text: t('alertMail.greeting', { name }) },
    { kind: 'sentence', text: t('alertMail.digestLead', { count }) },
    ...listed(reader, alerts),
    { kind: 'button', text: t('alertMail.showAll'), url: alertsUrl },
    ...footer(t, { alertsUrl, unsubscribeUrl }),
  ];
  return mailOf({ lang: langOf(settings), subject: t('alertMail.digestSubject', { count }), parts });
}
