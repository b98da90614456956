import { Fragment, useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { RequestError } from '../runtime/request';
import { Button } from './button';
import { classNames } from './class-names';
import { Dialog } from './dialog';
import s from './form-dialog.module.css';
import { FormField, type FormFieldProps } from './form-field';
import { reveal } from './reveal';

/** A field that brings its own control, which has an input of the field's name. Its value is the form's. */
export interface OwnField {
  kind: 'own';
  name: string;
  label: string;
  defaultValue?: string;
  required?: boolean;
  /** @param values of all own fields */
  render(field: {
    value: string;
    values: Record<string, string>;
    error: string | undefined;
    onChange(value: string): void;
  }): ReactNode;
}
export type DialogField = FormFieldProps | OwnField;

/** A form in a window, as data. */
export interface DialogForm {
  title: string;
  sentence?: string | undefined;
  /** What it leads to, a line each. */
  points?: string[];
  size?: 'small' | 'medium' | 'large';
  fields: DialogField[];
  /** What else changes when an own field does. */
  follow?(name: string, before: Record<string, string>, after: Record<string, string>): Record<string, string>;
  submit: string;
  /** The button while something is asked. */
  submitAnyway?: string;
  tone?: 'primary' | 'danger';
  /**
   * Gets the fields by name, as typed. What it throws is shown beside its field or above the form; then the window stays.
   * @param confirmed questions of an earlier answer to these very values, now answered with yes
   */
  onSubmit(values: Record<string, string>, confirmed: readonly string[]): Promise<void>;
}

export interface FormDialogProps extends DialogForm {
  strings: { close: string; cancel: string; required: string };
  /** What went wrong, where it belongs to no field. */
  sentenceOf: (error: unknown) => string;
  onClose: () => void;
}

interface Asked {
  sentences: string[];
  questions: readonly string[];
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** As typed; a checkbox gives `true` or nothing. Fields that are disabled count too. */
function valueOf(control: Control): string {
  return control instanceof HTMLInputElement && control.type === 'checkbox'
    ? control.checked
      ? 'true'
      : ''
    : control.value.trim();
}

const startedOf = (fields: DialogField[]) =>
  Object.fromEntries(
    fields.flatMap((field): [string, string][] =>
      field.kind === 'own' ? [[field.name, field.defaultValue ?? '']] : [],
    ),
  );

/** A modal with a form in it. The first field has the focus; after a refusal, the first that was refused. */
export function FormDialog({
  title,
  sentence,
  points = [],
  size = 'medium',
  fields,
  follow,
  submit,
  submitAnyway = submit,
  tone = 'primary',
  onSubmit,
  strings,
  sentenceOf,
  onClose,
}: FormDialogProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const problem = useRef<HTMLDivElement>(null);
  const [sending, setSending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [own, setOwn] = useState(() => startedOf(fields));
  const change = (name: string, value: string) => {
    setAsked(null);
    setOwn((before) => {
      const after = { ...before, [name]: value };
      return { ...after, ...follow?.(name, before, after) };
    });
  };
  const controls = () => fields.map(({ name }) => form.current?.elements.namedItem(name) as Control);

  useEffect(() => form.current?.querySelector<HTMLElement>(':is(input, select, textarea):not(:disabled)')?.focus(), []);
  useEffect(() => reveal(form.current?.querySelector<HTMLElement>('[aria-invalid="true"]'), { focus: true }), [errors]);
  useEffect(() => {
    if (refusal !== null || asked !== null) reveal(problem.current, { focus: true });
  }, [refusal, asked]);

  const send = async () => {
    setRefusal(null);
    setAsked(null);
    const empty = fields.filter(({ required }, at) => required && valueOf(controls()[at] as Control) === '');
    setErrors(Object.fromEntries(empty.map(({ name }) => [name, strings.required])));
    if (empty.length > 0) return;
    setSending(true);
    try {
      const values = Object.fromEntries(controls().map((control) => [control.name, valueOf(control)]));
      await onSubmit(values, asked?.questions ?? []);
      onClose();
    } catch (error) {
      setSending(false);
      if (error instanceof RequestError && error.questions.length > 0) {
        const before = asked?.questions ?? [];
        return setAsked({ sentences: Object.values(error.fields), questions: [...before, ...error.questions] });
      }
      const known =
        error instanceof RequestError
          ? Object.entries(error.fields).filter(([name]) => fields.some((field) => field.name === name))
          : [];
      if (known.length > 0) setErrors(Object.fromEntries(known));
      else setRefusal(sentenceOf(error));
    }
  };
  const onFormSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending) void send();
  };

  const footer = (
    <>
      <Button onClick={onClose}>{strings.cancel}</Button>
      <Button type="submit" form={id} tone={tone} disabled={sending} busy={sending}>
        {asked ? submitAnyway : submit}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={title}
      {...(sentence === undefined ? {} : { sentence })}
      closeLabel={strings.close}
      onClose={onClose}
      size={size}
      footer={footer}
    >
      <form
        ref={form}
        id={id}
        noValidate
        className={classNames(s.form, fields.length === 0 && points.length === 0 && s.bare)}
        onSubmit={onFormSubmit}
        // A yes was meant for what was typed then.
        onChange={() => setAsked(null)}
      >
        {refusal !== null && (
          <div ref={problem} className={s.problem} role="alert" tabIndex={-1}>
            {refusal}
          </div>
        )}
        {asked && (
          <div ref={problem} className={s.question} role="alert" tabIndex={-1}>
            {asked.sentences.map((one) => (
              <p key={one}>{one}</p>
            ))}
          </div>
        )}
        {points.length > 0 && (
          <ul className={s.points}>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        )}
        {fields.map((field) =>
          field.kind === 'own' ? (
            <Fragment key={field.name}>
              {field.render({
                value: own[field.name] ?? '',
                values: own,
                error: errors[field.name],
                onChange: (value) => change(field.name, value),
              })}
            </Fragment>
          ) : (
            <FormField
              key={field.name}
              autoComplete="off"
              {...field}
              id={`${id}-${field.name}`}
              error={errors[field.name]}
            />
          ),
        )}
      </form>
    </Dialog>
  );
}
