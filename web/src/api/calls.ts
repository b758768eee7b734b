/** The calls that the page on the screen has made, so that it can show them: what a person clicks, a program can call. */
import { useSyncExternalStore } from 'react'

export interface MadeCall {
  readonly number: number
  readonly operation: string
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body: object | undefined
  /** 0 while the server has not answered. */
  readonly status: number
  readonly milliseconds: number
}

/** More than any page makes at once; a page that stays open and polls must not grow. */
const keptMax = 60
let made: readonly MadeCall[] = []
let lastNumber = 0
const watchers = new Set<() => void>()

function keep(calls: readonly MadeCall[]): void {
  made = calls
  for (const watcher of watchers) watcher()
}

export function noteCall(call: Omit<MadeCall, 'number' | 'status' | 'milliseconds'>): (status: number) => void {
  const number = ++lastNumber
  const startedAt = performance.now()
  keep([...made, { ...call, number, status: 0, milliseconds: 0 }].slice(-keptMax))
  return (status) => {
    const milliseconds = Math.round(performance.now() - startedAt)
    keep(made.map((one) => (one.number === number ? { ...one, status, milliseconds } : one)))
  }
}

/** For a new page: the calls of the previous one no longer matter. */
export const forgetCalls = (): void => keep([])

export const useMadeCalls = (): readonly MadeCall[] =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => made,
  )

const secretNames = /password|secret|^code$|^token$|login_key|^key$/i

/** Secrets that were typed into a form do not appear a second time on the screen. */
const withoutSecrets = (name: string, value: unknown): unknown =>
  secretNames.test(name) && typeof value === 'string' ? '…' : value

/** The shell changes nothing between single quotes; a quote itself must step outside for a moment. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The token stays a variable of the shell, so that it does not end up in a history or a screenshot. */
export function curlOf({ method, path, body }: Pick<MadeCall, 'method' | 'path' | 'body'>, origin: string): string {
  const chosenByCurl = body ? 'POST' : 'GET'
  const isDealers = /^\/(provider|partner|billing|client\/hardware)\b/.test(path)
  return [
    `curl${method === chosenByCurl ? '' : ` -X ${method}`} ${quote(origin + path)}`,
    isDealers ? '-H "X-AccessToken: $TOKEN"' : '-H "Authorization: Bearer $TOKEN"',
    ...(body ? ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body, withoutSecrets, 2))}`] : []),
  ].join(' \\\n  ')
}
