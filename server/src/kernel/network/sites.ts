/**
 * The verified domains of dealers, in memory: every request needs the dealer of its host, and every link to a client
 * begins with one. The Host header of a request is never part of a link.
 */
import type { Config } from '../config/config.ts'

/** A host that serves the clients of one dealer, and nobody else. */
export interface Site {
  readonly dealer: number
  readonly host: string
}

export class Sites {
  #byHost: ReadonlyMap<string, Site> = new Map()
  #byDealer: ReadonlyMap<number, Site> = new Map()
  #loads = 0
  /** The last to begin of those that have ended. */
  #newest = 0

  /** Replaces all known ones, unless a reading that began later was faster: this one may not know of a removal. */
  async load(read: () => Promise<readonly Site[]>): Promise<void> {
    const load = ++this.#loads
    const sites = await read()
    if (load < this.#newest) return
    this.#newest = load
    this.#byHost = new Map(sites.map((site) => [site.host, site]))
    this.#byDealer = new Map(sites.map((site) => [site.dealer, site]))
  }

  at(host: string): Site | undefined {
    return this.#byHost.get(host)
  }

  of(dealer: number): Site | undefined {
    return this.#byDealer.get(dealer)
  }
}

type Known = { readonly config: Pick<Config, 'publicUrl' | 'loginUrl'>; readonly sites: Sites }

/** Scheme and port are the installation's own: the same proxy serves all hosts. */
export function originOf({ publicUrl }: Pick<Config, 'publicUrl'>, host: string): string {
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${host}${port && `:${port}`}`
}

/** Links to pages for a dealer's clients begin with it. */
export const loginUrlOf = ({ config, sites }: Known, dealer: number): string => {
  const site = sites.of(dealer)
  return site ? originOf(config, site.host) : config.loginUrl
}

/** Links to pages of a dealer that need no login begin with it. */
export const publicUrlOf = ({ config, sites }: Known, dealer: number): string => {
  const site = sites.of(dealer)
  return site ? originOf(config, site.host) : config.publicUrl
}

/** The name in a Host header, without port and in lower case. */
export function hostNameOf(header: string | undefined): string {
  const [, name = ''] = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(header ?? '') ?? []
  return name.toLowerCase().replace(/\.$/, '')
}

/** The names that the operator has configured for the installation. */
export const ownHosts = ({ publicUrl, loginUrl }: Pick<Config, 'publicUrl' | 'loginUrl'>): readonly string[] =>
  [publicUrl, loginUrl].map((url) => new URL(url).hostname)

const isLocal = (name: string): boolean =>
  name === '' || name.startsWith('[') || /^[\d.]+$/.test(name) || !name.includes('.') || name.endsWith('.localhost')

/**
 * Whether a host is a name that was not configured for this installation. Addresses and names inside a network can lead
 * to it in many ways, so they do not count; nor does any name while the installation itself has none.
 */
export const isUnknownHost = (config: Pick<Config, 'publicUrl' | 'loginUrl'>, name: string): boolean => {
  const own = ownHosts(config)
  return !isLocal(name) && !own.includes(name) && !own.every(isLocal)
}
