/**
 * The name under which a browser keeps a cookie of ours: over TLS one that no other host of the domain can set (RFC 6265bis, section 4.1.3.2), or somebody
 * who holds a neighbouring host could plant it. It needs `Secure`, the path `/` and no domain. Names that do not begin with `tare-` stay as they are:
 * published clients look for them, or scripts set them.
 */
export const hostCookie = (name: string, { secure }: { secure: boolean }): string =>
  secure && name.startsWith('tare-') ? `__Host-${name}` : name;
