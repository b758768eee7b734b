import assert from 'node:assert/strict'
import type { Caller } from '../api.ts'

/** Follows a list page by page, as its headers say, to its end. */
export async function walk(caller: Caller, path: string): Promise<readonly object[][]> {
  const pages: object[][] = []
  let next: string | undefined = `/${caller.dialect}${path}`
  while (next) {
    const { status, body, text, headers }: Awaited<ReturnType<Caller['ask']>> = await caller.ask('GET', next)
    assert.equal(status, 200, text)
    pages.push(body.data ?? body)
    const cursor = headers['x-next-cursor']
    const link = /^<(.+)>; rel="next"$/.exec(headers.link ?? '')?.[1]
    assert.equal(link === undefined, cursor === undefined)
    if (link) assert.equal(new URL(link, 'http://localhost').searchParams.get('cursor'), cursor)
    next = link
  }
  return pages
}
