/** Ports that nobody uses at the moment. */
import { createServer } from 'node:net'

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** A base port with room above it: the protocols' own ports lie up to 233 higher. */
export async function freePorts(): Promise<number> {
  for (;;) {
    const base = 20_000 + Math.floor(Math.random() * 12_000)
    if ((await isFree(base)) && (await isFree(base + 27))) return base
  }
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = 33_000 + Math.floor(Math.random() * 10_000)
    if (await isFree(port)) return port
  }
}
