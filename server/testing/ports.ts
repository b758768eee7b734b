/** Ports that are free at the moment. */
import { createServer, type Server } from 'node:net'

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

const firstPort = 20_000
/** The protocols' own ports are up to 233 above the gateway's; the last port of a slot marks it as taken. */
const slotPorts = 250
const slots = 48

/** Holds the port until the process ends. */
function claim(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server: Server = createServer()
      .once('error', () => resolve(undefined))
      .listen(port, '127.0.0.1', () => resolve(server.unref()))
  })
}

/** A base port with room above it, which no other test gets while this one runs. */
export async function freePorts(): Promise<number> {
  for (;;) {
    const base = firstPort + slotPorts * Math.floor(Math.random() * slots)
    const claimed = await claim(base + slotPorts - 1)
    if (!claimed) continue
    const ports = Array.from({ length: slotPorts - 1 }, (_, index) => base + index)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return base
    claimed.close()
  }
}

/** Below the system's ephemeral ports. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 10_000)
    if (await isFree(port)) return port
  }
}
