/** The two dialects of the dealer API, as pages call them. */
export const dialects = ['provider', 'partner'] as const
export type Dialect = (typeof dialects)[number]

export const dialectTitles: Readonly<Record<Dialect, string>> = { provider: 'Provider', partner: 'Partner' }

export const isDialect = (text: string): text is Dialect => (dialects as readonly string[]).includes(text)

export const documentAddress = (dialect: Dialect): string => `/openapi/${dialect}.json`
