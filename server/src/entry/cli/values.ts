/** The kinds of values that commands take. */
import { isAddress } from '#kernel/email-address.ts'
import { BadValue, type Kind } from './command.ts'

const must = (what: string): never => {
  throw new BadValue(`must be ${what}`)
}

export const text = (hint: string, lengthMax = 100): Kind<string> => ({
  hint,
  read(given) {
    const trimmed = given.trim()
    return trimmed === '' || trimmed.length > lengthMax ? must(`1 to ${lengthMax} characters long`) : trimmed
  },
})

export const email: Kind<string> = {
  hint: 'EMAIL',
  read: (given) => (isAddress(given.trim()) ? given.trim() : must('an email address')),
}

export const file: Kind<string> = { hint: 'FILE', read: (given) => (given === '' ? must('a file') : given) }

/** Id of a dealer or an account. */
export const id: Kind<number> = {
  hint: 'ID',
  read(given) {
    const value = Number(given)
    return /^\d+$/.test(given) && Number.isSafeInteger(value) && value > 0
      ? value
      : must('a number such as 314159265358')
  },
}

export const tokenId: Kind<string> = {
  hint: 'ID',
  read: (given) =>
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given)
      ? given.toLowerCase()
      : must('the id of a token, as token list shows it'),
}

export const uuid: Kind<string> = {
  hint: 'ID',
  read: (given) =>
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given)
      ? given.toLowerCase()
      : must('an id such as 019a0000-0000-7000-8000-000000000104'),
}

export const oneOf = <T extends string>(choices: readonly T[]): Kind<T> => ({
  hint: choices.join('|'),
  read: (given) => choices.find((choice) => choice === given) ?? must(choices.join(' or ')),
})

/** A whole number from 1. */
export const count = (most: number): Kind<number> => ({
  hint: 'NUMBER',
  read: (given) =>
    /^\d{1,9}$/.test(given) && Number(given) >= 1 && Number(given) <= most
      ? Number(given)
      : must(`a whole number from 1 to ${most}`),
})

export const decimal = (least: number, most: number): Kind<number> => ({
  hint: 'NUMBER',
  read: (given) =>
    /^\d{1,6}(\.\d{1,6})?$/.test(given) && Number(given) >= least && Number(given) <= most
      ? Number(given)
      : must(`a number from ${least} to ${most}`),
})

const unitSeconds = { d: 86_400, h: 3_600, m: 60, s: 1 }
const secondsMax = 100 * 365 * unitSeconds.d

/** In seconds: `3d`, `12h`, `1d12h`. */
export const duration: Kind<number> = {
  hint: 'DURATION',
  read(given) {
    const parts = [...given.matchAll(/(\d+)([dhms])/g)]
    const seconds = parts.reduce((sum, [, count, unit]) => sum + Number(count) * unitSeconds[unit as 'd'], 0)
    const isWhole = parts.map(([part]) => part).join('') === given
    return isWhole && seconds > 0 && seconds <= secondsMax ? seconds : must('a time such as 3d, 12h, 1d12h or 90s')
  },
}

// Where seconds end and milliseconds begin, as in the API.
const unixSecondsMax = 1e11

/** A day or a moment in UTC, or unix seconds. */
export const moment: Kind<Date> = {
  hint: 'DATE|SECONDS',
  read(given) {
    if (/^\d+$/.test(given)) {
      return Number(given) > unixSecondsMax ? must('in seconds, not milliseconds') : new Date(Number(given) * 1000)
    }
    const isIso = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(given)
    // Without a zone JavaScript reads a time, unlike a day, in the machine's own zone.
    const date = new Date(/T.*(Z|[+-]\d\d:\d\d)$/.test(given) || !given.includes('T') ? given : `${given}Z`)
    // 31 February is invalid, though JavaScript reads it as a day in March.
    const isReal =
      !Number.isNaN(date.getTime()) && new Date(given.slice(0, 10)).toISOString().startsWith(given.slice(0, 10))
    return isIso && isReal ? date : must('a day such as 2027-01-31 or unix seconds')
  },
}
