/** A list that the server returns as a whole: searched and sorted here, shown like every other. */
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Listed } from '../../api/queries.ts'
import { locale } from '../../shared/texts/texts.ts'
import type { ListView } from '../list/view.ts'

type Value = string | number | null

export interface WholeList<Item> {
  /** The text that a search matches. */
  textOf(item: Item): string
  /** By the names that the columns sort by. */
  readonly sorts: Readonly<Record<string, (item: Item) => Value>>
  /** By the names of the filters. */
  readonly filters?: Readonly<Record<string, (item: Item, value: string) => boolean>>
}

type View = Pick<ListView, 'q' | 'sort'> & { readonly active: readonly { name: string; value: string }[] }

const inOrder = (a: Value, b: Value): number =>
  a === b
    ? 0
    : a === null
      ? 1
      : b === null
        ? -1
        : typeof a === 'number' && typeof b === 'number'
          ? a - b
          : String(a).localeCompare(String(b), locale, { numeric: true, sensitivity: 'base' })

/** Pure: a row matches every word of the search; rows without a value come last in both orders. */
export function shownOf<Item>(items: readonly Item[], view: View, { textOf, sorts, filters = {} }: WholeList<Item>) {
  const wanted = view.q.toLowerCase().split(/\s+/).filter(Boolean)
  const found = items.filter((item) => {
    const text = textOf(item).toLowerCase()
    return (
      wanted.every((word) => text.includes(word)) &&
      view.active.every(({ name, value }) => filters[name]?.(item, value) ?? true)
    )
  })
  const isDown = view.sort?.startsWith('-') ?? false
  const by = sorts[view.sort?.replace(/^-/, '') ?? '']
  if (!by) return found
  return found.toSorted((a, b) => {
    const [one, other] = [by(a), by(b)]
    return isDown && one !== null && other !== null ? inOrder(other, one) : inOrder(one, other)
  })
}

export function useWholeList<Item>(
  query: UseQueryResult<readonly Item[]>,
  view: ListView,
  whole: WholeList<Item>,
): Listed<Item> {
  const { data } = query
  const items = useMemo(() => shownOf(data ?? [], view, whole), [data, view, whole])
  return {
    items,
    isLoading: query.isPending,
    isStale: false,
    error: data === undefined ? query.error : null,
    hasMore: false,
    isLoadingMore: false,
    more: () => {},
    reload: () => void query.refetch(),
  }
}
