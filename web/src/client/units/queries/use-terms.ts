/** The terms of units. Most clients pay by the period and have none. */
import { useMemo } from 'react'
import { useOperation } from '../../../api/queries.ts'
import type { UnitTerm } from '../../types.ts'

/** A term may end while the page is open: the stream reports it too, but may be broken. */
const everyMs = 60_000

export function useTerms(): ReadonlyMap<number, UnitTerm> {
  const { data } = useOperation('getClientUnitTerms', undefined, {
    everyMilliseconds: (terms) => (terms?.length ? everyMs : false),
  })
  return useMemo(() => new Map((data ?? []).map((term) => [term.unit_id, term])), [data])
}
