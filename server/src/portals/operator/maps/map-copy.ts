/**
 * Copies the map of a country or box into the data folder in the background, and then shows it. It runs in this
 * process: after a restart the same copy continues where it stopped when it is started again.
 */
import { join } from 'node:path'
import type { OperatorCall } from '#identity/staff/call.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { Config } from '#kernel/config/config.ts'
import type { Context } from '#kernel/context.ts'
import { conflict, invalidField, Refusal } from '#kernel/errors.ts'
import { type Country, readCountries, splitAt180 } from '#kernel/geo/map-file/countries.ts'
import { discardPart, extract, requireSameSource } from '#kernel/geo/map-file/extract.ts'
import { planExtract } from '#kernel/geo/map-file/extract-plan.ts'
import { type Area, MapFileProblem, streetsZoom } from '#kernel/geo/map-file/pmtiles.ts'
import { type ByteSource, openSource, shownSource } from '#kernel/geo/map-file/source.ts'
import { changeSettings } from '../settings/settings-actions.ts'

export const copyStates = ['reading', 'copying', 'done', 'failed', 'stopped'] as const

export interface MapCopy {
  readonly state: (typeof copyStates)[number]
  /** The country's name, or the box. */
  readonly area: string
  /** Without anything that may be a key. */
  readonly source: string
  readonly file: string
  readonly bytes: number
  /** Null: not known yet. */
  readonly bytesTotal: number | null
  readonly failure: string | null
  readonly startedAt: Date
}

export interface CopyInput {
  readonly source: string | undefined
  readonly country: string | undefined
  readonly box: readonly number[] | undefined
}

interface Running {
  copy: MapCopy
  readonly stop: AbortController
  /** Resolves when it writes no more. */
  readonly ended: Promise<void>
}

/** One per process, where everyone shares the same settings object. */
const running = new WeakMap<Config, Running>()

export const readCopy = ({ config }: Pick<Context, 'config'>): MapCopy | null => running.get(config)?.copy ?? null

let countries: readonly Country[] | undefined
export function listCountries(): readonly Country[] {
  countries ??= readCountries().toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  return countries
}

interface Part {
  readonly area: string
  readonly areas: readonly Area[]
  readonly name: string
}

function partOf({ country, box }: CopyInput): Part {
  if ((country === undefined) === (box === undefined)) {
    throw new Refusal(invalidField('country', 'Name either a country or a box.'))
  }
  if (country !== undefined) {
    const found = listCountries().find(({ code }) => code === country)
    if (!found) throw new Refusal(invalidField('country', 'country must be the code of a country in the list.'))
    return { area: found.name, areas: found.areas, name: found.code.toLowerCase() }
  }
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = box ?? []
  const isBox = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south < north
  if (!isBox || west === east) {
    throw new Refusal(
      invalidField('box', 'box must be west, south, east and north in degrees, such as 9.4, 47, 9.7, 47.3.'),
    )
  }
  const text = [west, south, east, north].join(',')
  return { area: text, areas: splitAt180(west, south, east, north), name: `box-${text.replaceAll(',', '_')}` }
}

function sourceOf({ config }: Pick<Context, 'config'>, { source }: CopyInput): string {
  const given = source?.trim() || undefined
  const { mapSource } = config
  // The page sends back what it was shown.
  const isUsual = given === undefined || (mapSource !== undefined && given === shownSource(mapSource))
  const from = isUsual ? mapSource : given
  if (from === undefined) throw new Refusal(invalidField('source', 'source must be the address of a PMTiles file.'))
  return from
}

async function withPlan<R>(
  from: string,
  areas: readonly Area[],
  signal: AbortSignal,
  work: (source: ByteSource, plan: Awaited<ReturnType<typeof planExtract>>) => Promise<R>,
): Promise<R> {
  const source = await openSource(from, signal)
  try {
    return await work(source, await planExtract(source, { areas, maxZoom: streetsZoom }, signal))
  } finally {
    await source.close()
  }
}

const planMs = 60_000

/** The size of the copy. */
export async function measureCopy(call: OperatorCall, input: CopyInput): Promise<{ bytes: number; tiles: number }> {
  const { areas } = partOf(input)
  const from = sourceOf(call, input)
  try {
    return await withPlan(from, areas, AbortSignal.timeout(planMs), async (_, plan) => ({
      bytes: plan.head.length + plan.tileBytes,
      tiles: plan.tileCount,
    }))
  } catch (error) {
    return conflict(`The map cannot be read (${reasonOf(error)}). Check the source, or choose another area.`)
  }
}

export async function startCopy(call: OperatorCall, input: CopyInput): Promise<MapCopy> {
  const part = partOf(input)
  const source = sourceOf(call, input)
  const { config } = call
  if ('WAYMARK_MAP_FILE' in config.given.environment) {
    conflict('WAYMARK_MAP_FILE is set in the environment of the server. Remove it there first.')
  }
  requireIdle(call)
  // A stopped copy may still be writing the same file.
  await running.get(config)?.ended
  requireIdle(call)
  const file = join(config.dataFolder, 'maps', `${part.name}.pmtiles`)
  const copy: MapCopy = {
    ...{
      state: 'reading',
      area: part.area,
      source: shownSource(source),
      file,
      bytes: 0,
      bytesTotal: null,
      failure: null,
    },
    startedAt: call.clock.now(),
  }
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const mine: Running = { copy, stop: new AbortController(), ended }
  running.set(config, mine)
  try {
    const after = { area: part.area, source: copy.source, file }
    await recordChange(call, { dealer: null, action: 'map.copy', subject: 'map', after })
  } catch (error) {
    running.delete(config)
    end()
    throw error
  }
  // It outlives the request, so it needs its own connection.
  void run({ ...call }, mine, part, source).finally(end)
  return copy
}

function requireIdle(ctx: Pick<Context, 'config'>): void {
  if (isActive(readCopy(ctx))) conflict('A map is being copied. Wait until it is done, or stop it.')
}

const isActive = (copy: MapCopy | null) => copy?.state === 'reading' || copy?.state === 'copying'

/** What was copied stays, for another start. */
export async function stopCopy(call: OperatorCall): Promise<void> {
  const mine = running.get(call.config)
  if (mine && isActive(mine.copy)) {
    mine.copy = { ...mine.copy, state: 'stopped' }
    mine.stop.abort(new Error('Stopped.'))
  }
  const after = mine ? { area: mine.copy.area, state: mine.copy.state } : { state: 'none' }
  await recordChange(call, { dealer: null, action: 'map.stop-copy', subject: 'map', after })
}

async function run(call: OperatorCall, mine: Running, { areas }: Part, from: string): Promise<void> {
  const { signal } = mine.stop
  const { file } = mine.copy
  try {
    await withPlan(from, areas, signal, async (source, plan) => {
      // The source is newer: the parts copied from the old one are useless.
      await requireSameSource(file, source).catch(() => discardPart(file))
      signal.throwIfAborted()
      mine.copy = { ...mine.copy, state: 'copying', bytesTotal: plan.tileBytes }
      const onProgress = (bytes: number) => {
        mine.copy = { ...mine.copy, bytes }
      }
      await extract(source, plan, { target: file, signal, onProgress })
    })
    signal.throwIfAborted()
    const others = call.config.mapFiles.filter((other) => other !== file)
    await changeSettings(call, [{ name: 'WAYMARK_MAP_FILE', value: [file, ...others].join(',') }])
    await call.maps.refresh()
    mine.copy = { ...mine.copy, state: 'done' }
  } catch (error) {
    if (signal.aborted) return
    mine.copy = { ...mine.copy, state: 'failed', failure: `${reasonOf(error)}.` }
    call.log.warn({ reason: mine.copy.failure }, 'Failed to copy a map.')
  }
}

/** Without a full stop: it ends a sentence, or is in brackets. */
function reasonOf(error: unknown): string {
  if (error instanceof MapFileProblem) return `The source ${error.message}`
  const { message, cause } = error as Error
  const reason = cause instanceof Error && cause.message !== '' ? `${message} (${cause.message})` : message
  return reason.replace(/\.$/, '')
}
