import { fillText } from '../ui/fill-text';
import { controlClass } from '../ui/form-field';
import { classNames } from '../ui/class-names';
import { assign, roleOf, roles, type MappingJson, type Role } from './mapping-editor.rules';
import s from './mapping-editor.module.css';

export interface ColumnStrings {
  title: string;
  column: string;
  line: string;
  holds: string;
  roles: Record<Role, string>;
}

interface ColumnRolesProps {
  mapping: MappingJson;
  columns: string[];
  lines: string[][];
  strings: ColumnStrings;
  onChange: (mapping: MappingJson) => void;
}

const shownLines = 3;

/** The sheet turned on its side: a row for each column, with what stands in the first lines and what it holds. */
export function ColumnRoles({ mapping, columns, lines, strings, onChange }: ColumnRolesProps) {
  const shown = lines.slice(0, shownLines);
  return (
    <table className={s.columns}>
      <caption>{strings.title}</caption>
      <thead>
        <tr>
          <th scope="col">{strings.column}</th>
          {shown.map((_, at) => <th key={at} scope="col" className={classNames(s.sample, at > 0 && s.later)}>{fillText(strings.line, { n: at + 1 })}</th>)}
          <th scope="col">{strings.holds}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column, place) => {
          const role = roleOf(mapping, column);
          return (
            <tr key={column} className={role === 'none' ? s.unused : undefined}>
              <th scope="row">{column}</th>
              {shown.map((line, at) => <td key={at} className={classNames(s.sample, at > 0 && s.later)}>{line[place]}</td>)}
              <td className={s.holds}>
                <select
                  className={controlClass}
                  aria-label={`${column}: ${strings.holds}`}
                  value={role}
                  onChange={(event) => onChange(assign(mapping, { column, role: event.target.value as Role, columns }))}
                >
                  {roles.map((one) => <option key={one} value={one}>{strings.roles[one]}</option>)}
                </select>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
