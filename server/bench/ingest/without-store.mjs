// The gateway with the store left out: what was decoded counts as stored at once. Only the running copy is changed.
import { registerHooks } from 'node:module'

const whole = 'startWriter(ctx, notifications, ownership)'
const without =
  '{ ...startWriter(ctx, notifications, ownership), append: async (one) => one.messages.length, isFull: () => false }'

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/gateway/gateway.ts')) return loaded
    const source = String(loaded.source)
    if (!source.includes(whole)) throw new Error('The line to change is gone from gateway/gateway.ts.')
    return { ...loaded, source: source.replace(whole, without) }
  },
})
