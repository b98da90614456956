import type { Alert, AlertBody, AlertUnitId, CompType, Operator, RefAttrib } from './alerts.contract';

/** An alert while it is written. The value stays as typed until it is sent. */
export interface AlertDraft {
  /** 0 for a new one. */
  alertId: number;
  version: number | null;
  alertName: string;
  alertDesc: string;
  /** 0 stands for all, as for location and device. */
  siteId: number;
  locationId: number;
  deviceId: number;
  alertCompType: CompType;
  alertOperator: Operator;
  value: string;
  /** Empty for a weight. */
  currencyCode: string;
  /** 0 for a cost. */
  alertUnitId: AlertUnitId | 0;
  refAttribs: RefAttrib[];
}

export const longestName = 50;
const pound = 11;
const usualCurrency = 'USD';

export const newDraft = (currencyCode: string): AlertDraft => ({
  alertId: 0,
  version: null,
  alertName: '',
  alertDesc: '',
  siteId: 0,
  locationId: 0,
  deviceId: 0,
  alertCompType: 'reportedCost',
  alertOperator: 'EQ',
  value: '0',
  currencyCode,
  alertUnitId: 0,
  refAttribs: [],
});

export const draftOf = ({
  alertId,
  version,
  alertName,
  alertDesc,
  siteId,
  locationId,
  deviceId,
  alertCompType,
  alertOperator,
  alertCompValue,
  currencyCode,
  alertUnitId,
  refAttribs,
}: Alert): AlertDraft => ({
  alertId,
  version,
  alertName,
  alertDesc,
  siteId,
  locationId,
  deviceId,
  alertCompType,
  alertOperator,
  value: String(alertCompValue),
  currencyCode: currencyCode ?? '',
  alertUnitId: alertUnitId ?? 0,
  refAttribs,
});

/** A weight has a unit and no currency, a cost a currency and no unit. */
export function chooseMeasure(draft: AlertDraft, alertCompType: CompType): AlertDraft {
  return alertCompType === 'netWeightAmount'
    ? { ...draft, alertCompType, alertUnitId: pound, currencyCode: '' }
    : { ...draft, alertCompType, alertUnitId: 0, currencyCode: usualCurrency };
}

/** A location is of its site and a device of its location: another choice above takes them back. */
export const chooseSite = (draft: AlertDraft, siteId: number): AlertDraft =>
  siteId === draft.siteId ? draft : { ...draft, siteId, locationId: 0, deviceId: 0 };
export const chooseLocation = (draft: AlertDraft, locationId: number): AlertDraft =>
  locationId === draft.locationId ? draft : { ...draft, locationId, deviceId: 0 };

export interface Parameter {
  elementCode: RefAttrib['elementCode'];
  refId: number;
  refName: string;
}

/** Under its type where that is there already, or else with a new type. @returns null where the value is there already */
export function addParameter(
  refAttribs: readonly RefAttrib[],
  { elementCode, refId, refName }: Parameter,
): RefAttrib[] | null {
  const value = { refId, refName };
  const type = refAttribs.find((one) => one.elementCode === elementCode);
  if (!type) return [...refAttribs, { elementCode, values: [value] }];
  if (type.values.some((one) => one.refId === refId)) return null;
  return refAttribs.map((one) => (one === type ? { ...one, values: [...one.values, value] } : one));
}

/** With its last value a type goes too. */
export function removeParameter(
  refAttribs: readonly RefAttrib[],
  { elementCode, refId }: Pick<Parameter, 'elementCode' | 'refId'>,
): RefAttrib[] {
  return refAttribs
    .map((one) =>
      one.elementCode === elementCode ? { ...one, values: one.values.filter((value) => value.refId !== refId) } : one,
    )
    .filter(({ values }) => values.length > 0);
}

const isValue = (text: string) => /^\d{1,10}([.,]\d{1,4})?$/.test(text.trim());

/** The fields that keep an alert from being sent. */
export function faultsOf({
  alertName,
  alertDesc,
  value,
  alertCompType,
  currencyCode,
  alertUnitId,
}: AlertDraft): ('alertName' | 'alertDesc' | 'alertCompValue' | 'currencyCode' | 'alertUnitId')[] {
  const name = alertName.trim();
  const measured = alertCompType === 'netWeightAmount' ? alertUnitId !== 0 : currencyCode !== '';
  return [
    ...(name === '' || name.length > longestName ? ['alertName' as const] : []),
    ...(alertDesc.trim() === '' ? ['alertDesc' as const] : []),
    ...(isValue(value) ? [] : ['alertCompValue' as const]),
    ...(measured ? [] : [alertCompType === 'netWeightAmount' ? ('alertUnitId' as const) : ('currencyCode' as const)]),
  ];
}

/** What is sent of a draft without faults. */
export function bodyOf({ version, value, currencyCode, alertUnitId, refAttribs, ...draft }: AlertDraft): AlertBody {
  return {
    ...draft,
    alertName: draft.alertName.trim(),
    alertDesc: draft.alertDesc.trim(),
    alertType: 'COMPARISON',
    alertCompValue: Number(value.trim().replace(',', '.')),
    currencyCode: currencyCode || null,
    alertUnitId: alertUnitId || null,
    refAttribs,
    ...(version === null ? {} : { version }),
  };
}

export const operatorSigns: Record<Operator, string> = { EQ: '=', GT: '>', GE: '≥', LT: '<', LE: '≤' };
