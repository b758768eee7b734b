/**
 * The router of all pages: the part of the address after `#` is a path with a query. Filters, orders and tabs are in
 * it, so that an address shows the same to everyone.
 */
import { createContext, useContext, useSyncExternalStore } from 'react'

export interface Route {
  /** `/clients/481920573316/units` */
  readonly path: string
  readonly query: URLSearchParams
}

export type QueryValues = Readonly<Record<string, string | number | boolean | null | undefined>>

export function routeOf(hash: string): Route {
  const [path = '', query] = hash.replace(/^#/, '').split('?')
  return { path: path.startsWith('/') ? path.replace(/(.)\/+$/, '$1') : '/', query: new URLSearchParams(query) }
}

/** A link to a route: `to('/clients/:id', { id: 7 }, { tab: 'bills' })`. Values that are empty are left out. */
export function to(pattern: string, params: Readonly<Record<string, string | number>> = {}, query: QueryValues = {}) {
  const path = pattern.replaceAll(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const values = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') values.set(name, String(value))
  const address = (path.replace(/\/+$/, '') || '/') + (values.size > 0 ? `?${values}` : '')
  return `#${address.replaceAll('%2C', ',')}`
}

/** The values of a pattern in a path, or undefined if it does not fit. A part with `?` may be missing. */
export function paramsOf(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (given.length > wanted.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const text = given[index]
    if (!part.startsWith(':')) {
      if (part !== text) return undefined
      continue
    }
    if (text === undefined || text === '') {
      if (!part.endsWith('?')) return undefined
      continue
    }
    params[part.replace(/^:|\?$/g, '')] = decoded(text)
  }
  return params
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A step that the browser's back button undoes. */
export function go(address: string): void {
  window.location.hash = address.replace(/^#/, '')
}

/** Replaces the current step: typing into a search must not fill the history. */
function replace(address: string): void {
  window.history.replaceState(window.history.state, '', address)
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}

export function whenRouteChanges(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
}

/** The part of the address after `#`, always the current one. */
export const useHash = (): string => useSyncExternalStore(whenRouteChanges, () => window.location.hash)

/** The route of the page that is shown. While the next page loads, the address may already be another. */
export const RouteContext = createContext<Route>(routeOf(''))
const useRoute = (): Route => useContext(RouteContext)

/** Changes some of the values in the address; `undefined` or `''` removes one. */
export function changeQuery(change: QueryValues): void {
  const { path, query } = routeOf(window.location.hash)
  replace(to(path, {}, { ...Object.fromEntries(query), ...change }))
}

export function useQueryValues(): [URLSearchParams, typeof changeQuery] {
  return [useRoute().query, changeQuery]
}
