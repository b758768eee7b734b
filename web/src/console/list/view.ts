/** What a list shows, from its address: search, filters, order. */
import { useMemo } from 'react'
import { useQueryValues } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'

export interface Filter {
  /** Its name in the address. */
  readonly name: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** The parameters for the API; `{ [name]: value }` by default. */
  params?(value: string): Readonly<Record<string, unknown>>
}

export interface ActiveFilter {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly valueLabel: string
}

export interface ListView {
  readonly q: string
  readonly sort: string | undefined
  readonly filters: readonly Filter[]
  readonly active: readonly ActiveFilter[]
  /** For the list operation: `q`, `sort` and the parameters of the filters. */
  readonly params: Readonly<Record<string, never>>
  /** For the count operation: the same without the order. */
  readonly countParams: Readonly<Record<string, never>>
  /** The part of the address that describes this view. */
  readonly query: string
  change(values: Readonly<Record<string, string | undefined>>): void
  clear(): void
}

const isOf = (filter: Filter, value: string | null): value is string =>
  value !== null && filter.options.some((option) => option.value === value)

/** In every list: the rows that another page links to, such as the ten overdue clients. */
const chosenIds = (query: URLSearchParams): string | undefined => {
  const ids = query.get('ids')
  return ids !== null && /^[\w-]+(,[\w-]+)*$/.test(ids) ? ids : undefined
}

/** Pure, for tests. */
export function readView(query: URLSearchParams, filters: readonly Filter[], defaultSort?: string) {
  const q = query.get('q') ?? ''
  const sort = query.get('sort') ?? defaultSort
  const active = filters.flatMap((filter): ActiveFilter[] => {
    const value = query.get(filter.name)
    if (!isOf(filter, value)) return []
    const valueLabel = filter.options.find((option) => option.value === value)!.label
    return [{ name: filter.name, label: filter.label, value, valueLabel }]
  })
  const asked = Object.assign(
    {},
    ...active.map(({ name, value }) => {
      const filter = filters.find((one) => one.name === name)!
      return filter.params?.(value) ?? { [name]: value }
    }),
  )
  const ids = chosenIds(query)
  if (ids) {
    const { chosen, chosenCount } = words.list
    active.push({ name: 'ids', label: chosen, value: ids, valueLabel: chosenCount(ids.split(',').length) })
  }
  const countParams = { ...asked, ...(ids && { ids }), ...(q && { q }) }
  return { q, sort, active, countParams, params: { ...countParams, ...(sort && { sort }) } }
}

export function useListView(filters: readonly Filter[], defaultSort?: string): ListView {
  const [query, change] = useQueryValues()
  return useMemo(
    () => ({
      ...readView(query, filters, defaultSort),
      filters,
      query: query.toString(),
      change,
      clear: () => change(Object.fromEntries([...query.keys()].map((name) => [name, undefined]))),
    }),
    [query, change, filters, defaultSort],
  )
}
