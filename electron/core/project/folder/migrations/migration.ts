/** A step from one format version of the project file to the next. Frozen once shipped. */
export interface Migration {
  /** The format version that the file has afterwards: 1, 2, 3 without a hole. */
  readonly version: number;
  /** SQL without transactions of its own. */
  readonly sql: string;
}
