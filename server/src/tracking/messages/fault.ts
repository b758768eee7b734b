/** Whose fault it is that the database did not store something. Pure. */

/**
 * True for errors that values can cause: data exceptions, a check they break, something too large or too deep. All other
 * errors say something about the schema, the rights, the disk or ourselves, and never about what a tracker sent. These
 * may do so too: a column whose type was changed also gives a data exception.
 */
export const isOfValues = (error: unknown): boolean =>
  /^(22[0-9A-Z]{3}|23514|54000|54001)$/.test((error as { code?: string }).code ?? '')
