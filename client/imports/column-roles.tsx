import { assign, roleOf, roles, type MappingJson, type Role } from '../../server/features/imports/mapping-editor.rules';
import type { ColumnEvidence } from '../../server/features/imports/sheet-guess.contract';
import { classNames } from '../ui/class-names';
import { controlClass } from '../ui/form-field';
import s from './mapping-editor.module.css';
import type { MappingTranslate } from './mapping-words';

interface ColumnRolesProps {
  mapping: MappingJson;
  columns: string[];
  lines: string[][];
  evidence: ColumnEvidence[];
  t: MappingTranslate;
  onChange: (mapping: MappingJson) => void;
}

const shownLines = 3;

/** The sheet turned on its side: a row for each column, with what stands in the first lines and what it holds. */
export function ColumnRoles({ mapping, columns, lines, evidence, t, onChange }: ColumnRolesProps) {
  const shown = lines.slice(0, shownLines);
  return (
    <table className={s.columns}>
      <caption>{t('imports.editor.columns')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('imports.editor.column')}</th>
          {shown.map((_, at) => (
            <th key={at} scope="col" className={classNames(s.sample, at > 0 && s.later)}>
              {t('imports.editor.lineN', { n: at + 1 })}
            </th>
          ))}
          <th scope="col">{t('imports.editor.holds')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column, place) => {
          const role = roleOf(mapping, column);
          const why = evidence.find(
            (one) => one.column === column && (one.role === role || (one.role === 'guests' && role === 'none')),
          );
          return (
            <tr key={column} className={role === 'none' ? s.unused : undefined}>
              <th scope="row">{column}</th>
              {shown.map((line, at) => (
                <td key={at} className={classNames(s.sample, at > 0 && s.later)}>
                  {line[place]}
                </td>
              ))}
              <td className={s.holds}>
                <select
                  className={controlClass}
                  aria-label={`${column}: ${t('imports.editor.holds')}`}
                  value={role}
                  onChange={(event) => onChange(assign(mapping, { column, role: event.target.value as Role, columns }))}
                >
                  {roles.map((one) => (
                    <option key={one} value={one}>
                      {t(`imports.editor.roles.${one}`)}
                    </option>
                  ))}
                </select>
                {why && <p className={s.why}>{reasonOf(why, t)}</p>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function reasonOf({ role, word, cells }: ColumnEvidence, t: MappingTranslate): string {
  if (role === 'guests') return t('imports.editor.guests');
  if (role === 'wide') return t('imports.editor.wideFrom');
  if (role === 'total')
    return word === null ? t('imports.editor.totalFromCells') : t('imports.editor.totalFrom', { word });
  return word === null
    ? t('imports.editor.fromCells', { cells: cells.join(' · ') })
    : t('imports.editor.fromName', { word, cells: cells.join(' · ') });
}
