/** Outside the guard of signed-in pages (specification, section 1). */
export const zendeskPath = '/zendesk-sso';

interface Desk {
  zendesk: { url: string } | undefined;
}

/** Where somebody goes on at the help desk: an address of its own, and of no other site. null: its first page. */
export function zendeskReturn({ zendesk }: Desk, wanted: string | undefined): string | null {
  if (zendesk === undefined || wanted === undefined || !URL.canParse(wanted)) return null;
  const url = new URL(wanted);
  return url.origin === zendesk.url && url.username === '' && url.password === '' ? url.href : null;
}

const withReturn = (path: string, name: string, value: string) => `${path}?${new URLSearchParams({ [name]: value })}`;

/** What stands in an address where there is no page to go on at: it says where from, and that is enough. */
const anyPage = '1';

/** The way to the login for somebody who came from the help desk. */
export const toLogin = (desk: Desk, wanted: string | undefined) =>
  withReturn('/login', 'zendeskRedirect', zendeskReturn(desk, wanted) ?? anyPage);

/** Where a login leads whose address has `zendeskRedirect`, whatever it says (specification, section 4); null where it has none. */
export function zendeskTarget(desk: Desk, zendeskRedirect: string | undefined): string | null {
  if (zendeskRedirect === undefined) return null;
  const back = zendeskReturn(desk, zendeskRedirect);
  return back === null ? zendeskPath : withReturn(zendeskPath, 'return_to', back);
}
