import { Notice } from '../../client/ui/notice';
import type { Refusal } from './donation-words';

/** Why a form was refused; what is said of its own fields stands beside them. */
export function Refused({ refused, fields }: { refused: Refusal | null; fields: readonly string[] }) {
  if (!refused) return null;
  return (
    <Notice tone="error" title={refused.sentence}>
      {refused.fields
        .filter(({ field }) => !fields.includes(field))
        .map(({ field, sentence }) => (
          <p key={field}>{sentence}</p>
        ))}
    </Notice>
  );
}

/** What is wrong with a field of the form, by whichever of its names the server knows it. */
export const problemIn =
  (refused: Refusal | null) =>
  (...names: string[]) =>
    refused?.fields.find(({ field }) => names.includes(field))?.sentence;
