import { useEffect, useState } from 'react'
import { type Dialect, documentAddress } from '../shared/dialects.ts'
import { type OpenApiDocument, readDocument } from './openapi.ts'
import { type Chapter, chaptersOf, type Operation, operationsOf } from './operations.ts'

export interface Reference {
  readonly document: OpenApiDocument
  readonly operations: readonly Operation[]
  readonly chapters: readonly Chapter[]
}

export type Loading =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly reference: Reference }
  | { readonly state: 'failed'; readonly reason: string }

export function useReference(dialect: Dialect): { loading: Loading; again: () => void } {
  const [results, setResults] = useState<Partial<Record<Dialect, Loading>>>({})
  const loading = results[dialect]
  useEffect(() => {
    if (loading) return
    const stop = new AbortController()
    void load(dialect, stop.signal).then((result) => {
      if (!stop.signal.aborted) setResults((before) => ({ ...before, [dialect]: result }))
    })
    return () => stop.abort()
  }, [dialect, loading])
  return {
    loading: loading ?? { state: 'loading' },
    again: () => setResults((before) => ({ ...before, [dialect]: undefined })),
  }
}

async function load(dialect: Dialect, signal: AbortSignal): Promise<Loading> {
  const address = documentAddress(dialect)
  try {
    const answer = await fetch(address, { signal, headers: { accept: 'application/json' } })
    if (!answer.ok) return { state: 'failed', reason: `${address} answers ${answer.status}.` }
    const document = readDocument(await answer.json())
    const operations = operationsOf(document, `/${dialect}`)
    return { state: 'loaded', reference: { document, operations, chapters: chaptersOf(document, operations) } }
  } catch (error) {
    return { state: 'failed', reason: `${address}: ${error instanceof Error ? error.message : error}` }
  }
}
