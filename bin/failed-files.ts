/** A reporter of node:test: the files in which something failed, one per line. `tests.ts` runs them once more. */
import { resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files = new Set<string>()
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || !data.file) continue
    // The suite around a file has the file's path as its name.
    const file = data.file.endsWith('/bin/test-share.ts') ? resolve(data.name) : data.file
    if (files.has(file)) continue
    files.add(file)
    yield `${file}\n`
  }
}
