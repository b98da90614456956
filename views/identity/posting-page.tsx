import { Button } from '../../client/ui/button';

interface PostingPageProps {
  says: string;
  label: string;
  /** An address of another site. */
  action: string;
  fields: Record<string, string>;
}

/** Takes somebody on to another site by a form: by itself where scripts run, by its button where they do not. It carries no token of ours. */
export function PostingPage({ says, label, action, fields }: PostingPageProps) {
  return (
    <>
      <p>{says}</p>
      <form method="post" action={action} data-sends-itself="">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" tone="primary">
          {label}
        </Button>
      </form>
    </>
  );
}
