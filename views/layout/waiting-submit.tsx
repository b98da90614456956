import { Button } from '../../client/ui/button';
import s from './waiting-submit.module.css';

/**
 * The button of a form with `data-valid-submit`. Its look and the sentence follow the fields by style alone, from the first
 * paint on; only what it does waits for a script.
 */
export function WaitingSubmit({ says, children }: { says: string; children: string }) {
  return (
    <div className={s.submit}>
      <Button type="submit" tone="primary" wide aria-describedby="waits-for">
        {children}
      </Button>
      <p id="waits-for" className={s.reason}>
        {says}
      </p>
    </div>
  );
}
