/** By what a person is looked up. */
export const userFieldTypes = ['Id', 'Login', 'Email', 'Name'] as const;
/** Of what an id may be. */
export const idTypes = ['Organization', 'Site', 'Location', 'Device'] as const;
