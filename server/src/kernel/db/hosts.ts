/** Several hosts in one database URL, as libpq takes them: the one that accepts writes is used. */
import type pg from 'pg'

/** One URL for each host, in their order. A URL with one host stays as it is. */
export function hostUrls(url: string): readonly string[] {
  const [, scheme = '', login = '', authority = '', rest = ''] = /^(\w+:\/\/)([^@/?]*@)?([^/?]*)(.*)$/s.exec(url) ?? []
  const [path = '', query = ''] = rest.split('?')
  const options = new URLSearchParams(query)
  const named = options.get('host')?.split(',') ?? []
  const hosts = named.length > 0 ? named : authority.split(',')
  if (hosts.length < 2) return [url]
  const ports = options.get('port')?.split(',') ?? []
  return hosts.map((host, at) => {
    if (named.length === 0) return `${scheme}${login}${host}${rest}`
    options.set('host', host)
    const port = ports[at] ?? ports[0]
    if (port !== undefined) options.set('port', port)
    return `${scheme}${login}${authority}${path}?${options}`
  })
}

/** The host for the next connection. All connections of a pool move on together. */
export class HostList {
  readonly #urls: readonly string[]
  #at = 0

  constructor(url: string) {
    this.#urls = hostUrls(url)
  }

  get length(): number {
    return this.#urls.length
  }

  get current(): string {
    return this.#urls[this.#at] as string
  }

  /** If many connections fail at once, only the first moves on. */
  moveOnFrom(url: string): void {
    if (url === this.current) this.#at = (this.#at + 1) % this.#urls.length
  }
}

/** In PostgreSQL's words for a statement, so that callers know one reason only. */
export const readOnly = '25006'

export async function requireWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only === 'on') {
    throw Object.assign(new Error('This database can only be read.'), { code: readOnly })
  }
}

/** A single connection to the first host that answers and can write. */
export async function openPrimary<Client extends pg.Client>(
  url: string,
  make: (url: string) => Client,
): Promise<Client> {
  const urls = hostUrls(url)
  let failure: unknown
  for (const one of urls) {
    const client = make(one)
    try {
      await client.connect()
      if (urls.length > 1) await requireWritable(client)
      return client
    } catch (error) {
      failure = error
      void client.end().catch(() => {})
    }
  }
  throw failure
}
