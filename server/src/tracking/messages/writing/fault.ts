/** Distinguishes errors caused by values from errors of the database. Pure. */

/**
 * True for errors that values can cause: data exceptions, a violated check, something too large or too deep. All other
 * errors come from the schema, the rights, the disk or our code. A column whose type has changed raises a data exception
 * too.
 */
export const isOfValues = (error: unknown): boolean =>
  /^(22[0-9A-Z]{3}|23514|54000|54001)$/.test((error as { code?: string }).code ?? '')

/** Another transaction was in the way. */
export const isOfOthers = (error: unknown): boolean => /^(40|55P03)/.test((error as { code?: string }).code ?? '')

/**
 * An earlier flush whose outcome was unknown has this one's position; or only its note has, because a coordinator stores
 * that on its worker at once. Shards add their number to the name, and a coordinator gives the name in the message only.
 */
export function isStoredAfterAll(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return code === '23505' && /(message_flushes|flush_notes)_pkey/.test(message)
}

/** Caused neither by the values nor by another transaction or flush: the server itself would refuse other messages too. */
export const isOfPlace = (error: unknown): boolean =>
  !isOfValues(error) &&
  !isOfOthers(error) &&
  !isStoredAfterAll(error) &&
  !/^(WM|57014)/.test((error as { code?: string }).code ?? '')
