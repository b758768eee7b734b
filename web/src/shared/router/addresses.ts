/** Addresses from outside. */

/** Only a web address may become a link; `javascript:` and its kin may not. */
export function webAddress(text: string | null | undefined): string | undefined {
  const url = text && URL.canParse(text) ? new URL(text) : undefined
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}

/** As it was before anything was removed from it. */
let whole: string | undefined

/** Takes the values out of the address: they are secrets, and an address is stored and shared. */
export function takeFromAddress(part: 'search' | 'hash'): URLSearchParams {
  const { search, hash, pathname } = window.location
  whole ??= pathname + search + hash
  const values = new URLSearchParams((part === 'search' ? search : hash).slice(1))
  window.history.replaceState(null, '', pathname + (part === 'search' ? hash : search))
  return values
}

/** Loads the page again with the values taken from its address, as if the link were opened again. */
export function reloadWhole(): void {
  if (whole !== undefined) window.history.replaceState(null, '', whole)
  window.location.reload()
}
