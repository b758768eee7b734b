/** A worker whose connection is cut after some statements. */
import type { ActorContext } from '#kernel/context.ts'

export function dyingAfter(statements: number, worker: ActorContext): ActorContext {
  let left = statements
  const plugin = {
    transformQuery: ({ node }: { node: never }) => {
      left -= 1
      if (left < 0) throw new Error('The worker was killed.')
      return node
    },
    transformResult: async ({ result }: { result: never }) => result,
  }
  return { ...worker, db: worker.db.withPlugin(plugin as never) }
}
