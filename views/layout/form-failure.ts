/** Why a form was refused, with what was typed. */
export interface FormFailure {
  sentence: string;
  fields: { field: string; sentence: string }[];
  typed: Record<string, string>;
}

/** What is wrong with a field, by whichever of its names the server knows it. */
export const problemIn = (refused: FormFailure | null, ...names: string[]) =>
  refused?.fields.find(({ field }) => names.includes(field))?.sentence;
