/** Finds Chromium, or installs Debian's where this process may; `missing` says what to do. */
export function findOrInstallChromium(): { path: string } | { missing: string };
