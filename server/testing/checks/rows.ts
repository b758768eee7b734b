/** The route table as it is mounted: every row in every dialect that has it, and how to address one. */

import { mountedRoutes } from '#entry/http/server.ts'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import type { Reply, Route } from '#kernel/api/route.ts'

export interface Row {
  /** For the title of a test. */
  readonly name: string
  /** The same in both dialects, where the row is. */
  readonly key: string
  readonly dialect: DialectName
  readonly prefix: string
  /** Mounted once for both dialects: the caller's token chooses. */
  readonly isShared: boolean
  readonly route: Route
  readonly reply: Reply
}

export const rows: readonly Row[] = mountedRoutes.flatMap(({ prefix, routes, dialect: only }) =>
  routes.flatMap((route) =>
    dialectNames.flatMap((dialect): Row[] => {
      const reply = route.replies[dialect]
      if (!reply || (only !== undefined && only !== dialect)) return []
      const name = `${route.method} ${prefix}${route.path}`
      return [
        {
          name: only === undefined ? `${name} (${dialect})` : name,
          key: `${route.method} ${only === undefined ? prefix : ''}${route.path}`,
          dialect,
          prefix,
          isShared: only === undefined,
          route,
          reply,
        },
      ]
    }),
  ),
)

/** One request of a row, as a caller would fill it in. */
export interface Sample {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

export function urlOf(
  { prefix, route }: { prefix: string; route: Pick<Route, 'path'> },
  { params = {}, query = {} }: Sample,
): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return `${prefix}${path}${search && `?${search}`}`
}

/** True if the row changes something, so that a token that may only read must be refused. */
export const isChange = ({ route }: Row): boolean => route.method !== 'GET' || (route.changes ?? false)
