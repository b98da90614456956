import { useEffect, useState } from 'react';
import type { ElementCode, Hierarchy, ReferenceValue } from '../../server/domain/catalogue/refdata.contract';
import { stageName } from '../../server/domain/places/stage-name.rules';
import { addParameter, removeParameter } from '../../server/features/alerts/alert-form.rules';
import { request } from '../runtime/request';
import { Button } from '../ui/button';
import { ComboBox } from '../ui/combo-box';
import { DataTable } from '../ui/data-table';
import { FormField } from '../ui/form-field';
import { Notice } from '../ui/notice';
import s from './alerts.module.css';
import type { DraftPart } from './draft-part';

interface ParameterFieldsProps extends DraftPart {
  organisationId: number;
  hierarchies: Hierarchy[];
  readOnly: boolean;
}

const stages: ElementCode = 'WASTESTAGE';
const every = 0;

/** Values that an event must have: any one of those of a type, and one of every type. */
export function ParameterFields({
  t,
  draft: { refAttribs },
  change,
  organisationId,
  hierarchies,
  readOnly,
}: ParameterFieldsProps) {
  const types = [...new Set([...hierarchies.map(({ elementCode }) => elementCode), stages])];
  const [elementCode, setElementCode] = useState<ElementCode | ''>('');
  const [hierId, setHierId] = useState(every);
  const [refId, setRefId] = useState<string | null>(null);
  const [duplicate, setDuplicate] = useState(false);
  const { values, state } = useValues({ organisationId, elementCode, hierId });
  const nameOf = ({ refId: value, refName }: { refId: number; refName: string }) =>
    elementCode === stages ? stageName(t, value, refName) : refName;
  const ofType = hierarchies.filter((one) => one.elementCode === elementCode);

  const add = () => {
    const value = values.find((one) => String(one.refId) === refId);
    if (!value || elementCode === '') return;
    const added = addParameter(refAttribs, { elementCode, refId: value.refId, refName: nameOf(value) });
    setDuplicate(added === null);
    if (!added) return;
    change({ refAttribs: added });
    setRefId(null);
  };
  return (
    <section className={s.parameters} aria-label={t('editAlertsModal.parameters')}>
      <h3>{t('editAlertsModal.parameters')}</h3>
      <p className={s.hint}>{t('editAlertsModal.parametersHint')}</p>
      {!readOnly && (
        <div className={s.part}>
          <FormField
            kind="select"
            name="elementCode"
            label={t('editAlertsModal.type')}
            value={elementCode}
            options={[
              { value: '', label: t('editAlertsModal.choose') },
              ...types.map((code) => ({ value: code, label: t(`alerts.types.${code}`) })),
            ]}
            onChange={(event) => {
              setElementCode(event.target.value as ElementCode | '');
              setHierId(every);
              setRefId(null);
              setDuplicate(false);
            }}
          />
          <FormField
            kind="select"
            name="hierId"
            label={t('editAlertsModal.hierarchy')}
            value={String(hierId)}
            disabled={ofType.length === 0}
            options={[
              { value: String(every), label: t('global.all') },
              ...ofType.map((one) => ({ value: String(one.hierId), label: one.hierName })),
            ]}
            onChange={(event) => {
              setHierId(Number(event.target.value));
              setRefId(null);
              setDuplicate(false);
            }}
          />
          <ComboBox
            label={t('editAlertsModal.reference')}
            value={refId}
            onChange={(value) => {
              setRefId(value);
              setDuplicate(false);
            }}
            disabled={elementCode === '' || state === 'failed'}
            options={values.map((value) => ({ value: String(value.refId), label: nameOf(value) }))}
            placeholder={t('editAlertsModal.choose')}
            emptyText={t(state === 'loading' ? 'layout.loading' : 'editAlertsModal.noValue')}
            openLabel={t('editAlertsModal.showValues')}
            {...(state === 'failed' ? { error: t('editAlertsModal.valuesUnknown') } : {})}
          />
          <span className={s.add}>
            <Button icon="plus" disabled={refId === null} onClick={add}>
              {t('editAlertsModal.addParameter')}
            </Button>
          </span>
        </div>
      )}
      {duplicate && <Notice tone="error">{t('editAlertsModal.paramAlreadyExists')}</Notice>}
      {refAttribs.length === 0 ? (
        <p>{t('editAlertsModal.noParameters')}</p>
      ) : (
        <DataTable
          id="alert-parameters"
          caption={t('editAlertsModal.parameters')}
          phone="blocks"
          columns={[
            { key: 'type', label: t('editAlertsModal.type'), primary: true },
            { key: 'values', label: t('editAlertsModal.reference') },
          ]}
          rows={refAttribs.map((one) => ({
            key: one.elementCode,
            cells: [
              t(`alerts.types.${one.elementCode}`),
              <ul key="values" className={s.values}>
                {one.values.map((value) => (
                  <li key={value.refId}>
                    {one.elementCode === stages ? stageName(t, value.refId, value.refName) : value.refName}
                    {!readOnly && (
                      <Button
                        size="small"
                        tone="quiet"
                        icon="cross"
                        iconOnly
                        onClick={() =>
                          change({
                            refAttribs: removeParameter(refAttribs, {
                              elementCode: one.elementCode,
                              refId: value.refId,
                            }),
                          })
                        }
                      >
                        {t('editAlertsModal.removeParameter', { name: value.refName })}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>,
            ],
          }))}
        />
      )}
    </section>
  );
}

interface KnownValues {
  values: ReferenceValue[];
  state: 'known' | 'loading' | 'failed';
}

/** The values in use of a type, or of one of its hierarchies. */
function useValues({
  organisationId,
  elementCode,
  hierId,
}: {
  organisationId: number;
  elementCode: ElementCode | '';
  hierId: number;
}): KnownValues {
  const [known, setKnown] = useState<KnownValues>({ values: [], state: 'known' });
  useEffect(() => {
    setKnown({ values: [], state: elementCode === '' ? 'known' : 'loading' });
    if (elementCode === '') return undefined;
    const going = new AbortController();
    request<ReferenceValue[]>(`/rest/v1/refdata/participant/${organisationId}/${elementCode}/hier/${hierId}`, {
      signal: going.signal,
    }).then(
      (all) => {
        if (!going.signal.aborted) setKnown({ values: all.filter(({ status }) => status === 'A'), state: 'known' });
      },
      () => {
        if (!going.signal.aborted) setKnown({ values: [], state: 'failed' });
      },
    );
    return () => going.abort();
  }, [organisationId, elementCode, hierId]);
  return known;
}
