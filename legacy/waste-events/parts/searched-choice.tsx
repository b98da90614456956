import { useEffect, useMemo, useRef, useState } from 'react';
import { usePage } from '../../../client/legacy/page';
import { ComboBox } from '../../../client/ui/combo-box';
import type { ComboOption } from '../../../client/ui/combo-box.rules';
import type { OwnField } from '../../../client/ui/form-dialog';
import type { EventChoices } from '../../../server/domain/events/event-choices.contract';
import type { SearchedField } from '../../../server/domain/events/event-choices.rules';

const typingPauseMs = 200;

interface SearchedChoiceProps {
  name: SearchedField;
  label: string;
  value: string;
  /** The beginning of the list. */
  begins: EventChoices['options'];
  /** Said while nothing is chosen. */
  none: string;
  inUse?: boolean;
  /** Called with what was found beyond the beginning of the list. */
  onFound?: (options: EventChoices['options']) => void;
  required?: boolean;
  error?: string | undefined;
  onChange(value: string): void;
}

const optionsOf = (options: EventChoices['options']): ComboOption[] =>
  options.map(({ value, label, group }) => ({ value, label, ...(group ? { hint: group } : {}) }));

/** A choice from a list that is too long to be shown whole: what is typed is searched for on the server. */
export function SearchedChoice({
  name,
  label,
  value,
  begins,
  none,
  inUse = false,
  onFound,
  required = false,
  error,
  onChange,
}: SearchedChoiceProps) {
  const { t, call } = usePage();
  const [found, setFound] = useState<ComboOption[] | null>(null);
  const [known, setKnown] = useState<ComboOption[]>([]);
  const timer = useRef(0);
  const going = useRef<AbortController>(null);
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
      going.current?.abort();
    },
    [],
  );

  const first = useMemo(() => optionsOf(begins), [begins]);
  const chosen = [...known, ...first].find((one) => one.value === value);
  // What a link or an old event names may lie beyond the beginning of the list.
  useEffect(() => {
    if (value === '' || chosen) return undefined;
    const asking = new AbortController();
    call<EventChoices>('/waste-events/choices', { query: { field: name, value }, signal: asking.signal }).then(
      ({ options }) => {
        onFound?.(options);
        setKnown((before) => [...before, ...optionsOf(options)]);
      },
      () => undefined,
    );
    return () => asking.abort();
  }, [value, chosen, call, name, onFound]);

  const search = (text: string) => {
    window.clearTimeout(timer.current);
    going.current?.abort();
    if (text.trim() === '') return setFound(null);
    const asking = new AbortController();
    going.current = asking;
    timer.current = window.setTimeout(() => {
      call<EventChoices>('/waste-events/choices', {
        query: { field: name, text: text.trim().slice(0, 100), inUse: String(inUse) },
        signal: asking.signal,
      }).then(
        ({ options }) => {
          onFound?.(options);
          setFound(optionsOf(options));
        },
        () => undefined,
      );
    }, typingPauseMs);
    return undefined;
  };
  const shown = found ?? first;
  const choose = (next: string | null) => {
    const option = shown.find((one) => one.value === next);
    if (option) setKnown((before) => [...before, option]);
    onChange(next ?? '');
  };
  const named = chosen ?? (value === '' ? undefined : { value, label: value });
  return (
    <ComboBox
      label={label}
      name={name}
      options={withChosen(shown, named)}
      value={value || null}
      onChange={choose}
      onQuery={search}
      placeholder={none}
      emptyText={t('legacy.ui.nothingFits')}
      openLabel={t('legacy.ui.showChoices')}
      hint={t('legacy.ui.typeToFind')}
      {...(required ? { required } : { clearLabel: t('legacy.ui.clearField', { field: label }) })}
      {...(error === undefined ? {} : { error })}
    />
  );
}

/** The box says the chosen one by its label and group, so that it stays among the options. */
function withChosen(shown: ComboOption[], chosen: ComboOption | undefined): ComboOption[] {
  if (!chosen) return shown;
  const { value, label, hint } = chosen;
  const named = { value, label: hint ? `${label} · ${hint}` : label };
  return shown.some((one) => one.value === value)
    ? shown.map((one) => (one.value === value ? named : one))
    : [...shown, named];
}

/** The same as a field of a form or of the filters. */
export function searchedField({
  defaultValue = '',
  ...choice
}: Omit<SearchedChoiceProps, 'value' | 'error' | 'onChange'> & { defaultValue?: string }): OwnField {
  const { name, label, required = false } = choice;
  return {
    kind: 'own',
    name,
    label,
    defaultValue,
    required,
    render: ({ value, error, onChange }) => (
      <SearchedChoice {...choice} value={value} error={error} onChange={onChange} />
    ),
  };
}
