import { groupsOf, linesOf, type LineLabel } from '../../server/features/support-console/lookup-description.rules';
import { Missing } from '../ui/missing';
import s from './lookup-content.module.css';

/** The lines of a description, each with what it is; several people stand apart. */
export function LookupLines({
  description,
  labelOf,
  unknown,
}: {
  description: string;
  labelOf(label: LineLabel): string;
  unknown: string;
}) {
  return (
    <div className={s.groups}>
      {groupsOf(linesOf(description)).map((lines, nth) => (
        <dl key={nth} className={s.lines}>
          {lines.map(({ label, value }) => (
            <div key={label}>
              <dt>{labelOf(label)}</dt>
              <dd>{value || <Missing reason={unknown} />}</dd>
            </div>
          ))}
        </dl>
      ))}
    </div>
  );
}
