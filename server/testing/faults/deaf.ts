/** A pub/sub that delivers nothing, for a database that is unavailable. */
import type { PubSub } from '#kernel/db/pubsub/pubsub.ts'

export const deaf: PubSub = {
  id: 'deaf',
  on: () => {},
  follow: () => () => {},
  publishLocal: () => {},
  subscribeLocal: () => {},
  isListening: () => false,
  publishRemote: () => false,
  catchUp: async () => {},
  close: async () => {},
}
