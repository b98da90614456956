import { classNames } from './class-names';
import s from './icon.module.css';

const ring = 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z';

/** Path data in a box of 16 by 16: surfaces, and lines of 1.5. */
const filled = { less: 'M2.5 4.5h11L8 12.5z', more: 'M2.5 11.5h11L8 3.5z' };
const lines = {
  same: 'M3 6h10M3 10h10',
  lock: 'M4.25 7h7.5q1 0 1 1v4.5q0 1-1 1h-7.5q-1 0-1-1V8q0-1 1-1zM5.25 7V5a2.75 2.75 0 0 1 5.5 0v2',
  external: 'M6 3.5H3.5v9h9V10M9 3.5h3.5V7M12.2 3.8 7.5 8.5',
  down: 'm4 6.25 4 4 4-4',
  right: 'm6.25 4 4 4-4 4',
  left: 'm9.75 4-4 4 4 4',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  cross: 'm4 4 8 8m0-8-8 8',
  check: 'm3 8.5 3.25 3.25L13 4.75',
  plus: 'M8 3v10M3 8h10',
  grip: 'M5.75 3.5v.05M10.25 3.5v.05M5.75 8v.05M10.25 8v.05M5.75 12.5v.05M10.25 12.5v.05',
  sort: 'm5 6.25 3-3 3 3M5 9.75l3 3 3-3',
  asc: 'M8 13V3.5M4.5 7 8 3.5 11.5 7',
  desc: 'M8 3v9.5M4.5 9 8 12.5 11.5 9',
  info: `${ring}M8 7.25v3.5M8 5.1v.05`,
  success: `${ring}M5.4 8.2l1.8 1.8 3.4-3.7`,
  warning: 'M8 2.25 14.25 13.5H1.75zM8 6.5v3M8 11.4v.05',
  error: 'M5.4 2h5.2L14 5.4v5.2L10.6 14H5.4L2 10.6V5.4zM8 5v3.5M8 10.9v.05',
  download: 'M8 2.5v7.25M4.75 6.75 8 10l3.25-3.25M3 13.5h10',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  search: 'M11.25 7a4.25 4.25 0 1 1-8.5 0 4.25 4.25 0 0 1 8.5 0zM10.25 10.25l3.25 3.25',
  edit: 'm3 13 .6-2.9 7.3-7.3 2.3 2.3-7.3 7.3zM9.4 4.3l2.3 2.3',
  help: `${ring}M6.3 6.4A1.75 1.75 0 1 1 8 8.6v.7M8 11.3v.05`,
  sync: 'M13 8a5 5 0 0 1-9 3M3 8a5 5 0 0 1 9-3M12.2 2.6V5H9.8M3.8 13.4V11h2.4',
  published: 'M3 9.5v4h10v-4M8 10V2.75M5 5.5l3-3 3 3',
  eye: 'M1.75 8Q4.5 3.75 8 3.75T14.25 8Q11.5 12.25 8 12.25T1.75 8zM10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
  calendar: 'M3.5 3.5h9q1 0 1 1v8q0 1-1 1h-9q-1 0-1-1v-8q0-1 1-1zM2.5 6.75h11M5.5 2v2.5M10.5 2v2.5',
};

const shapes = { ...filled, ...lines };

export type IconName = keyof typeof shapes;

/** A 16 px drawing in the text's colour, hidden from screen readers: the words beside it carry the meaning. */
export function Icon({
  name,
  size = 16,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <svg
      className={classNames(name in filled ? s.filled : s.line, className)}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
