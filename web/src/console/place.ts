/**
 * Where one is inside a console: the part of the address behind `#`, a path with a query. Filters, orders and tabs are
 * in it, so that an address shows the same to whoever opens it.
 */
import { createContext, useContext } from 'react'

export interface Place {
  /** `/clients/481920573316/units` */
  readonly path: string
  readonly query: URLSearchParams
}

export type QueryValues = Readonly<Record<string, string | number | boolean | null | undefined>>

export function placeOf(hash: string): Place {
  const [path = '', query] = hash.replace(/^#/, '').split('?')
  return { path: path.startsWith('/') ? path.replace(/(.)\/+$/, '$1') : '/', query: new URLSearchParams(query) }
}

/** A link to a place: `to('/clients/:id', { id: 7 }, { tab: 'bills' })`. What has no value is left out. */
export function to(pattern: string, params: Readonly<Record<string, string | number>> = {}, query: QueryValues = {}) {
  const path = pattern.replaceAll(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const values = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') values.set(name, String(value))
  return `#${path.replace(/\/+$/, '') || '/'}${values.size > 0 ? `?${String(values).replaceAll('%2C', ',')}` : ''}`
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A step that one can take back with the browser's button. */
export function go(address: string): void {
  window.location.hash = address.replace(/^#/, '')
}

/** The same step written anew: typing into a search must not fill the history. */
function replace(address: string): void {
  window.history.replaceState(window.history.state, '', address)
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}

export function whenPlaceChanges(look: () => void): () => void {
  window.addEventListener('hashchange', look)
  return () => window.removeEventListener('hashchange', look)
}

/** Where the page that is shown stands, which is where the address was when the page was ready. */
export const PlaceContext = createContext<Place>(placeOf(''))
export const usePlace = (): Place => useContext(PlaceContext)

/** Changes some of the values in the address; `undefined` or `''` takes one out. */
export function changeQuery(change: QueryValues): void {
  const { path, query } = placeOf(window.location.hash)
  replace(to(path, {}, { ...Object.fromEntries(query), ...change }))
}

export function useQueryValues(): [URLSearchParams, typeof changeQuery] {
  return [usePlace().query, changeQuery]
}
