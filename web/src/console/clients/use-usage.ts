/** The quota usage of clients: requested for the loaded ones, one page of the list at a time. */
import { useQueries } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { AccountUse } from '../../api/generated.ts'
import { firstSize, nextSize } from '../../api/queries.ts'

export function useUsage(ids: readonly number[]): ReadonlyMap<number, AccountUse> {
  // Split like the list, so that loading more keeps what is known.
  const chunks: string[] = []
  for (let start = 0; start < ids.length; ) {
    const end = start + (start === 0 ? firstSize : nextSize)
    chunks.push(ids.slice(start, end).join(','))
    start = end
  }
  return useQueries({
    queries: chunks.map((chunk) => ({
      queryKey: ['getAccountsUsage', chunk],
      queryFn: ({ signal }: { signal: AbortSignal }) => call('getAccountsUsage', { ids: chunk }, undefined, signal),
    })),
    combine: combined,
  })
}

const combined = (answers: readonly { readonly data?: readonly AccountUse[] | undefined }[]) =>
  new Map(answers.flatMap(({ data }) => data ?? []).map((use) => [use.id, use]))
