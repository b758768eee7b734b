/**
 * How many secrets may be tried for one ident from one network. Counted in memory: a device shows its secret with every
 * message, and a question to the database for each would cost more than the message.
 */
import { hash } from 'node:crypto'
import { networkOf } from '#identity/login-throttle/throttle.ts'
import type { Context } from '#kernel/context.ts'

/** The same wrong secret again is a device that was set up wrongly, and no new guess. */
const secretsMax = 10
export const windowSeconds = 3600
const keptMax = 100_000

export interface Guesses {
  /** Nothing is judged any more, right or wrong. */
  isClosed(ident: string, address: string): boolean
  noteWrong(ident: string, address: string, secret: string): void
}

interface Tried {
  since: number
  readonly secrets: Set<string>
}

export function deviceGuesses({ clock }: Pick<Context, 'clock'>): Guesses {
  const byPlace = new Map<string, Tried>()
  const placeOf = (ident: string, address: string) => `${networkOf(address)} ${ident}`

  function find(place: string): Tried | undefined {
    const tried = byPlace.get(place)
    if (!tried || clock.now().getTime() - tried.since < windowSeconds * 1000) return tried
    byPlace.delete(place)
    return undefined
  }

  return {
    isClosed: (ident, address) => (find(placeOf(ident, address))?.secrets.size ?? 0) >= secretsMax,
    noteWrong(ident, address, secret) {
      const place = placeOf(ident, address)
      const now = clock.now().getTime()
      const tried = find(place) ?? { since: now, secrets: new Set() }
      tried.secrets.add(hash('sha256', secret, 'base64url').slice(0, 16))
      if (tried.secrets.size >= secretsMax) tried.since = now
      byPlace.set(place, tried)
      // The oldest goes: whoever wants its place back has to fill all the others.
      if (byPlace.size > keptMax) byPlace.delete(byPlace.keys().next().value as string)
    },
  }
}
