/** The texts of all queries that this process sends during an action. A pipeline counts once. */
import pg from 'pg'

type Ask = (this: pg.Client, ...given: unknown[]) => unknown

export async function queriesDuring(work: (sent: readonly string[]) => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const client = pg.Client.prototype as unknown as { query: Ask }
  const ask = client.query
  client.query = function query(config, ...rest) {
    sent.push(typeof config === 'string' ? config : ((config as { text?: string }).text ?? 'pipeline'))
    return ask.call(this, config, ...rest)
  }
  try {
    await work(sent)
  } finally {
    client.query = ask
  }
  return sent
}
