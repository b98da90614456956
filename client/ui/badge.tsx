import type { ReactNode } from 'react';
import s from './badge.module.css';
import { classNames } from './class-names';
import { Icon, type IconName } from './icon';

/** A word about a state. */
export function Badge({
  tone,
  icon,
  children,
}: {
  tone?: 'accent' | 'less' | 'more' | 'attention' | 'secure';
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <span className={classNames(s.badge, tone && s[tone])}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}

const shapes: Record<number, ReactNode> = {
  8: <rect x="1" y="1" width="10" height="10" />,
  9: <circle cx="6" cy="6" r="5.5" />,
  23: <path d="M6 .5 11.5 11H.5z" />,
};

/** A stage of processing: one hue and one shape each, everywhere (8 pre-consumer, 9 post-consumer, 23 plate waste). */
export function Stage({ id, name }: { id: number | null; name: string }) {
  const known = id !== null && id in shapes;
  return (
    <span className={classNames(s.badge, s.stage)}>
      <svg
        className={classNames(s.dot, s[known ? `stage${id}` : 'stageOther'])}
        viewBox="0 0 12 12"
        fill="currentColor"
        aria-hidden="true"
        focusable="false"
      >
        {known ? shapes[id] : <path d="M1 6h10" stroke="currentColor" strokeWidth="2" />}
      </svg>
      {name}
    </span>
  );
}
