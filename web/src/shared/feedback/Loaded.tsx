/** A query: grey while it loads, a sentence when it fails, and otherwise its content. */
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '../texts/texts.ts'
import { Failure } from './Notice.tsx'

interface LoadedProps<T> {
  readonly query: { readonly data: T | undefined; readonly error: unknown; refetch(): unknown }
  /** The grey block while it loads. */
  readonly height?: number | string
  children?(data: T): ReactNode
}

export function Loaded<T>({ query, height = 120, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children?.(query.data)
  if (query.error) return <Failure error={query.error} retry={() => query.refetch()} />
  return <Skeleton height={height} role="status" aria-label={texts.shared.loading} />
}
