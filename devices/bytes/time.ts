/** Seconds since 1970 of a calendar date in UTC; undefined if the date or hour does not exist. */
export function utcSeconds(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | undefined {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour <= 23 && minute <= 59 && second <= 59)) {
    return undefined
  }
  const ms = Date.UTC(year, month - 1, day, hour, minute, second)
  // 31 April would silently become 1 May.
  return new Date(ms).getUTCDate() === day ? ms / 1000 : undefined
}
