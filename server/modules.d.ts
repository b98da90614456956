/** Written at build time from the `migrations` folders, in the order of running. */
declare module 'tare:migrations' {
  export const migrations: import('./platform/db/migrate').Migration[];
}
declare module '*.module.css' {
  const classes: Record<string, string>;
  export default classes;
}
declare module '*.css';
