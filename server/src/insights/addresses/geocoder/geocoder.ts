/**
 * The operator's own geocoder, for positions where the map has no street (docs/decisions/0084). It is slow and may
 * fail: only its own job waits for it, and a search for a moment.
 */
import { hash } from 'node:crypto'
import { setTimeout as rest } from 'node:timers/promises'
import type { Config } from '#kernel/config/config.ts'
import type { FoundPlace, GeocoderState, Reversed } from '#kernel/geo/addresses.ts'
import { metresBetween, type Position } from '#kernel/geo/position.ts'
import type { Log } from '#kernel/runtime/log.ts'
import { onOneLine } from '../text.ts'
import { parseReverse, parseSearch } from './geocoder-answers.ts'

const reverseMs = 5_000
const searchMs = 1_500
/** How long a request may wait for its turn. */
const turnMsMax = { reverse: 2_000, search: 300 } as const
const answerBytesMax = 256 * 1024
const firstPauseMs = 15_000
const pauseMsMax = 600_000
const foundMax = 5

export type GeocoderSettings = NonNullable<Config['geocoder']>

export class Geocoder {
  /** Changes with the geocoder, which may know other places. */
  readonly version: string
  readonly #settings: GeocoderSettings
  readonly #log: Pick<Log, 'warn'>
  readonly #nowMs: () => number
  readonly #state = { asked: 0, failed: 0, lastFailure: null as string | null }
  #nextAt = 0
  #pausedUntil = 0
  #failuresInARow = 0

  constructor(settings: GeocoderSettings, log: Pick<Log, 'warn'>, nowMs = () => performance.now()) {
    this.#settings = settings
    this.#log = log
    this.#nowMs = nowMs
    this.version = hash('sha256', settings.url, 'base64url').slice(0, 16)
  }

  state(): GeocoderState {
    return { ...this.#state, isPaused: this.#nowMs() < this.#pausedUntil }
  }

  async reverse({ lat, lon }: Position): Promise<Reversed> {
    if (!(await this.#turn(turnMsMax.reverse))) return { state: 'later' }
    const answer = await this.#ask(fill(this.#settings.url, { lat, lon }), reverseMs, parseReverse)
    if (!answer) return { state: 'failed' }
    const { parts } = answer
    return parts
      ? { state: 'found', address: { text: onOneLine(parts), ...parts, source: 'geocoder' } }
      : { state: 'nothing' }
  }

  /** Also empty if it cannot be asked now. */
  async search(text: string, near: Position | undefined): Promise<readonly FoundPlace[]> {
    const { searchUrl } = this.#settings
    if (searchUrl === undefined || !(await this.#turn(turnMsMax.search))) return []
    const url = fill(searchUrl, { query: text, lat: near?.lat ?? '', lon: near?.lon ?? '' })
    const answer = await this.#ask(url, searchMs, parseSearch)
    const found = (answer?.parts ?? []).slice(0, foundMax)
    return near ? found.map((place) => ({ ...place, metres: Math.round(metresBetween(near, place)) })) : found
  }

  /** False: it is not called now, because it failed or because others come first. */
  async #turn(waitMsMax: number): Promise<boolean> {
    const now = this.#nowMs()
    const at = Math.max(now, this.#nextAt)
    if (now < this.#pausedUntil || at - now > waitMsMax) return false
    this.#nextAt = at + 60_000 / this.#settings.perMinute
    if (at > now) await rest(at - now)
    return true
  }

  /** Undefined: it failed, and is paused for a while, longer each time. */
  async #ask<T>(url: string, timeMs: number, parse: (json: unknown) => T): Promise<{ readonly parts: T } | undefined> {
    this.#state.asked += 1
    try {
      const parts = parse(await readJson(url, timeMs))
      this.#failuresInARow = 0
      return { parts }
    } catch (error) {
      const reason = reasonOf(error)
      this.#state.failed += 1
      this.#state.lastFailure = `The geocoder ${reason}.`
      const pauseMs = Math.min(firstPauseMs * 2 ** this.#failuresInARow, pauseMsMax)
      this.#pausedUntil = this.#nowMs() + pauseMs
      // Once for each series of failures. The address may contain a key, and the position is private: neither is
      // logged.
      if (this.#failuresInARow++ === 0) this.#log.warn({ reason }, 'The geocoder failed. Addresses stay as they are.')
      return undefined
    }
  }
}

const fill = (template: string, values: Readonly<Record<string, string | number>>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? encodeURIComponent(values[name]!) : whole))

async function readJson(url: string, timeMs: number): Promise<unknown> {
  const answer = await fetch(url, {
    headers: { accept: 'application/json', 'user-agent': 'Waymark' },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeMs),
  })
  // How some report that they know nothing about a position.
  if (!answer.ok && answer.status !== 404) {
    await answer.body?.cancel()
    throw new Error(`answered ${answer.status}`)
  }
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.length
    if (bytes > answerBytesMax) throw new Error('sent too much')
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString())
  } catch {
    throw new Error('answers in an unknown form')
  }
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return 'did not answer in time'
  if (error instanceof TypeError)
    return `cannot be reached (${(cause as { code?: string } | undefined)?.code ?? 'no answer'})`
  return message
}
