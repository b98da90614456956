import { useState } from 'react';
import type { NewSampleRecord } from '../../server/features/sample-records/sample-records.contract';
import { defineIsland } from '../runtime/define-island';
import { request, RequestError } from '../runtime/request';
import { sentences, type Speak } from '../runtime/sentences';
import { Button } from '../ui/button';
import { FormDialog } from '../ui/form-dialog';
import type { WeightUnit } from '../ui/format';

const words = sentences(
  'sampleRecords.add',
  'sampleRecords.name',
  'sampleRecords.location',
  'sampleRecords.recordedOn',
  'sampleRecords.weight',
  'sampleRecords.choose',
  'sampleRecords.noAnswer',
  'errors.required',
  'global.close',
  'global.cancel',
  'global.save',
);

export interface AddSampleRecordProps {
  t: Speak<typeof words>;
  places: { value: string; label: string }[];
  /** Of the organisation. */
  today: string;
  unit: WeightUnit;
}

/** A button, and the form that it opens. */
function AddSampleRecord({ t, places, today, unit }: AddSampleRecordProps) {
  const [open, setOpen] = useState(false);

  const add = async ({ name = '', locationId, recordedOn = '', grams }: Record<string, string>) => {
    const body: NewSampleRecord = {
      name,
      locationId: Number(locationId),
      recordedOn,
      grams: Math.round(Number(grams) * unit.gramsPerUnit),
    };
    await request('/rest/v1/sample-records', { method: 'POST', body });
    window.location.assign('/sample-records?done=added');
  };
  const sentenceOf = (error: unknown) =>
    error instanceof RequestError && error.requestId !== null ? error.message : t('sampleRecords.noAnswer');

  return (
    <>
      <Button tone="primary" icon="plus" onClick={() => setOpen(true)}>
        {t('sampleRecords.add')}
      </Button>
      {open && (
        <FormDialog
          title={t('sampleRecords.add')}
          fields={[
            { name: 'name', label: t('sampleRecords.name'), required: true, maxLength: 200 },
            {
              name: 'locationId',
              kind: 'select',
              label: t('sampleRecords.location'),
              required: true,
              defaultValue: '',
              options: [{ value: '', label: t('sampleRecords.choose'), disabled: true }, ...places],
            },
            {
              name: 'recordedOn',
              kind: 'date',
              label: t('sampleRecords.recordedOn'),
              required: true,
              defaultValue: today,
            },
            {
              name: 'grams',
              kind: 'number',
              label: t('sampleRecords.weight'),
              suffix: unit.abbr,
              required: true,
              min: 0,
              step: 'any',
            },
          ]}
          submit={t('global.save')}
          strings={{ close: t('global.close'), cancel: t('global.cancel'), required: t('errors.required') }}
          onSubmit={add}
          sentenceOf={sentenceOf}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

export const addSampleRecord = defineIsland('sample-records/add-sample-record', AddSampleRecord, words);
export default addSampleRecord;
