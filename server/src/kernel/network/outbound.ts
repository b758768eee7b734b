/**
 * The one way to call addresses that dealers enter. A name is resolved once, all its addresses are checked, and the
 * connection goes to exactly these: neither a name that resolves differently the second time nor an odd spelling leads
 * into the operator's own network (docs/decisions/0031).
 */
import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

export interface Outbound {
  /** Why this text can never be called, as far as it shows without a lookup. */
  problemOf(url: string): string | undefined
  /** Resolves with the answer's status, or why there is none. Never throws and follows no redirects. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string | Buffer): Promise<OutboundAnswer>
  /** The same, and returns the answer up to a maximum length. */
  ask(url: string, headers: Readonly<Record<string, string>>, body: string | Buffer): Promise<OutboundText>
  /** The addresses of a mail server, for a connection to exactly these. */
  findMailServer(host: string, port: number): Promise<MailServerFound>
}

type MailServerFound =
  /** Own: all of them are in networks that the operator allows, where TLS is not needed. */
  { readonly addresses: readonly string[]; readonly isOwn: boolean } | { readonly failure: string }

export type OutboundAnswer = { readonly status: number } | { readonly failure: string }
type OutboundText = { readonly status: number; readonly text: string } | { readonly failure: string }

export interface OutboundOptions {
  /** The operator's own networks that may be called, on any port and without TLS. */
  readonly allowed: readonly string[]
  readonly resolve?: (name: string) => Promise<readonly string[]>
  /** Certificates to trust instead of the usual ones. */
  readonly ca?: string
  readonly timeoutMs?: number
}

const usualTimeoutMs = 10_000
const answerBytesMax = 64 * 1024
/** On other ports a "web address" would reach something that is not a web server. */
const ports = ['', '443', '8443']

/** Submission, relaying, and what providers offer where these are blocked. */
const mailPorts: readonly number[] = [25, 465, 587, 2525]

/** IANA's registries of special-purpose addresses: not public, or leading elsewhere. */
const closed4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]
/** In IPv6 only the global unicast block is open: no loopback, mapped IPv4, NAT64, ULA, link-local, multicast. */
const open6 = ['2000::/3']
const closed6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const lists = { closed4: networks(closed4), open6: networks(open6), closed6: networks(closed6) }

export function networks(parts: readonly string[]): BlockList {
  const list = new BlockList()
  for (const part of parts) {
    const [address = '', prefix] = part.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

export const isIn = (list: BlockList, address: string): boolean => {
  const family = isIP(address)
  // An address with a zone (`fe80::1%eth0`) is not an address in a list, and not reachable from outside.
  if (family === 0 || address.includes('%')) return false
  return list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** A public address of the internet. */
export const isPublic = (address: string): boolean =>
  isIP(address) === 4 ? !isIn(lists.closed4, address) : isIn(lists.open6, address) && !isIn(lists.closed6, address)

const resolveByName = async (name: string): Promise<readonly string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address)

export function createOutbound({ allowed, resolve = resolveByName, ca, timeoutMs = usualTimeoutMs }: OutboundOptions) {
  const own = networks(allowed)
  const isOwn = (address: string) => isIn(own, address)
  const isAnyOwn = allowed.length > 0

  /** Everything that the text alone shows. With own networks the addresses decide the rest. */
  function parse(text: string): URL | string {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (!url || !['https:', 'http:'].includes(url.protocol))
      return 'It must be a web address that begins with https://.'
    if (url.username !== '' || url.password !== '') return 'It must not contain a username or password.'
    if (url.hash !== '') return 'It must not contain a fragment (#).'
    const literal = literalOf(url)
    const isFree = literal === undefined ? isAnyOwn : isOwn(literal)
    if (url.protocol === 'http:' && !isFree) return 'It must begin with https://.'
    if (!ports.includes(url.port) && !isFree) return 'Its port must be 443 or 8443.'
    if (literal !== undefined && !isFree && !isPublic(literal)) return closedAddress
    return url
  }

  async function addressesOf(url: URL): Promise<readonly string[]> {
    const literal = literalOf(url)
    const addresses = literal === undefined ? await resolve(url.hostname) : [literal]
    if (addresses.length === 0) throw new Closed(noAddress)
    const isPlain = url.protocol === 'http:' || !ports.includes(url.port)
    for (const address of addresses) {
      if (isOwn(address)) continue
      if (!isPublic(address)) throw new Closed(closedAddress)
      if (isPlain) throw new Closed('It must begin with https:// and have port 443 or 8443.')
    }
    return addresses
  }

  const outbound: Outbound = {
    problemOf(text) {
      const parsed = parse(text)
      return typeof parsed === 'string' ? parsed : undefined
    },
    async post(text, headers, body) {
      const answer = await outbound.ask(text, headers, body)
      return 'failure' in answer ? answer : { status: answer.status }
    },
    async ask(text, headers, body) {
      const url = parse(text)
      if (typeof url === 'string') return { failure: url }
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const addresses = await inTime(addressesOf(url), signal)
        return await send(url, { addresses, headers, body, signal, ...(ca && { ca }) })
      } catch (error) {
        return { failure: sentenceOf(error, signal) }
      }
    },
    async findMailServer(host, port) {
      // In the operator's networks too: a dealer can read what answers there.
      if (!mailPorts.includes(port)) return { failure: `Its port must be one of ${mailPorts.join(', ')}.` }
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const bare = host.replace(/^\[|\]$/g, '')
        const addresses = isIP(bare) ? [bare] : await inTime(resolve(host), signal)
        if (addresses.length === 0) return { failure: noAddress }
        const closed = addresses.filter((address) => !isOwn(address))
        if (!closed.every(isPublic)) return { failure: closedAddress }
        return { addresses, isOwn: closed.length === 0 }
      } catch (error) {
        return { failure: sentenceOf(error, signal) }
      }
    },
  }
  return outbound
}

export const noAddress = 'The name has no address. Check its spelling and its DNS records.'
const closedAddress = 'It leads to an address outside the public internet.'

/** Shown to the dealer as it is. */
class Closed extends Error {}

/** The address in a web address that has one instead of a name: the parser reads decimal, octal and hex. */
function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) ? bare : undefined
}

function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

interface Sending {
  readonly addresses: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  readonly signal: AbortSignal
  readonly ca?: string
}

interface Sent {
  readonly status: number
  readonly text: string
}

function send(url: URL, { addresses, headers, body, signal, ca }: Sending): Promise<Sent> {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }))
  const toPinned: LookupFunction = (_name, options, done) =>
    options.all ? done(null, pinned) : done(null, pinned[0]!.address, pinned[0]!.family)
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // A new connection: one that was opened for another name must not be reused.
      agent: false,
      lookup: toPinned,
      maxHeaderSize: 16 * 1024,
      minVersion: 'TLSv1.2',
      signal,
      ...(ca && { ca }),
    })
    let status: number | undefined
    // Once there is a status it counts, however badly the rest of the answer goes.
    const end = (error: Error) => (status === undefined ? reject(error) : resolve({ status, text: '' }))
    request.on('response', (answer) => {
      const told = answer.statusCode ?? 0
      status = told
      readOut(answer, (text) => resolve({ status: told, text }))
    })
    request.on('error', end)
    request.on('close', () => end(new Closed('The connection was closed without an answer.')))
    request.end(body)
  })
}

/** The body is read, but neither for long nor in full. */
function readOut(answer: IncomingMessage, done: (text: string) => void): void {
  const parts: Buffer[] = []
  let bytes = 0
  answer.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes > answerBytesMax) answer.destroy()
    else parts.push(part)
  })
  const end = () => done(Buffer.concat(parts).toString())
  answer.on('error', end)
  answer.on('close', end)
}

function sentenceOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof Closed) return error.message
  if (signal.aborted) return 'The request timed out.'
  const { code = '' } = error as { code?: string }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return 'The name cannot be resolved.'
  if (code === 'ECONNREFUSED') return 'The connection was refused.'
  if (/CERT|SIGNATURE|ISSUER|ALTNAME/.test(code)) return `The certificate cannot be trusted (${code}).`
  return `The connection broke${code ? ` (${code})` : ''}.`
}
