/**
 * When data last arrived from the installation. It is stored in the browser until the person signs out, and it is all
 * that is stored.
 */
const key = 'waymark.last-data'
/** Written rarely: a fleet sends something every second. */
const writeEverySeconds = 15

let written = 0
let last = 0

const now = () => Math.floor(Date.now() / 1000)

export function noteData(): void {
  last = now()
  if (last - written < writeEverySeconds) return
  written = last
  localStorage.setItem(key, String(last))
}

/** In Unix seconds. */
export const lastDataAt = (): number | undefined => last || Number(localStorage.getItem(key)) || undefined

export function forgetData(): void {
  last = 0
  localStorage.removeItem(key)
}
