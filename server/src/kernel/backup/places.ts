/** Where automatic backups are stored: a folder, or S3-compatible storage. An incomplete backup is never among them. */
import { randomBytes } from 'node:crypto'
import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { folderOf, makeFolder } from './folder.ts'
import { S3 } from './s3.ts'
import { type Source, sourceOf } from './source.ts'
import { fileTarget, type Target } from './write.ts'

export interface FoundBackup {
  readonly name: string
  readonly bytes: number
  readonly at: Date
}

export interface Place {
  /** As people know it. */
  readonly title: string
  /** The full name of a backup in it. */
  addressOf(name: string): string
  target(name: string): Promise<Target>
  source(name: string): Source
  /** Complete backups whose names have this ending. */
  list(ending: string): Promise<FoundBackup[]>
  remove(name: string): Promise<void>
  /** Removes what interrupted runs have left. Call it only while nobody else writes names with this ending. */
  tidy(ending: string): Promise<void>
  /** Writes something small, reads it back and removes it. */
  tryOut(): Promise<void>
}

export function openPlace(config: Pick<Config, 'dataFolder' | 'backups'>): Place {
  const { to, s3 } = config.backups
  return s3 ? s3Place(to as string, new S3(s3), s3.prefix) : folderPlace(config, to)
}

const trialName = () => `waymark-trial-${randomBytes(6).toString('hex')}`
const unlike = 'The data read back differs from the data written. Check the storage.'

export function folderPlace(config: Pick<Config, 'dataFolder'>, to: string | undefined): Place {
  const folder = to ?? folderOf(config)
  const pathOf = (name: string) => join(folder, name)
  // A configured folder is never created: it may be a disk that is not mounted, and then the wrong disk would fill up.
  const ready = async () => {
    if (to === undefined) await makeFolder(config)
    else if (!(await stat(to).catch(() => undefined))?.isDirectory()) {
      throw new Error(`The folder ${to} does not exist. Create it, mount its disk, or choose another.`)
    }
  }
  const namesIn = async (ending: string) =>
    (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('waymark-') && name.endsWith(ending))
  return {
    title: folder,
    addressOf: pathOf,
    async target(name) {
      await ready()
      return fileTarget(pathOf(name))
    },
    source: (name) => sourceOf(pathOf(name)),
    async list(ending) {
      await ready()
      const found = await Promise.all(
        (await namesIn(ending)).map(async (name) => {
          const file = await stat(pathOf(name)).catch(() => undefined)
          return file ? [{ name, bytes: file.size, at: file.mtime }] : []
        }),
      )
      return found.flat()
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async tidy(ending) {
      for (const name of await namesIn(`${ending}.tmp`)) await rm(pathOf(name), { force: true })
    },
    async tryOut() {
      await ready()
      const file = pathOf(trialName())
      const text = randomBytes(32)
      try {
        await writeFile(file, text, { mode: 0o600, flag: 'wx', flush: true })
        if (!(await readFile(file)).equals(text)) throw new Error(unlike)
        // The last step of a backup: its name must reach the disk too.
        const handle = await open(folder, 'r')
        await handle.sync().finally(() => handle.close())
      } finally {
        await rm(file, { force: true })
      }
    },
  }
}

export function s3Place(title: string, s3: S3, prefix: string): Place {
  const addressOf = (name: string) => `${title.replace(/\/+$/, '')}/${name}`
  const keyOf = (name: string) => `${prefix}${name}`
  const start = `${prefix}waymark-`
  const nameOf = (key: string) => key.slice(prefix.length)
  return {
    title,
    addressOf,
    target: async (name) => ({
      name: addressOf(name),
      put: (bytes, signal) => s3.upload(keyOf(name), bytes, signal),
    }),
    source: (name) => ({ name: addressOf(name), read: () => s3.download(keyOf(name)) }),
    async list(ending) {
      const found = await s3.list(start)
      return found
        .map(({ key, ...rest }) => ({ ...rest, name: nameOf(key) }))
        .filter(({ name }) => name.endsWith(ending) && !name.includes('/'))
    },
    remove: (name) => s3.remove(keyOf(name)),
    async tidy(ending) {
      for (const { key, uploadId } of await s3.listUploads(start)) {
        if (key.endsWith(ending)) await s3.abort(key, uploadId)
      }
    },
    async tryOut() {
      const key = keyOf(trialName())
      const text = randomBytes(32)
      await s3.put(key, text)
      try {
        const parts: Buffer[] = []
        for await (const part of s3.download(key)) parts.push(part)
        if (!Buffer.concat(parts).equals(text)) throw new Error(unlike)
        if (!(await s3.list(key)).some((one) => one.key === key)) throw new Error(unlike)
      } finally {
        await s3.remove(key)
      }
    },
  }
}
