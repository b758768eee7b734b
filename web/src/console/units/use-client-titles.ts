/** The titles of the clients of units: requested for the loaded units, one page of the list at a time. */
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import type { Account } from '../../api/generated.ts'
import { firstSize, nextSize } from '../../api/queries.ts'

export function useClientTitles(units: readonly { readonly account_id: number }[]): ReadonlyMap<number, string> {
  const chunks = useMemo(() => {
    const seen = new Set<number>()
    const found: string[] = []
    // Split like the list, so that loading more keeps what is known.
    for (let start = 0; start < units.length; ) {
      const end = start + (start === 0 ? firstSize : nextSize)
      const fresh = new Set(units.slice(start, end).flatMap(({ account_id: id }) => (seen.has(id) ? [] : [id])))
      for (const id of fresh) seen.add(id)
      if (fresh.size > 0) found.push([...fresh].join(','))
      start = end
    }
    return found
  }, [units])
  return useQueries({
    queries: chunks.map((ids) => ({
      queryKey: ['getAccounts', { ids, fields: 'id,title' }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call('getAccounts', { ids, fields: 'id,title' }, undefined, signal),
    })),
    combine: combined,
  })
}

const combined = (answers: readonly { readonly data?: readonly Account[] | undefined }[]) =>
  new Map(answers.flatMap(({ data }) => data ?? []).map(({ id, title }) => [id, title]))
