import { Notice } from '../../client/ui/notice';

export interface EntryFailure {
  sentence: string;
  fields: { field: string; sentence: string }[];
  /** Nothing is wrong, but somebody has to say yes first. */
  asking?: Asking | undefined;
}

export interface Asking {
  sentences: string[];
  /** What a yes sends. */
  confirm: string;
  /** As it would be saved. */
  weight: string;
}

/** The names under which the form tells a problem beside its field. */
export const fieldsOfForm: readonly string[] = [
  'grossWeight',
  'weight',
  'unit',
  'itemId',
  'itemName',
  'reasonId',
  'wasteStageId',
  'occurredAt',
  'localDate',
  'localTime',
];

/** Why nothing was saved. What stands beside no field is told here. */
export function Refused({
  failure: { sentence, fields },
  beside,
}: {
  failure: EntryFailure;
  beside: readonly string[];
}) {
  const elsewhere = fields.filter(({ field }) => !beside.includes(field));
  return (
    <Notice tone="error" title={sentence}>
      {elsewhere.length > 0 && (
        <ul>
          {elsewhere.map((one) => (
            <li key={one.field}>{one.sentence}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
