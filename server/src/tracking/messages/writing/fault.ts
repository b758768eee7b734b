/** Distinguishes errors caused by values from errors of the database. Pure. */
import { brokenRule } from '#kernel/db/connect.ts'

/**
 * True for errors that values can cause: data exceptions, a violated check, something too large or too deep. All other
 * errors come from the schema, the rights, the disk or our code. A column whose type has
 * changed raises a data exception too.
 */
export const isOfValues = (error: unknown): boolean =>
  /^(22[0-9A-Z]{3}|23514|54000|54001)$/.test((error as { code?: string }).code ?? '')

/** Another transaction was in the way. */
export const isOfOthers = (error: unknown): boolean => /^(40|55P03)/.test((error as { code?: string }).code ?? '')

/** An earlier flush whose outcome was unknown has this one's position. Shards add their number to the name. */
export const isStoredAfterAll = (error: unknown): boolean =>
  /^(message_flushes|flush_notes)_pkey/.test(brokenRule(error) ?? '')

/** Caused neither by the values nor by another transaction or flush: the server itself would refuse other messages too. */
export const isOfPlace = (error: unknown): boolean =>
  !isOfValues(error) &&
  !isOfOthers(error) &&
  !isStoredAfterAll(error) &&
  !/^(WM|57014)/.test((error as { code?: string }).code ?? '')
