import { useId, useState } from 'react';
import { defineIsland } from '../runtime/define-island';
import { fillText } from '../ui/fill-text';
import { FormField } from '../ui/form-field';
import { Icon } from '../ui/icon';
import { ColumnRoles, type ColumnStrings } from './column-roles';
import { MeasureFields, type MeasureStrings } from './measure-fields';
import { SheetFields, type SheetStrings } from './sheet-fields';
import { missingRoles, readMapping, writeMapping, type MappingJson } from './mapping-editor.rules';
import s from './mapping-editor.module.css';

export interface MappingEditorStrings {
  missing: string;
  complete: string;
  missingRoles: Record<'date' | 'site' | 'location' | 'stage' | 'measure', string>;
  json: string;
  jsonHint: string;
  notJson: string;
  columns: ColumnStrings;
  measures: MeasureStrings;
  sheet: SheetStrings;
}

interface MappingEditorProps {
  /** What the form's field begins with. */
  mapping: string;
  columns: string[];
  /** The first lines, a cell for each column. */
  lines: string[][];
  /** Without the choices the JSON is all there is. */
  openJson: boolean;
  strings: MappingEditorStrings;
}

/** Assigns the columns of a sheet. The form's field holds the mapping; the choices above it say the same. */
function MappingEditor({ mapping: first, columns, lines, openJson, strings }: MappingEditorProps) {
  const [text, setText] = useState(first);
  const id = useId();
  const mapping = readMapping(text);
  const change = (next: MappingJson) => setText(writeMapping(next));
  const missing = mapping ? missingRoles(mapping, columns) : [];
  return (
    <div className={s.editor}>
      {mapping && columns.length > 0 && (
        <div className={s.choices}>
          <ColumnRoles mapping={mapping} columns={columns} lines={lines} strings={strings.columns} onChange={change} />
          <p className={missing.length > 0 ? s.missing : s.complete} role="status">
            <Icon name={missing.length > 0 ? 'warning' : 'success'} />
            {missing.length > 0 ? fillText(strings.missing, { list: missing.map((one) => strings.missingRoles[one]).join(', ') }) : strings.complete}
          </p>
          <MeasureFields mapping={mapping} columns={columns} strings={strings.measures} onChange={change} />
          <SheetFields mapping={mapping} columns={columns} strings={strings.sheet} onChange={change} />
        </div>
      )}
      <details className={s.json} open={openJson || !mapping}>
        <summary>{strings.json}</summary>
        <FormField
          id={`${id}-json`}
          name="mapping"
          kind="textarea"
          label={strings.json}
          hideLabel
          hint={strings.jsonHint}
          error={mapping ? undefined : strings.notJson}
          value={text}
          onChange={(event) => setText((event.target as HTMLTextAreaElement).value)}
          rows={18}
          spellCheck={false}
          maxLength={100_000}
        />
      </details>
    </div>
  );
}

export const mappingEditor = defineIsland('imports/mapping-editor', MappingEditor);
export default mappingEditor;
