/**
 * COPY TO STDOUT at its fastest: counts bytes as they come from the socket without splitting them into rows, as a
 * client library would.
 */
import pg from 'pg'

export interface Copier {
  /** Resolves with everything the server sent for the statement. */
  read(statement: string): Promise<Buffer>
  stop(): Promise<void>
}

/** The last thing the server sends: ready, and in no transaction. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

interface Wire {
  readonly connection: {
    readonly stream: NodeJS.ReadWriteStream & { destroy(): void }
    query(text: string): void
  }
}

export async function openCopier(databaseUrl: string): Promise<Copier> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { connection } = client as unknown as Wire
  const { stream } = connection
  client.on('error', () => {})
  stream.removeAllListeners('data')
  return {
    read: (statement) =>
      new Promise((resolve, reject) => {
        const parts: Buffer[] = []
        const finish = (settle: () => void) => {
          stream.off('data', take)
          settle()
        }
        const take = (part: Buffer) => {
          if (parts.length === 0 && part[0] === 0x45) return finish(() => reject(new Error(part.toString('latin1'))))
          parts.push(part)
          if (endOf(parts).equals(ready)) finish(() => resolve(Buffer.concat(parts)))
        }
        stream.on('data', take)
        connection.query(statement)
      }),
    stop: async () => stream.destroy(),
  }
}

/** The last bytes may arrive in two parts. */
function endOf(parts: readonly Buffer[]): Buffer {
  const last = parts.at(-1)!
  const tail = last.length >= ready.length ? last : Buffer.concat(parts.slice(-2))
  return tail.subarray(-ready.length)
}

/** The rows of an answer. */
export function rowsOf(answer: Buffer): string[] {
  const rows: string[] = []
  for (let at = 0; at < answer.length; ) {
    const length = answer.readUInt32BE(at + 1)
    // Each row ends with a line end; a backslash in the text would be doubled.
    if (answer[at] === 0x64) rows.push(answer.toString('utf8', at + 5, at + length).replaceAll('\\\\', '\\'))
    at += 1 + length
  }
  return rows
}
