import type { FormHTMLAttributes, ReactNode } from 'react';
import { placeholder } from './placeholder';

/** Stands for the token until the page is sent; the server's page renderer puts the real one in its place. */
export const csrfPlaceholder = placeholder('csrf');

type PostFormProps = Omit<FormHTMLAttributes<HTMLFormElement>, 'method'> & { action: string; children: ReactNode };

/** A form that changes something: posted, with the token that proves it came from a page of ours. */
export function PostForm({ children, ...form }: PostFormProps) {
  return (
    <form method="post" {...form}>
      <input type="hidden" name="_csrf" value={csrfPlaceholder} />
      {children}
    </form>
  );
}
