import { useEffect, useRef, useState } from 'react';
import { defineIsland } from '../runtime/define-island';
import { request } from '../runtime/request';
import { sentences, type Speak } from '../runtime/sentences';
import { ComboBox } from '../ui/combo-box';
import type { ComboOption } from '../ui/combo-box.rules';
import { filterField } from '../ui/filter-field';
import { FormField } from '../ui/form-field';
import { useSearchedOptions } from '../ui/searched-options';

const words = sentences('legacy.ui.nothingFits', 'legacy.ui.showChoices', 'legacy.ui.clearField');

interface Option {
  value: string;
  label: string;
  group?: string | undefined;
}

export interface LongChoiceProps {
  id: string;
  name: string;
  label: string;
  value: string;
  /** All, and those without any. */
  fixed: Option[];
  /** The beginning of the list, and what is chosen. */
  options: Option[];
  t: Speak<typeof words>;
}

/** A list of the first options; once it is awake, a box that searches all of them. */
function LongChoice(props: LongChoiceProps) {
  const { id, name, label, fixed, options } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);

  useEffect(() => {
    const element = frame.current;
    // What was chosen before it woke stays.
    const wake = () => {
      if (!element?.contains(document.activeElement))
        setChosen((known) => known ?? element?.querySelector('select')?.value ?? '');
    };
    const later = () => setTimeout(wake);
    wake();
    element?.addEventListener('focusout', later);
    return () => element?.removeEventListener('focusout', later);
  }, []);

  return (
    <div ref={frame}>
      {chosen === null ? (
        <FormField
          {...filterField({
            kind: 'select',
            name,
            label,
            value: props.value,
            options: [...fixed, ...options],
            silent: null,
          })}
          id={id}
          defaultValue={props.value}
        />
      ) : (
        <Awake {...props} value={chosen} onChange={setChosen} siteBeside={() => siteBeside(frame.current)} />
      )}
    </div>
  );
}

const boxed = ({ value, label, group }: Option): ComboOption => ({ value, label, ...(group ? { hint: group } : {}) });

/** The site that is chosen beside a location. */
const siteBeside = (field: Element | null) =>
  (field?.closest('form')?.elements.namedItem('siteId') as { value?: string } | null)?.value || undefined;

interface AwakeProps extends LongChoiceProps {
  onChange: (value: string) => void;
  siteBeside: () => string | undefined;
}

function Awake({ name, label, value, fixed, options, t, onChange, siteBeside }: AwakeProps) {
  const all = fixed.find((one) => one.value === '');
  const first = [...fixed.filter((one) => one !== all), ...options].map(boxed);
  const [known, setKnown] = useState(first);
  const { found, search } = useSearchedOptions(async (text) => {
    const answer = await request<{ options: Option[] }>('/rest/v1/events/choices', {
      query: { field: name, text, ...(name === 'locationId' ? { siteId: siteBeside() } : {}) },
    }).catch(() => ({ options: [] }));
    const options = answer.options.map(boxed);
    setKnown((before) => [...before, ...options]);
    return options;
  });
  const shown = found ?? first;
  const chosen = known.find((one) => one.value === value);
  return (
    <ComboBox
      label={label}
      name={name}
      options={chosen && !shown.includes(chosen) ? [...shown.filter((one) => one.value !== value), chosen] : shown}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      onQuery={search}
      emptyText={t('legacy.ui.nothingFits')}
      openLabel={t('legacy.ui.showChoices')}
      clearLabel={t('legacy.ui.clearField', { field: label })}
      {...(all ? { placeholder: all.label } : {})}
    />
  );
}

export const longChoice = defineIsland('events/long-choice', LongChoice, words);
export default longChoice;
