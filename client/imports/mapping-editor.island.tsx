import { useState } from 'react';
import { readMapping, writeMapping, type MappingJson } from '../../server/features/imports/mapping-editor.rules';
import { missingRoles } from '../../server/features/imports/missing-roles.rules';
import type { ColumnEvidence } from '../../server/features/imports/sheet-guess.contract';
import type { PlaceChoices } from '../../server/platform/places/place-choices.contract';
import { defineIsland } from '../runtime/define-island';
import { Icon } from '../ui/icon';
import { AdvancedFields } from './advanced-fields';
import { ColumnRoles } from './column-roles';
import { LineRules } from './line-rules';
import s from './mapping-editor.module.css';
import { MappingText } from './mapping-text';
import { words, type CellEvidence, type MappingTranslate } from './mapping-words';
import { MeasureFields } from './measure-fields';
import { AskedFields, SheetFields } from './sheet-fields';
import { WideFields } from './wide-fields';

interface MappingEditorProps {
  /** What the form's field begins with. */
  mapping: string;
  columns: string[];
  /** The first lines, a cell for each column. */
  lines: string[][];
  evidence: ColumnEvidence[];
  /** Cells that say how the sheet is written. */
  cells: Record<string, CellEvidence | null>;
  /** Values of a column in the first lines. */
  values: Record<string, string[]>;
  places: PlaceChoices;
  locale: string;
  /** Without the choices the JSON is all there is. */
  openJson: boolean;
  t: MappingTranslate;
}

/** Assigns the columns of a sheet. The form's field holds the mapping; the choices above it say the same. */
function MappingEditor({
  mapping: first,
  columns,
  lines,
  evidence,
  cells,
  values,
  places,
  locale,
  openJson,
  t,
}: MappingEditorProps) {
  const [text, setText] = useState(first);
  const mapping = readMapping(text);
  const change = (next: MappingJson) => setText(writeMapping(next));
  const missing = mapping ? missingRoles(mapping, columns) : [];
  // What was asked once stays in its place: a field must not move away from whoever fills it in.
  const [asked, setAsked] = useState(missing);
  const since = missing.filter((one) => !asked.includes(one));
  if (since.length > 0) setAsked([...asked, ...since]);
  return (
    <div className={s.editor}>
      {mapping && columns.length > 0 && (
        <div className={s.choices}>
          <ColumnRoles mapping={mapping} columns={columns} lines={lines} evidence={evidence} t={t} onChange={change} />
          <p className={missing.length > 0 ? s.missing : s.complete} role="status">
            <Icon name={missing.length > 0 ? 'warning' : 'success'} />
            {missing.length > 0
              ? t('imports.editor.missing', {
                  list: missing.map((one) => t(`imports.editor.missingRoles.${one}`)).join(', '),
                })
              : t('imports.editor.complete')}
          </p>
          <AskedFields
            asked={asked}
            mapping={mapping}
            columns={columns}
            evidence={cells}
            places={places}
            t={t}
            onChange={change}
          />
          <MeasureFields mapping={mapping} columns={columns} t={t} onChange={change} />
          <WideFields mapping={mapping} columns={columns} locale={locale} t={t} onChange={change} />
          <div className={s.folds}>
            <SheetFields
              asked={asked}
              mapping={mapping}
              columns={columns}
              evidence={cells}
              places={places}
              t={t}
              onChange={change}
            />
            <LineRules mapping={mapping} columns={columns} values={values} t={t} onChange={change} />
            <AdvancedFields mapping={mapping} columns={columns} timeZones={places.timeZones} t={t} onChange={change} />
          </div>
        </div>
      )}
      <MappingText
        text={text}
        name={String(mapping?.name ?? 'mapping')}
        isMapping={mapping !== null}
        open={openJson || !mapping}
        t={t}
        onChange={setText}
      />
    </div>
  );
}

export const mappingEditor = defineIsland('imports/mapping-editor', MappingEditor, words);
export default mappingEditor;
