/** Whether a newer Waymark is released. Requests only the address that the operator sets, and only when viewed. */
import type { Context } from '#kernel/context.ts'
import { release } from '#kernel/runtime/version.ts'

const freshMs = 6 * 3_600_000
const retryMs = 10 * 60_000
const answerMs = 5_000
const bytesMax = 1_000_000

export interface Release {
  readonly version: string
  readonly url: string
}

/** Undefined: the address returned no release. */
type Known = { readonly from: string; readonly until: number; readonly latest: Release | undefined }
let known: Known | undefined

export interface VersionState {
  readonly version: string
  readonly check: 'off' | 'failed' | 'done'
  readonly newer: Release | null
}

export async function readVersion({ config }: Pick<Context, 'config'>): Promise<VersionState> {
  const version = release()
  const from = config.releasesUrl
  if (from === undefined) return { version, check: 'off', newer: null }
  if (known?.from !== from || performance.now() > known.until) {
    const latest = await askFor(from)
    known = { from, latest, until: performance.now() + (latest ? freshMs : retryMs) }
  }
  const { latest } = known
  if (!latest) return { version, check: 'failed', newer: null }
  return { version, check: 'done', newer: isNewer(latest.version, version) ? latest : null }
}

/** A release in the format of the APIs of GitHub, GitLab, Gitea and Forgejo. */
async function askFor(url: string): Promise<Release | undefined> {
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    })
    if (!answer.ok) return undefined
    const { tag_name: tag, html_url: page, _links: links } = JSON.parse(await shortText(answer))
    const address = page ?? links?.self
    if (typeof tag !== 'string' || typeof address !== 'string' || !/^https?:\/\//.test(address)) return undefined
    const version = tag.replace(/^v/, '')
    return /^\d+(\.\d+){1,3}$/.test(version) ? { version, url: address } : undefined
  } catch {
    return undefined
  }
}

/** Throws if it is too long for a release. */
async function shortText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > bytesMax) throw new Error('too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

export function isNewer(one: string, other: string): boolean {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number)) as [number[], number[]]
  const at = left.findIndex((part, index) => part !== (right[index] ?? 0))
  return at >= 0 && left[at]! > (right[at] ?? 0)
}
