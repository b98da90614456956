/** Thrown while an item is delivered: nobody is there, or is to be told, any more. The item goes; it is neither sent nor tried again. */
export class Dropped extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'Dropped';
  }
}
