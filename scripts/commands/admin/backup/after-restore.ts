/**
 * What must not come back from the past: who is signed in, links that set passwords, and versions of the data that
 * browsers have already seen with other figures; those of a restored database lie above all that were ever given.
 */
export const afterRestore = `
delete from identity.session;
delete from identity.password_token;
delete from public.http_session;
update public.organisation set data_version = greatest(data_version, extract(epoch from clock_timestamp())::bigint) + 1;
insert into public.audit_log (organisation_id, actor, at, action, entity) values (1, 'command line', clock_timestamp(), 'database.restore', 'database');
`;
