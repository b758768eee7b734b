/**
 * Free space on the disk of the embedded database. PostgreSQL ends when its disk is full and needs room to come back,
 * so trackers are refused before that, and a file of some megabytes is kept as a reserve (docs/decisions/0062).
 */
import { existsSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Log } from './log.ts'
import type { Meters } from './meters.ts'

export interface Room {
  readonly freeBytes: number
  readonly totalBytes: number
}

const mebibyte = 1024 ** 2
const lookEveryMs = 1_000
/** By then a start is over; short trial runs leave nothing behind. */
const reserveAfterMs = 10_000
const reserveBytesMax = 64 * mebibyte
/** One segment of PostgreSQL's log: with less it cannot continue. */
const lastBytes = 16 * mebibyte
/** For small disks: one of some gigabytes must not count as full when it is half empty. */
const smallestMark = 64 * mebibyte
/** How far above the mark, as a share of it, before trackers are accepted again: prevents flapping. */
const backShare = 8

/** Below this many bytes nothing more is accepted from trackers. */
export const watermarkOf = ({ diskFreeMinBytes }: Pick<Config, 'diskFreeMinBytes'>, totalBytes: number): number =>
  Math.min(diskFreeMinBytes, Math.max(totalBytes / 20, smallestMark))

export async function readRoom(folder: string): Promise<Room | undefined> {
  const disk = await statfs(folder).catch(() => undefined)
  // Some file systems have no size.
  return disk && disk.blocks > 0
    ? { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize }
    : undefined
}

const reserveFile = (folder: string) => join(folder, 'reserve')
const reserveBytes = ({ totalBytes }: Room) => Math.min(reserveBytesMax, Math.floor(totalBytes / 16))

/** Also called before PostgreSQL starts: on a full disk it would not come up. True: something was released. */
export async function releaseReserve(folder: string, room: Room | undefined): Promise<boolean> {
  if (!room || room.freeBytes >= lastBytes || !existsSync(reserveFile(folder))) return false
  await rm(reserveFile(folder), { force: true })
  return true
}

/** Bytes that no file system can compress or leave out. */
async function keepReserve(folder: string, bytes: number): Promise<void> {
  const unfinished = `${reserveFile(folder)}.tmp`
  const file = await open(unfinished, 'w', 0o600)
  try {
    const piece = crypto.getRandomValues(new Uint8Array(65_536))
    for (let written = 0; written < bytes; written += piece.length) await file.write(piece)
  } finally {
    await file.close()
  }
  await rename(unfinished, reserveFile(folder))
}

export interface DiskWatch {
  /** Why nothing may be accepted from trackers now. */
  shortage(): string | undefined
  close(): void
}

/** With an external database the folder holds only keys and backups: it is measured, and no tracker is refused. */
export async function watchDisk(
  { config, log, meters }: { readonly config: Config; readonly log: Log; readonly meters: Meters },
  read: (folder: string) => Promise<Room | undefined> = readRoom,
  everyMs = lookEveryMs,
  patienceMs = reserveAfterMs,
): Promise<DiskWatch> {
  const { dataFolder } = config
  const isOurs = config.databaseUrl === undefined
  const reserveAtMs = performance.now() + patienceMs
  let room: Room | undefined
  let isShort = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    room = await read(dataFolder)
    if (!room || !isOurs) return
    const mark = watermarkOf(config, room.totalBytes)
    const { freeBytes } = room
    if (!isShort && freeBytes < mark) {
      isShort = true
      log.error(
        { free_bytes: freeBytes, wanted_bytes: mark },
        'The disk is nearly full: trackers are refused. Free up space.',
      )
    } else if (isShort && freeBytes >= mark + mark / backShare) {
      isShort = false
      log.warn({ free_bytes: freeBytes }, 'The disk has space again: trackers are accepted.')
    }
    if (await releaseReserve(dataFolder, room)) {
      log.error({ file: reserveFile(dataFolder) }, 'The disk is full: the reserve was released. Free up space.')
    }
    const size = reserveBytes(room)
    const mayKeep = performance.now() >= reserveAtMs && freeBytes >= 2 * mark + 2 * size
    if (mayKeep && size > 0 && !existsSync(reserveFile(dataFolder))) await keepReserve(dataFolder, size)
  }

  const goOn = async () => {
    // A failing disk is reported where it is used.
    await look().catch(() => {})
    if (!isClosed) timer = setTimeout(() => void goOn(), everyMs).unref()
  }
  await goOn()
  meters.gauge('disk_free_bytes', "Free space on the data folder's disk.", () => room?.freeBytes ?? Number.NaN)
  meters.gauge('disk_size_bytes', "Size of the data folder's disk.", () => room?.totalBytes ?? Number.NaN)
  meters.gauge('disk_short', '1 while trackers are refused because the disk is nearly full.', () => Number(isShort))
  return {
    shortage: () => (isShort ? 'The disk of the database is nearly full.' : undefined),
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
