/** Access tokens as the page shows them. Pure. */
import { curlOf } from '../../api/calls.ts'
import type { AccessToken } from '../../api/generated.ts'

export type TokenState = 'active' | 'expired' | 'revoked'

export function stateOf(token: Pick<AccessToken, 'expires_at' | 'revoked_at'>, now: number): TokenState {
  if (token.revoked_at !== null) return 'revoked'
  return token.expires_at <= now ? 'expired' : 'active'
}

/** Ready for a shell: the secret becomes a variable, and the request changes nothing. */
export const shellLines = (secret: string, dialect: AccessToken['dialect'], origin: string): string =>
  [`TOKEN='${secret}'`, curlOf({ method: 'GET', path: `/${dialect}/accounts?limit=3`, body: undefined }, origin)].join(
    '\n',
  )

export const intakeLine = (secret: string, origin: string): string =>
  [
    `curl '${origin}/intake/IDENT'`,
    `-H 'Authorization: Bearer ${secret}'`,
    `-d '{"lat":54.69,"lng":25.28,"battery.voltage":3.7}'`,
  ].join(' \\\n  ')
