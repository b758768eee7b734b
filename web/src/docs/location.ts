/** What the part of the address behind `#` says: a dialect and a place in its reference. */
import { type Dialect, isDialect } from '../shared/dialects.ts'

export interface Place {
  readonly dialect: Dialect
  /** Empty for the overview, `errors`, or the anchor of an operation. */
  readonly anchor: string
}

export const errorsAnchor = 'errors'

export function placeOf(hash: string): Place {
  const [dialect = '', ...rest] = decode(hash.replace(/^#\/?/, '')).split('/')
  return isDialect(dialect) ? { dialect, anchor: rest.join('/') } : { dialect: 'provider', anchor: '' }
}

export const hashOf = ({ dialect, anchor }: Place): string => (anchor === '' ? `#${dialect}` : `#${dialect}/${anchor}`)

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
