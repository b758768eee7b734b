/** The terms of units, requested for the loaded ones, one page of the list at a time. */
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../api/call.ts'
import type { UnitTerm } from '../../../api/generated.ts'
import { firstSize, nextSize } from '../../../api/queries.ts'
import { hasTracker } from '../unit.ts'

export type Terms = ReadonlyMap<number, UnitTerm>

interface Termed {
  readonly id: number
  readonly type?: string | null
}

const idsOf = (units: readonly Termed[]) =>
  units
    .filter((unit) => hasTracker({ type: unit.type ?? null }))
    .map(({ id }) => id)
    .join(',')
const byUnit = (terms: readonly UnitTerm[]): Terms => new Map(terms.map((term) => [term.unit_id, term]))

export function useTerms(units: readonly Termed[]): Terms {
  const chunks = useMemo(() => {
    const found: string[] = []
    // Split like the list, so that loading more keeps what is known.
    for (let start = 0; start < units.length; ) {
      const end = start + (start === 0 ? firstSize : nextSize)
      const ids = idsOf(units.slice(start, end))
      if (ids !== '') found.push(ids)
      start = end
    }
    return found
  }, [units])
  return useQueries({
    queries: chunks.map((ids) => ({
      queryKey: ['getConsoleUnitTerms', { ids }],
      queryFn: ({ signal }: { signal: AbortSignal }) => call('getConsoleUnitTerms', { ids }, undefined, signal),
    })),
    combine: combined,
  })
}

const combined = (answers: readonly { readonly data?: readonly UnitTerm[] | undefined }[]) =>
  byUnit(answers.flatMap(({ data }) => data ?? []))

/** Of all these units, for an export. */
export async function loadTerms(units: readonly Termed[]): Promise<Terms> {
  const terms: UnitTerm[] = []
  for (let start = 0; start < units.length; start += nextSize) {
    const ids = idsOf(units.slice(start, start + nextSize))
    if (ids !== '') terms.push(...(await call('getConsoleUnitTerms', { ids })))
  }
  return byUnit(terms)
}
