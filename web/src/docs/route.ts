/** The address behind `#` of the reference: a dialect and an anchor in it. Every step is a link. */
import { type Dialect, isDialect } from '../shared/dialects.ts'
import { decoded, useHash } from '../shared/router/router.ts'

export interface DocsRoute {
  readonly dialect: Dialect
  /** Empty for the overview, `errors`, or the anchor of an operation. */
  readonly anchor: string
}

export const errorsAnchor = 'errors'

export function docsRouteOf(hash: string): DocsRoute {
  const [dialect = '', ...rest] = decoded(hash.replace(/^#\/?/, '')).split('/')
  return isDialect(dialect) ? { dialect, anchor: rest.join('/') } : { dialect: 'provider', anchor: '' }
}

export const hashOf = ({ dialect, anchor }: DocsRoute): string =>
  anchor === '' ? `#${dialect}` : `#${dialect}/${anchor}`

export const useDocsRoute = (): DocsRoute => docsRouteOf(useHash())
