import type { ReactNode } from 'react';
import { LinkButton } from '../../client/ui/button';
import { Notice, type NoticeProps } from '../../client/ui/notice';

interface WayOnPageProps {
  tone: NoticeProps['tone'];
  says: string;
  to: string;
  label: string;
  /** Further ways, below. */
  children?: ReactNode;
}

/** What has come of something, and where it goes on. */
export function WayOnPage({ tone, says, to, label, children }: WayOnPageProps) {
  return (
    <>
      <Notice tone={tone}>{says}</Notice>
      <p>
        <LinkButton href={to} tone="primary">
          {label}
        </LinkButton>
      </p>
      {children}
    </>
  );
}
