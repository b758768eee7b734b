/** A reporter of node:test: the files in which something failed, one a line. `check.ts` runs them once more on their own. */
import type { TestEvent } from 'node:test/reporters'

export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files = new Set<string>()
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || !data.file || files.has(data.file)) continue
    files.add(data.file)
    yield `${data.file}\n`
  }
}
