export function mayInstall(): boolean;
/** Installs one of Debian's packages. @returns what apt-get said when it failed */
export function installPackage(name: string): string | null;
