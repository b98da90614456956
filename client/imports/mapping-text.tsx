import { useId, useState } from 'react';
import { Fold } from '../ui/fold';
import { FormField } from '../ui/form-field';
import s from './mapping-editor.module.css';
import type { MappingTranslate } from './mapping-words';

interface MappingTextProps {
  text: string;
  name: string;
  isMapping: boolean;
  open: boolean;
  t: MappingTranslate;
  onChange: (text: string) => void;
}

const longest = 100_000;

/** The mapping as it stands in a file: to be read, changed, saved, and taken from one. */
export function MappingText({ text, name, isMapping, open, t, onChange }: MappingTextProps) {
  const id = useId();
  const [tooLarge, setTooLarge] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setTooLarge(file.size > longest);
    if (file.size <= longest) onChange((await file.text()).replace(/^\ufeff/, ''));
  };
  return (
    <Fold className={s.json} title={t('imports.editor.json')} open={open}>
      <FormField
        id={`${id}-json`}
        name="mapping"
        kind="textarea"
        label={t('imports.editor.json')}
        hideLabel
        hint={t('imports.editor.jsonHint')}
        error={isMapping ? undefined : t('imports.editor.notJson')}
        value={text}
        onChange={(event) => onChange((event.target as HTMLTextAreaElement).value)}
        rows={18}
        spellCheck={false}
        maxLength={longest}
      />
      <div className={s.files}>
        <a
          className={s.download}
          download={`${name}.json`}
          href={`data:application/json;charset=utf-8,${encodeURIComponent(text)}`}
        >
          {t('imports.editor.download')}
        </a>
        <div className={s.upload}>
          <label htmlFor={`${id}-file`}>{t('imports.editor.upload')}</label>
          <input
            id={`${id}-file`}
            type="file"
            accept=".json,application/json"
            aria-describedby={tooLarge ? `${id}-large` : undefined}
            onChange={(event) => {
              void take(event.target.files?.[0]);
            }}
          />
          {tooLarge && (
            <p id={`${id}-large`} role="alert">
              {t('imports.editor.uploadTooLarge')}
            </p>
          )}
        </div>
        <a className={s.download} href="/rest/v1/import-mapping.schema.json">
          {t('imports.editor.schema')}
        </a>
      </div>
    </Fold>
  );
}
