import { FormField } from './form-field';

export interface DateFieldProps {
  name: string;
  label: string;
  /** Local date `YYYY-MM-DD`, or an empty string. */
  value: string;
  onChange: (value: string) => void;
  min?: string;
  max?: string;
  /** Said when the date lies outside `min` and `max`. */
  outOfRange: string;
  /** A finding of the surrounding form; it goes before the range. */
  error?: string;
  hint?: string;
  required?: boolean;
  disabled?: boolean;
}

/** Whether a local date lies within the ends that are given; an empty one does. */
export function isWithin(value: string, { min, max }: { min?: string | undefined; max?: string | undefined }): boolean {
  return value === '' || ((!min || value >= min) && (!max || value <= max));
}

/** The browser's own date picker with its limits and a message beside it. */
export function DateField({ value, onChange, min, max, outOfRange, error, ...rest }: DateFieldProps) {
  const message = error ?? (isWithin(value, { min, max }) ? undefined : outOfRange);
  return <FormField kind="date" value={value} min={min} max={max} error={message} onChange={(event) => onChange(event.target.value)} {...rest} />;
}
