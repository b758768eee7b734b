/**
 * The maps of an installation: one, or a detailed region in front of a coarse world. A replaced file is opened again.
 */
import { hash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Log } from '../../runtime/log.ts'
import { MapFile, type Tile } from './map-file.ts'
import { type Area, MapFileProblem } from './pmtiles.ts'

export interface StreetMap {
  readonly version: string
  readonly attribution: string
  readonly minZoom: number
  readonly maxZoom: number
  /** What each file covers. */
  readonly areas: readonly Area[]
}

export interface ListedFile {
  readonly path: string
  /** Undefined: it cannot be used. */
  readonly file: Pick<MapFile, 'header' | 'about' | 'bytes' | 'memoryBytes'> | undefined
  readonly problem: string | undefined
}

/** How long an opened file is trusted before it is checked again. */
const trustMs = 5_000

interface Slot {
  readonly path: string
  /** Size and time of the file at the last check, whether it could be opened or not. */
  seen: string
  file: MapFile | undefined
  problem: string | undefined
}

export class MapFiles {
  /** Evaluated at each check: the demo's map is written while the server runs. */
  readonly #paths: () => readonly string[]
  #slots: readonly Slot[] = []
  readonly #log: Pick<Log, 'warn'>
  #lookedAt = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | undefined
  /** Computed once for each state of the files: every lookup of an address asks for it. */
  #current: StreetMap | undefined

  readonly #nowMs: () => number

  constructor(
    paths: readonly string[] | (() => readonly string[]),
    log: Pick<Log, 'warn'>,
    nowMs = () => performance.now(),
  ) {
    this.#nowMs = nowMs
    this.#paths = typeof paths === 'function' ? paths : () => paths
    this.#log = log
  }

  /** Undefined: there is no map with streets, and the built-in one is shown. */
  async current(): Promise<StreetMap | undefined> {
    await this.#refresh()
    return this.#current
  }

  #together(): StreetMap | undefined {
    const files = this.#slots.flatMap(({ file }) => file ?? [])
    if (files.length === 0) return undefined
    return {
      version: hash('sha256', files.map(({ version }) => version).join(), 'base64url').slice(0, 16),
      attribution: [...new Set(files.map(({ about }) => about.attribution))].join(', '),
      minZoom: Math.min(...files.map(({ header }) => header.minZoom)),
      maxZoom: Math.max(...files.map(({ header }) => header.maxZoom)),
      areas: files.map(({ header: { west, south, east, north } }): Area => [west, south, east, north]),
    }
  }

  /** Of the first file that has it. */
  async tile(z: number, x: number, y: number): Promise<Tile | undefined> {
    await this.#refresh()
    for (const slot of this.#slots) {
      const tile = await this.#ask(slot, (file) => file.tile(z, x, y))
      if (tile) return tile
    }
    return undefined
  }

  /** Whether any file has it, without reading it. */
  async has(z: number, x: number, y: number): Promise<boolean> {
    await this.#refresh()
    for (const slot of this.#slots) if (await this.#ask(slot, (file) => file.has(z, x, y))) return true
    return false
  }

  /** Each file, in the order in which they are used. */
  async list(): Promise<readonly ListedFile[]> {
    await this.#refresh()
    return this.#slots.map(({ path, file, problem }) => ({ path, file, problem }))
  }

  /** A sentence about each file that cannot be used. */
  async problems(): Promise<readonly string[]> {
    await this.#refresh()
    return this.#slots.flatMap(({ problem }) => problem ?? [])
  }

  async close(): Promise<void> {
    for (const { file } of this.#slots) await file?.close()
  }

  /** After the settings changed: the next reader sees the files that are configured now. */
  async refresh(): Promise<void> {
    this.#lookedAt = Number.NEGATIVE_INFINITY
    await this.#refresh()
  }

  async #refresh(): Promise<void> {
    if (this.#nowMs() - this.#lookedAt <= trustMs) return
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
      this.#lookedAt = this.#nowMs()
    })
    await this.#looking
  }

  async #look(): Promise<void> {
    await this.#follow(this.#paths())
    for (const slot of this.#slots) {
      const seen = await stat(slot.path).then(
        ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
        () => 'unreadable',
      )
      if (seen === slot.seen) continue
      const before = slot.file
      slot.seen = seen
      slot.problem = undefined
      slot.file = await MapFile.open(slot.path).catch((error: unknown) => this.#note(slot, error))
      await before?.close()
    }
    this.#current = this.#together()
  }

  async #follow(paths: readonly string[]): Promise<void> {
    const known = new Map(this.#slots.map((slot) => [slot.path, slot]))
    this.#slots = paths.map((path) => known.get(path) ?? { path, seen: '', file: undefined, problem: undefined })
    for (const [path, { file }] of known) if (!paths.includes(path)) await file?.close()
  }

  /** One that was replaced meanwhile is closed: then the new one is used. */
  async #ask<T>(slot: Slot, work: (file: MapFile) => Promise<T>): Promise<T | undefined> {
    const { file } = slot
    if (!file) return undefined
    try {
      return await work(file)
    } catch (error) {
      return slot.file === file ? this.#note(slot, error) : this.#ask(slot, work)
    }
  }

  /** Logged once for each state of a file: a page requests many tiles. */
  #note(slot: Slot, error: unknown): undefined {
    const reason = error instanceof MapFileProblem ? error.message : `cannot be read: ${(error as Error).message}`
    const problem = `The map file ${slot.path} ${reason}.`
    if (slot.problem !== problem) this.#log.warn(`${problem} The built-in map is shown instead.`)
    slot.problem = problem
  }
}
