/** `node:test` as test files get it: a hook that is added in a test belongs to it, although node:test does not follow it there. */
import { AsyncLocalStorage, AsyncResource, executionAsyncResource } from 'node:async_hooks'
import { tracingChannel } from 'node:diagnostics_channel'
import { after as add } from 'node:test'

export { afterEach, before, beforeEach, describe, it, mock, suite, test } from 'node:test'

const running = new AsyncLocalStorage<object>()
// Called as the first thing in the scope of a test.
tracingChannel('node.test').start.bindStore(running, () => executionAsyncResource())

export const after: typeof add = (...hook) => {
  const test = running.getStore()
  return test instanceof AsyncResource ? test.runInAsyncScope(add, undefined, ...hook) : add(...hook)
}
