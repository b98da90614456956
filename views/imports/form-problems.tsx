import { Notice } from '../../client/ui/notice';

export interface FormFailure {
  sentence: string;
  fields: { field: string; sentence: string }[];
}

/** What was wrong with what was sent, field by field; a mapping's fields are named as they stand in its JSON. */
export function FormProblems({ failure, leaveOut }: { failure: FormFailure | null; leaveOut?: string }) {
  if (!failure) return null;
  const fields = failure.fields.filter(({ field }) => field !== leaveOut);
  return (
    <Notice tone="error" title={failure.sentence}>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ field, sentence }) => (
            <li key={`${field} ${sentence}`}>
              {field.startsWith('mapping.') && (
                <>
                  <code>{field.slice('mapping.'.length)}</code>:{' '}
                </>
              )}
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
