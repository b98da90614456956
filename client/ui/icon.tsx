import type { ReactNode } from 'react';

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

const shapes = {
  less: <path d="M2.5 4.5h11L8 12.5z" fill="currentColor" />,
  more: <path d="M2.5 11.5h11L8 3.5z" fill="currentColor" />,
  same: <path d="M3 6h10M3 10h10" {...line} strokeWidth={2} />,
  lock: <><rect x="3.25" y="7" width="9.5" height="6.5" rx="1" {...line} /><path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2" {...line} /></>,
  external: <path d="M6 3.5H3.5v9h9V10M9 3.5h3.5V7M12.2 3.8 7.5 8.5" {...line} />,
  down: <path d="m4 6.25 4 4 4-4" {...line} />,
  right: <path d="m6.25 4 4 4-4 4" {...line} />,
  left: <path d="m9.75 4-4 4 4 4" {...line} />,
  menu: <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" {...line} />,
  cross: <path d="m4 4 8 8m0-8-8 8" {...line} />,
  check: <path d="m3 8.5 3.25 3.25L13 4.75" {...line} strokeWidth={1.75} />,
  plus: <path d="M8 3v10M3 8h10" {...line} />,
  sort: <path d="m5 6.25 3-3 3 3M5 9.75l3 3 3-3" {...line} />,
  asc: <path d="M8 13V3.5M4.5 7 8 3.5 11.5 7" {...line} />,
  desc: <path d="M8 3v9.5M4.5 9 8 12.5 11.5 9" {...line} />,
  info: <><circle cx="8" cy="8" r="6" {...line} /><path d="M8 7.25v3.5M8 5.1v.05" {...line} /></>,
  success: <><circle cx="8" cy="8" r="6" {...line} /><path d="m5.4 8.2 1.8 1.8 3.4-3.7" {...line} /></>,
  warning: <><path d="M8 2.25 14.25 13.5H1.75z" {...line} /><path d="M8 6.5v3M8 11.4v.05" {...line} /></>,
  error: <><path d="M5.4 2h5.2L14 5.4v5.2L10.6 14H5.4L2 10.6V5.4z" {...line} /><path d="M8 5v3.5M8 10.9v.05" {...line} /></>,
  download: <path d="M8 2.5v7.25M4.75 6.75 8 10l3.25-3.25M3 13.5h10" {...line} />,
  filter: <path d="M2.5 4h11M4.5 8h7M6.5 12h3" {...line} />,
  search: <><circle cx="7" cy="7" r="4.25" {...line} /><path d="m10.25 10.25 3.25 3.25" {...line} /></>,
  edit: <path d="m3 13 .6-2.9 7.3-7.3 2.3 2.3-7.3 7.3zM9.4 4.3l2.3 2.3" {...line} />,
  help: <><circle cx="8" cy="8" r="6" {...line} /><path d="M6.3 6.4A1.75 1.75 0 1 1 8 8.6v.7M8 11.3v.05" {...line} /></>,
  sync: <path d="M13 8a5 5 0 0 1-9 3M3 8a5 5 0 0 1 9-3M12.2 2.6V5H9.8M3.8 13.4V11h2.4" {...line} />,
  published: <><path d="M3 9.5v4h10v-4" {...line} /><path d="M8 10V2.75M5 5.5l3-3 3 3" {...line} /></>,
  calendar: <><rect x="2.5" y="3.5" width="11" height="10" rx="1" {...line} /><path d="M2.5 6.75h11M5.5 2v2.5M10.5 2v2.5" {...line} /></>,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

/** A 16 px drawing in the text's colour, hidden from screen readers: the words beside it carry the meaning. */
export function Icon({ name, size = 16, className }: { name: IconName; size?: number; className?: string | undefined }) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {shapes[name]}
    </svg>
  );
}
