/** Stops whatever a bench has started when it ends, for any reason. */
interface Stoppable {
  stop(): Promise<void>
}

export type Keep = <R extends Stoppable>(resource: R) => R

export async function withResources<T>(work: (keep: Keep) => Promise<T>): Promise<T> {
  const kept: Stoppable[] = []
  const stopAll = async () => {
    for (const resource of kept.splice(0).reverse()) await resource.stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopAll().finally(() => process.exit(130)))
  }
  try {
    return await work((resource) => {
      kept.push(resource)
      return resource
    })
  } finally {
    await stopAll()
  }
}
