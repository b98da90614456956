import type { ElementCode } from '../../domain/catalogue/refdata.contract';
import type { AlertUnitId, CompType, Operator } from './alerts.contract';

/** What an alert says, wherever it stands. */
export interface AlertTerms {
  name: string;
  description: string;
  compType: CompType;
  operator: Operator;
  value: number;
  currencyCode: string | null;
  unitId: AlertUnitId | null;
  refs: readonly { elementCode: ElementCode; refId: number }[];
}

/** Two that say the same have the same. */
export const alertTermsOf = ({
  name,
  description,
  compType,
  operator,
  value,
  currencyCode,
  unitId,
  refs,
}: AlertTerms): string =>
  JSON.stringify([
    name,
    description,
    compType,
    operator,
    value,
    currencyCode,
    unitId,
    refs.map(({ elementCode, refId }) => `${elementCode} ${refId}`).sort(),
  ]);

/** People tell the alerts of a location apart by their names. */
export const alertKeyOf = ({ name }: Pick<AlertTerms, 'name'>): string => name.toLowerCase();
