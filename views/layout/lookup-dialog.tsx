import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import type { LayoutStrings } from '../../server/platform/i18n/messages';
import s from './lookup-dialog.module.css';

/** Finds out what an id belongs to, from wherever somebody is. The script asks the calls; what it says with stands in the markup. */
export function LookupDialog({ strings }: { strings: LayoutStrings['lookup'] }) {
  const { lines, looking, failed, unreadable, unknown } = strings;
  const groups = [
    {
      label: strings.person,
      options: [
        { value: 'user.Id', label: lines.User },
        { value: 'user.Login', label: lines.Login },
        { value: 'user.Email', label: lines.Email },
      ],
    },
    {
      label: strings.thing,
      options: (['Organization', 'Site', 'Location', 'Device'] as const).map((type) => ({
        value: `id.${type}`,
        label: lines[type],
      })),
    },
  ];
  return (
    <dialog
      id="tare-lookup"
      className={`dialog ${s.dialog}`}
      aria-labelledby="tare-lookup-title"
      data-words={JSON.stringify({ lines, looking, failed, unreadable, unknown })}
    >
      <h2 id="tare-lookup-title">{strings.title}</h2>
      <form method="get" action="/support-console" className={s.form} noValidate autoComplete="off" data-no-busy="">
        <FormField
          kind="select"
          id="tare-lookup-kind"
          name="kind"
          label={strings.kind}
          options={groups}
          defaultValue="id.Organization"
        />
        <FormField kind="text" id="tare-lookup-value" name="value" label={strings.value} maxLength={254} autoFocus />
        <Button type="submit" tone="primary" icon="search">
          {strings.search}
        </Button>
      </form>
      <div role="status" className={s.result} data-result="" />
      <template data-line="">
        <div className={s.line}>
          <dt />
          <dd />
        </div>
      </template>
      <form method="dialog" className="dialog-actions">
        <Button type="submit">{strings.close}</Button>
      </form>
    </dialog>
  );
}
