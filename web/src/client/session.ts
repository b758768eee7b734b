/** How a session of the application ends, and what the sign-in page says about it. */

import { forgetData } from './last-data.ts'

/** Why the sign-in page is shown again; an address may contain only these words. */
export type Why = 'ended' | 'out' | 'password' | 'service'

/** The address includes the page, so that signing in again returns to it. */
export const goToLogin = (why?: Why): void =>
  window.location.assign(`/login${why ? `?why=${why}` : ''}${why === 'out' ? '' : window.location.hash}`)

let reason: Why | undefined
/** Stored in the browser: without an earlier session, none can have ended. */
const key = 'waymark.signed-in'

/** Whose notifications this browser receives, and by which channel. */
export const deviceKey = 'waymark.device'
export const hasDevice = (): boolean => localStorage.getItem(deviceKey) !== null

/** Someone is signed in. */
export const beginSession = (): void => localStorage.setItem(key, 'yes')

/** The right sentence for the end of the session: a request or the live stream may notice it first. */
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
