/** Where the bytes of a backup are read from: a local file, or a place for backups. */
import { createReadStream } from 'node:fs'

export interface Source {
  /** Its name in messages. */
  readonly name: string
  /** Each call starts from the beginning. */
  read(chunkBytes: number): AsyncIterable<Buffer>
}

export const sourceOf = (from: string | Source): Source => (typeof from === 'string' ? fileSource(from) : from)

const fileSource = (file: string): Source => ({
  name: file,
  async *read(chunkBytes) {
    try {
      yield* createReadStream(file, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      throw new Error(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}.`)
    }
  },
})
