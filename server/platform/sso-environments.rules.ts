/** Kinds of installations for which single sign-on may be set up. */
export const ssoEnvironments = ['production', 'uat', 'dev', 'local'] as const;
export type SsoEnvironment = (typeof ssoEnvironments)[number];

/** By the host names at which single sign-on is set up, in small letters and without a port. */
export type SsoHosts = ReadonlyMap<string, SsoEnvironment>;

const entry = new RegExp(`^(${ssoEnvironments.join('|')})=([a-z\\d](?:[a-z\\d.-]*[a-z\\d])?|\\[[\\da-f:.]+\\])$`, 'i');

const isEnvironment = (text: string | undefined): text is SsoEnvironment => ssoEnvironments.some((one) => one === text);

/** @returns null where an entry is none such as `uat=tare-uat.example.org`, or a host is named twice */
export function readSsoHosts(entries: readonly string[]): SsoHosts | null {
  const hosts = new Map<string, SsoEnvironment>();
  for (const text of entries) {
    const [, environment, host] = entry.exec(text.toLowerCase()) ?? [];
    if (host === undefined || !isEnvironment(environment) || hosts.has(host)) return null;
    hosts.set(host, environment);
  }
  return hosts;
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Where nothing was said, the host that people type: a machine's own name for itself is a local installation, any other one in production. */
export function usualSsoHosts(publicUrl: string): SsoHosts {
  const { hostname } = new URL(publicUrl);
  return new Map([[hostname, loopback.test(hostname) ? 'local' : 'production']]);
}
