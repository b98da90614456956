import type { Currency } from '../../server/domain/catalogue/refdata.contract';
import { chooseMeasure, operatorSigns } from '../../server/features/alerts/alert-form.rules';
import type { AlertUnitId, CompType, Operator } from '../../server/features/alerts/alerts.contract';
import { FormField } from '../ui/form-field';
import { Toggle } from '../ui/toggle';
import s from './alerts.module.css';
import type { DraftPart } from './draft-part';

interface EquationFieldsProps extends DraftPart {
  id: string;
  currencies: Currency[];
}

/** A cost in a currency or a weight in a unit, and what it is compared with. */
export function EquationFields({ t, draft, errors, change, setDraft, id, currencies }: EquationFieldsProps) {
  const weighs = draft.alertCompType === 'netWeightAmount';
  const none = { value: '', label: '–' };
  return (
    <>
      <div className={s.whole}>
        <Toggle
          legend={t('editAlertsModal.measure')}
          name={`${id}-measure`}
          value={draft.alertCompType}
          options={[
            { value: 'reportedCost', label: t('alerts.cost') },
            { value: 'netWeightAmount', label: t('alerts.weight') },
          ]}
          onChange={(value) => setDraft((before) => chooseMeasure(before, value as CompType))}
        />
      </div>
      <FormField
        kind="select"
        name="alertOperator"
        label={t('editAlertsModal.operator')}
        value={draft.alertOperator}
        options={(Object.keys(operatorSigns) as Operator[]).map((operator) => ({
          value: operator,
          label: `${operatorSigns[operator]} ${t(`alerts.operators.${operator}`)}`,
        }))}
        onChange={(event) => change({ alertOperator: event.target.value as Operator })}
      />
      <FormField
        kind="number"
        name="alertCompValue"
        label={t('editAlertsModal.value')}
        value={draft.value}
        min={0}
        step="any"
        required
        error={errors.alertCompValue}
        onChange={(event) => change({ value: event.target.value })}
      />
      <FormField
        kind="select"
        name="currencyCode"
        label={t('editAlertsModal.currency')}
        value={draft.currencyCode}
        disabled={weighs}
        error={errors.currencyCode}
        options={[
          ...(weighs ? [none] : []),
          ...currencies.map(({ currencyCode, currencyDesc }) => ({
            value: currencyCode,
            label: `${currencyCode} · ${currencyDesc}`,
          })),
        ]}
        onChange={(event) => change({ currencyCode: event.target.value })}
      />
      <FormField
        kind="select"
        name="alertUnitId"
        label={t('editAlertsModal.unit')}
        value={weighs ? String(draft.alertUnitId) : ''}
        disabled={!weighs}
        error={errors.alertUnitId}
        options={
          weighs
            ? [
                { value: '11', label: t('editAlertsModal.pound') },
                { value: '12', label: t('editAlertsModal.kilogram') },
              ]
            : [none]
        }
        onChange={(event) => change({ alertUnitId: Number(event.target.value) as AlertUnitId })}
      />
    </>
  );
}
