/** How a session of the application ends, and what the login page says of it. */

import { forgetData } from './last-data.ts'

/** Why the login page is shown again; only these words are accepted from an address. */
export type Why = 'ended' | 'out' | 'password' | 'service'

/** The place in the application is part of the address, so that signing in again leads back to it. */
export const goToLogin = (why?: Why): void =>
  window.location.assign(`/login${why ? `?why=${why}` : ''}${why === 'out' ? '' : window.location.hash}`)

let reason: Why | undefined
/** Kept in the browser: somebody who was never here has no session that could have ended. */
const key = 'waymark.signed-in'

/** This browser receives notifications: whose, and by which channel. */
export const deviceKey = 'waymark.device'
export const hasDevice = (): boolean => localStorage.getItem(deviceKey) !== null

/** Somebody is signed in. */
export const beginSession = (): void => localStorage.setItem(key, 'yes')

/** Which sentence fits when the session is over: a call or the live stream may be the first to notice. */
export const setEndReason = (why: Why): void => {
  reason = why
}

/** The browser leaves the page, so callers that wait for the result never continue. */
export function endSession(): Promise<never> {
  goToLogin(reason ?? (localStorage.getItem(key) ? 'ended' : undefined))
  if (reason === 'out') localStorage.removeItem(key)
  forgetData()
  return new Promise(() => {})
}
