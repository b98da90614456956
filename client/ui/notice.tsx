import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { Icon } from './icon';
import { useLayoutStrings } from './layout-strings';
import s from './notice.module.css';

export interface NoticeProps {
  tone: 'info' | 'success' | 'warning' | 'error';
  title?: string;
  children?: ReactNode;
}

/** Something that a person must know now; the icon's word is said to those who do not see it. */
export function Notice({ tone, title, children }: NoticeProps) {
  const strings = useLayoutStrings();
  return (
    <div className={classNames(s.notice, s[tone])} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon name={tone} />
      <div className={s.text}>
        <span className="visually-hidden">{strings.notice[tone]}: </span>
        {title && <p className={s.title}>{title}</p>}
        {children}
      </div>
    </div>
  );
}
