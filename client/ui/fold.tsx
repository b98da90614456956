import type { ReactNode } from 'react';
import { classNames } from './class-names';
import s from './fold.module.css';
import { Icon } from './icon';

interface FoldProps {
  title: ReactNode;
  /** Beside the title, of how it stands while it is closed. */
  note?: string;
  open?: boolean;
  /** Among filters and lists, where accents would call too loudly. */
  quiet?: true;
  className?: string | undefined;
  children: ReactNode;
}

/** What few people need, behind words that open it; the arrow says that they do. */
export function Fold({ title, note, open, quiet, className, children }: FoldProps) {
  return (
    <details className={classNames(s.fold, quiet && s.quiet, className)} open={open}>
      <summary>
        <Icon name="right" size={14} />
        <span className={s.words}>
          <span>{title}</span>
          {note && <span className={s.note}>{note}</span>}
        </span>
      </summary>
      {children}
    </details>
  );
}
